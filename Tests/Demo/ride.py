"""The second act of the demo: a simulated VESC on a pseudo-terminal, and what a recorder made of its ride."""

import json
import pathlib
import subprocess
import sys

SIMULATOR = pathlib.Path(__file__).resolve().parents[1] / "Simulators/vesc.py"
BOARD = "101112131415161718191a1b"
MOTORS = 2

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
                [sys.executable, SIMULATOR, "--profile", "block", "--uuid", BOARD, "--bms",
                 "--motors", str(MOTORS), "--ping-latency", "0.04", "--link", self.link, "--nmea",
                 "--exit-at-end", "--truth", self.truth_file],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, text=True)
        for _ in range(2):
            self.process.stdout.readline()  # Each tells that a terminal is there.
        self.configuration = CONFIGURATION.format(board=self.link, receiver=f"{self.link}-receiver")

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

    The last reply may be on its way when the plug is pulled, and two of the same millisecond count
    once. A step of the wheel is 1 cm. Each motor's amperes are cut to hundredths, at 83 V; half a
    percent is what lies between 20 samples a second."""
    if not found[0]:
        return ["nothing of the ride was recorded"]
    samples, metres, drawn, regained = found
    served = truth["served"]["values"]
    cut = MOTORS * 0.01 * 83 * truth["durationS"] / 3600
    sentences = []
    if not served - 2 - served // 100 <= samples <= served:
        sentences.append("samples of the ride are missing")
    if abs(metres - truth["distanceM"]) > 0.03:
        sentences.append("the ride has another length")
    for what, wh, really in (("took", drawn, truth["wattHoursDrawn"]),
                             ("gave back", regained, truth["wattHoursRegained"])):
        if abs(wh - really) > cut + 0.005 * really:
            sentences.append(f"the ride {what} another energy")
    if truth["forbidden"]:
        sentences.append("the board was sent what moves or changes it")
    return sentences
