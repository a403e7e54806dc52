"""A glider that flies as long as it is wanted, and the sentences of its GNSS receiver.

It stands until it is launched, is towed to 500 m and circles and glides from there, without an end.
Its place follows from the seconds since the launch alone, so that a receiver that was without power
for a while goes on where the glider is by then.
"""

import datetime
import math

METRES_PER_DEGREE = 111_319.49
FIELD = (47.6, 10.4, 720.0)
TOW_S = 100.0
CLIMB = 5.0
SPEED = 28.0
ROLL_S = 8.0
CIRCLE_S = 24.0


def checked(body):
    """A whole sentence: what it says with its checksum."""
    total = 0
    for byte in body.encode("ascii"):
        total ^= byte
    return f"${body}*{total:02X}\r\n".encode("ascii")


class Glider:
    """Where the glider is; times are milliseconds since 1970 as the receiver tells them."""

    def __init__(self):
        self.launched_ms = None

    def launch(self, at_ms):
        """Begins the roll."""
        self.launched_ms = at_ms

    def state(self, at_ms):
        """Degrees north and east, metres above the sea, metres a second, degrees of the course."""
        north, east, ground = FIELD
        seconds = (at_ms - self.launched_ms) / 1000 if self.launched_ms is not None else -1.0
        if seconds <= 0:
            return north, east, ground, 0.0, 0.0
        rolled = min(seconds, ROLL_S)
        way = SPEED * (rolled * rolled / (2 * ROLL_S) + max(0.0, min(seconds, TOW_S) - ROLL_S))
        speed = SPEED * rolled / ROLL_S
        height = CLIMB * max(0.0, min(seconds, TOW_S) - ROLL_S)
        angle = 0.0
        if seconds > TOW_S:
            angle = 2 * math.pi * (seconds - TOW_S) / CIRCLE_S
            height += 150 * (1 - math.cos((seconds - TOW_S) / 120))
        radius = SPEED * CIRCLE_S / (2 * math.pi)
        metres_north = way + radius * math.sin(angle)
        metres_east = radius * (1 - math.cos(angle))
        return (north + metres_north / METRES_PER_DEGREE,
                east + metres_east / (METRES_PER_DEGREE * math.cos(math.radians(north))),
                ground + height, speed, math.degrees(angle) % 360)

    def sentences(self, at_ms):
        """RMC and GGA of one instant."""
        north, east, altitude, speed, course = self.state(at_ms)
        at = datetime.datetime.fromtimestamp(at_ms / 1000, datetime.timezone.utc)
        clock = at.strftime("%H%M%S") + f".{at_ms % 1000 // 10:02d}"
        where = f"{_degrees(north, 2)},N,{_degrees(east, 3)},E"
        return (checked(f"GPRMC,{clock},A,{where},{speed * 3600 / 1852:.2f},{course:.1f},"
                        f"{at.strftime('%d%m%y')},,,A")
                + checked(f"GPGGA,{clock},{where},1,11,0.8,{altitude:.1f},M,48.0,M,,"))

    @staticmethod
    def silence(at_ms):
        """What a receiver without sky tells: the time alone."""
        at = datetime.datetime.fromtimestamp(at_ms / 1000, datetime.timezone.utc)
        clock = at.strftime("%H%M%S") + f".{at_ms % 1000 // 10:02d}"
        return (checked(f"GPRMC,{clock},V,,,,,,,{at.strftime('%d%m%y')},,,N")
                + checked(f"GPGGA,{clock},,,,,0,00,,,M,,M,,"))


def _degrees(value, digits):
    degrees = int(value)
    return f"{degrees:0{digits}d}{(value - degrees) * 60:09.6f}"
