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
