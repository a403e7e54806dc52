"""The second act of the demo: a simulated VESC on a pseudo-terminal, and what a recorder made of its ride."""

import json
import pathlib
import subprocess
import sys

SIMULATOR = pathlib.Path(__file__).resolve().parents[1] / "Simulators/vesc.py"
BOARD = "101112131415161718191a1b"

CONFIGURATION = """\
# Written by the demo.
[gpsd]
use = no

[devices]
listen = no
bluetooth = no

[recording]
policy = always

[instrument]
address = {board}
driver = vesc

[instrument]
address = {receiver}
driver = nmea
"""


class Ride:
    """A board and its receiver, each on a terminal; the ride begins with the recorder's first question."""

    def __init__(self, children, folder):
        self.link, self.truth_file = folder / "vesc", folder / "ride-truth.json"
        with open(folder / "vesc.log", "wb") as log:
            self.process = children.start(
                [sys.executable, SIMULATOR, "--profile", "block", "--uuid", BOARD, "--motors", "2",
                 "--ping-latency", "0.2", "--link", self.link, "--nmea", "--exit-at-end",
                 "--truth", self.truth_file],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True)
        terminals = [self.process.stdout.readline().strip() for _ in range(2)]
        self.configuration = CONFIGURATION.format(board=self.link, receiver=terminals[1])

    def truth(self):
        """What really happened, and what the simulator was asked."""
        return json.loads(self.truth_file.read_text())


def sums(database):
    """What the minutes of the ride's board add up to: samples, metres, Wh drawn and regained."""
    return database.execute(
        "SELECT sum(sample_count), (max(last_odometer_cm) - min(first_odometer_cm)) / 100.0,"
        " sum(battery_used_wh_milli) / 1000.0, sum(battery_regen_wh_milli) / 1000.0"
        " FROM telemetry_minute_buckets JOIN boards USING (board_key) WHERE boards.id = ?",
        (f"vesc:{BOARD}",)).fetchone()


def lines(found, truth):
    """The closing lines: what was recorded of what there was."""
    samples, metres, drawn, regained = found
    return {
        "ride-samples": f"{samples} of {truth['served']['values']}",
        "ride-distance": f"{metres:.2f} m of {truth['distanceM']:.2f} m",
        "ride-energy": f"{drawn:.3f} Wh of {truth['wattHoursDrawn']:.3f} Wh drawn, "
                       f"{regained:.3f} Wh of {truth['wattHoursRegained']:.3f} Wh regained",
    }


def losses(found, truth):
    """What differs by more than the quantisation, each as a sentence.

    The last reply may be on its way when the plug is pulled. A step of the wheel is 1 cm. Volts come
    in tenths, amperes in hundredths, and 20 samples a second leave something between them."""
    if found[0] is None:
        return ["nothing of the ride was recorded"]
    samples, metres, drawn, regained = found
    sentences = []
    if not 0 <= truth["served"]["values"] - samples <= 2:
        sentences.append("samples of the ride are missing")
    if abs(metres - truth["distanceM"]) > 0.03:
        sentences.append("the ride has another length")
    if abs(drawn - truth["wattHoursDrawn"]) > 0.01 * truth["wattHoursDrawn"]:
        sentences.append("the ride took another energy")
    if abs(regained - truth["wattHoursRegained"]) > 0.005 + 0.01 * truth["wattHoursRegained"]:
        sentences.append("the ride gave another energy back")
    if truth["forbidden"]:
        sentences.append("the board was sent what moves or changes it")
    return sentences
