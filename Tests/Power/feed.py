"""A receiver that sends to a virtual serial port, and a witness of what reached the box.

The clock of both is the host's. A receiver does not wait for a reader: while nobody has taken what
was sent before, an instant's sentences are lost, as they are on a real line.
"""

import array
import calendar
import fcntl
import re
import termios
import threading
import time

_TOLD = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def unread(line):
    """Bytes that were sent and that nobody has read."""
    count = array.array("i", [0])
    fcntl.ioctl(line, termios.TIOCOUTQ, count)
    return count[0]


class Feed(threading.Thread):
    """Sends what a receiver tells at `rate` hertz, until it is stopped or the line is gone.

    `tell` makes the sentences of an instant in milliseconds; `clock` is the true time in them."""

    def __init__(self, line, tell, rate, clock):
        super().__init__(daemon=True)
        self._line = line
        self._tell, self._step, self._clock = tell, 1000 // rate, clock
        self._ended = threading.Event()
        self.sent = self.passed = 0

    def run(self):
        at = self._clock()
        at -= at % self._step
        while not self._ended.is_set():
            at = max(at + self._step, self._clock() // self._step * self._step)
            if self._ended.wait(max(0.0, (at - self._clock()) / 1000)):
                return
            try:
                if not unread(self._line):
                    self._line.sendall(self._tell(at))
                    self.sent += 1
                self.passed += 1
            except OSError:
                return

    def stop(self):
        self._ended.set()
        self._line.close()


class Witness(threading.Thread):
    """Notes when gpsd in the box told of a fix: `told` has milliseconds of the fix to those of
    the host's clock. A little later than gpsd told, which is in the box's favour."""

    def __init__(self, line, clock):
        super().__init__(daemon=True)
        self._line, self._clock, self.told = line, clock, {}

    def run(self):
        rest = b""
        while True:
            try:
                read = self._line.recv(4096)
            except OSError:
                return
            if not read:
                return
            now = self._clock()
            *lines, rest = (rest + read).split(b"\n")
            for line in lines:
                at = milliseconds(line.strip())
                if at is not None:
                    self.told.setdefault(at, now)

    def stop(self):
        self._line.close()


def milliseconds(text):
    """A time as gpsd writes it, in milliseconds since 1970; None if it is none."""
    if not _TOLD.fullmatch(text):
        return None
    whole, _, part = text[:-1].decode("ascii").partition(".")
    seconds = time.strptime(whole, "%Y-%m-%dT%H:%M:%S")
    return calendar.timegm(seconds) * 1000 + int((part + "000")[:3])

