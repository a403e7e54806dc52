"""USB sticks: another logger's flights, a file system that is refused, one that is pulled too early."""

import datetime
import shutil

import sticks
from logbook import Logger
from sentences import FLIGHTS
from stage import demand

MANY = 60


def play(stage):
    box = stage.box()
    folder = box.folder / "stick"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    logger = Logger(FLIGHTS / "demo/truth.csv", folder)
    plain(stage, box, folder, logger)
    refused(stage, box, folder)
    pulled(stage, box, folder, logger)


def pilots(told):
    """Of how many flights the other logger's pilot is."""
    return sum(flight["pilot"] == "Grace Example" for flight in told["flights"])


def plain(stage, box, folder, logger):
    sticks.fat(folder / "plain.img", [logger.flight, logger.places])
    with stage.step("a stick with a flight is plugged in; its flight is in the logbook"):
        box.plug_stick("plain", folder / "plain.img")
        box.wait_until(lambda told: pilots(told) == 1, "the flight is not there", "flights list")
    with stage.step("the import's unit has ended well, and the stick is mounted nowhere"):
        box.wait_for("journalctl -b -u 'barograph-import@*' | grep Finished", "the unit goes on")
        told = box.journal("barograph-import@*")
        demand("Failed" not in told, told)
        demand("/dev/sd" not in box.sh("cat /proc/mounts"), "something is mounted")
    box.unplug("plain")


def refused(stage, box, folder):
    sticks.exfat(folder / "exfat.img")
    with stage.step("a stick with exFAT is refused, and status says so"):
        box.plug_stick("exfat", folder / "exfat.img")
        status = box.wait_until(lambda told: told["imports"]["refused_stick"], "status says nothing")
        demand("exfat" in status["imports"]["refused_stick"], status["imports"]["refused_stick"])
        demand("exfat" in box.barograph("status", check=False).lower(), "its text does not name it")
    box.unplug("exfat")


def pulled(stage, box, folder, logger):
    files = [another(logger.flight, folder, number) for number in range(MANY)]
    sticks.fat(folder / "many.img", files)
    known = len(box.ask("flights list")["flights"])
    with stage.step("a stick is pulled during its import; the import ends"):
        box.plug_stick("many", folder / "many.img")
        box.wait_until(lambda told: len(told["flights"]) > known, "no flight comes", "flights list")
        box.unplug("many")
        box.wait_for("! systemctl list-units --state=active,activating --no-legend "
                     "'barograph-import@*' | grep .", "the import's unit goes on")
        box.barograph("status --quiet", check=False)
        demand(box.show("barographd", "NRestarts") == "0", "the recorder was restarted")
    with stage.step("plugged in again, the rest comes, nothing twice"):
        box.plug_stick("many", folder / "many.img")
        box.wait_until(lambda told: len(told["flights"]) >= known + MANY,
                       "the rest does not come", "flights list --limit 200")
        demand(len(box.ask("flights list --limit 200")["flights"]) == known + MANY,
               "there are too many flights")
    with stage.step("a stick that can be read ends the word about the one that cannot"):
        box.wait_until(lambda told: not told["imports"]["refused_stick"], "status goes on about it")
    box.unplug("many")


def another(flight, folder, number):
    """The same flight on another day."""
    day = datetime.date(2025, 1, 1) + datetime.timedelta(number)
    text = flight.read_bytes().split(b"\r\n", 2)
    path = folder / f"{day:%Y%m%d}.igc"
    path.write_bytes(b"\r\n".join([text[0], f"HFDTE{day:%d%m%y}".encode(), text[2]]))
    return path
