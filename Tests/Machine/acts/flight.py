"""A receiver is plugged in, gpsd finds it, and a flight is recorded; nobody does anything."""

from sentences import Log, Sending
from stage import demand

RATE = 20
"""Instants a second: the recorder goes by the receiver's time, so a flight may be faster than life."""


def play(stage):
    box = stage.box()
    log = Log("minute") if stage.short else Log("demo").prolong(240)
    ground = 20 if stage.short else 80
    with stage.step("a u-blox receiver is plugged in; gpsd takes it by its USB identity"):
        line = box.receiver()
        box.wait_for("systemctl is-active gpsdctl@ttyACM0", "gpsd was not told of the receiver")
    with stage.step("standing with a fix it is armed"):
        standing = Sending(line, log.instants[:ground], 5)
        box.wait_until(lambda status: status["state"] == "armed", "it is not armed")
        standing.join()
    sending = Sending(line, log.instants[ground:], 5 if stage.short else RATE)
    with stage.step("the take-off is seen"):
        box.wait_until(lambda status: status["recording"]["phase"] == "airborne",
                       "no flight is recorded")
    with stage.step("the flight ends in the logbook"):
        flight = end(stage, box, sending)
    check(stage, box, log, flight)
    box.pull_gadget("receiver")


def end(stage, box, sending):
    """Waits for the end that the recorder finds, in the short form ends it by hand; the flight."""
    if stage.short:
        sending.join()
        box.end_flight()
    flights = box.wait_until(lambda told: told["flights"], "the logbook is empty", "flights list")
    demand(len(flights["flights"]) == 1, f"one flight became {len(flights['flights'])}")
    return flights["flights"][0]


def check(stage, box, log, flight):
    """What is demanded of the flight's file."""
    with stage.step("barograph verify believes the file"):
        box.barograph(f"verify '{flight['igc_path']}'")
    with stage.step("no fix is missing in it"):
        missing = log.seconds_due() - set(box.igc_seconds(flight["igc_path"]))
        demand(not missing, f"{len(missing)} seconds are missing: {sorted(missing)[:10]}")
