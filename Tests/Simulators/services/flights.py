"""An IGC file as a service sees it."""

import collections
import datetime
import hashlib
import re

Flight = collections.namedtuple("Flight", "sha256 takeoff landing")


class NoFlight(Exception):
    """The bytes are no IGC file with a date and fixes."""


def read(content):
    """A file's digest, and the times of its first and last fix (UTC)."""
    text = content.decode("latin-1")
    date = re.search(r"^HFDTE(?:DATE:)?(\d\d)(\d\d)(\d\d)", text, re.MULTILINE)
    times = re.findall(r"^B(\d\d)(\d\d)(\d\d)", text, re.MULTILINE)
    if not text.startswith("A") or not date or not times:
        raise NoFlight("no IGC file")
    day, month, year = map(int, date.groups())
    midnight = datetime.datetime(2000 + year, month, day)

    def at(time):
        hours, minutes, seconds = map(int, time)
        return midnight + datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)

    takeoff, landing = at(times[0]), at(times[-1])
    if landing < takeoff:
        landing += datetime.timedelta(days=1)
    return Flight(hashlib.sha256(content).hexdigest(), takeoff, landing)


def example(day, pilot, number):
    """An IGC file of an hour's flight on a day, a fix every ten seconds: up a thermal and back down."""
    lines = ["AXXX001", f"HFDTE{day:%d%m%y}", f"HFPLTPILOTINCHARGE:{pilot}", f"HFCIDCOMPETITIONID:{number}"]
    for step in range(361):
        height = 400 + 8 * min(step, 360 - step)
        east = 100 * min(step, 360 - step)
        time = 36000 + 10 * step
        lines.append(f"B{time // 3600:02}{time // 60 % 60:02}{time % 60:02}5048000N008{east // 1000:02}"
                     f"{east % 1000:03}EA{height:05}{height:05}")
    return "\r\n".join(lines + [""]).encode()
