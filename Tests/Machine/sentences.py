"""What a GNSS receiver sends during a simulated flight, and a thread that sends it."""

import csv
import json
import pathlib
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
FLIGHTS = HERE.parents[1] / "Fixtures/flights"
sys.path.insert(0, str(HERE.parent / "Demo"))
from replay import epochs, read_log  # noqa: E402


class Log:
    """The sentences of one of the fixtures' flights, an instant each, and what is true of them."""

    def __init__(self, name, day=None):
        """`day` is the date in RMC's spelling, DDMMYY, in place of the log's own: a box that has
        recorded takes no fix of the past."""
        self.folder = FLIGHTS / name
        self.instants = epochs(read_log(self.folder / "flight.nmea"))
        if day:
            self.instants = [dated(instant, day) for instant in self.instants]

    def prolong(self, seconds):
        """Adds seconds at the last place, standing as it stood."""
        for _ in range(seconds):
            self.instants.append(later(self.instants[-1]))
        return self

    def seconds_due(self):
        """The seconds of the day that a file of the flight must hold: from 20 fixes before take-off
        to 20 after the landing, or to the end of the log."""
        flight = json.loads((self.folder / "truth.json").read_text())["flights"][0]
        with open(self.folder / "truth.csv", newline="", encoding="ascii") as table:
            rows = csv.DictReader(line for line in table if not line.startswith("#"))
            times = [int(row["epochMs"]) for row in rows]
        first = [time for time in times if time <= flight["takeoffMs"]][-20]
        landing = flight.get("landingMs")
        last = [time for time in times if time >= landing][:20][-1] if landing else times[-1]
        return {time // 1000 % 86400 for time in times if first <= time <= last}


def sentence(body):
    """A sentence around its text."""
    total = 0
    for byte in body:
        total ^= byte
    return b"$%s*%02X\r\n" % (body, total)


def changed(instant, change):
    """An instant's sentences with their fields changed: `change` gets and keeps a list of them."""
    lines = []
    for line in instant.splitlines():
        fields = line[1:].split(b"*")[0].split(b",")
        change(fields)
        lines.append(sentence(b",".join(fields)))
    return b"".join(lines)


def dated(instant, day):
    """The same instant on another day."""
    def change(fields):
        if fields[0].endswith(b"RMC"):
            fields[9] = day.encode()
    return changed(instant, change)


def second_of_day(instant):
    """When it is, in seconds since midnight."""
    clock = instant.split(b",")[1]
    return int(clock[:2]) * 3600 + int(clock[2:4]) * 60 + int(clock[4:6])


def later(instant):
    """The same a second later, at the same place."""
    time = second_of_day(instant) + 1

    def change(fields):
        if fields[0][2:] in (b"RMC", b"GGA"):
            fields[1] = b"%02d%02d%02d.00" % (time // 3600, time // 60 % 60, time % 60)
    return changed(instant, change)


class Sending(threading.Thread):
    """Sends instants to a line at a pace, until they are over, it is stopped or the line is gone.

    A receiver's line waits for nobody; this one does, so that a slow machine loses nothing. A line
    has one sending at a time: `join` it before the next."""

    def __init__(self, line, instants, rate):
        super().__init__(daemon=True)
        self._line, self._instants, self._pause = line, instants, 1 / rate
        self._ended = threading.Event()
        self.sent = 0
        self.start()

    def run(self):
        for instant in self._instants:
            try:
                self._line.sendall(instant)
            except OSError:
                return
            self.sent += 1
            if self._ended.wait(self._pause):
                return

    def stop(self):
        """Ends it after the instant under way."""
        self._ended.set()
        self.join()


class Listening(threading.Thread):
    """Throws away what a box writes to a line, so that the line never fills."""

    def __init__(self, line):
        super().__init__(daemon=True)
        self._line = line
        self.start()

    def run(self):
        try:
            while self._line.recv(4096):
                pass
        except OSError:
            pass
