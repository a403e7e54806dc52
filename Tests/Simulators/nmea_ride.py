"""The sentences of a GNSS receiver that rides along: RMC, GGA and GSA of each instant."""

import datetime
import math

METRES_PER_DEGREE = 111_319.49


class Positions:
    """Sends the positions of a ride when their time has come; `write` takes bytes.

    The way leads along a line to the north-east. While the wheel spins freely the position stands."""

    latitude, longitude, altitude, course = 47.0, 8.0, 420.0, 45.0

    def __init__(self, ride, utc, hz, write):
        self.ride, self.interval, self.write = ride, 1 / hz, write
        zone = datetime.timezone.utc
        now = datetime.datetime.now(zone)
        self.begin = now if utc == "now" else datetime.datetime.fromisoformat(utc).replace(tzinfo=zone)
        self.next = 0.0

    def send_due(self, t):
        """Everything up to a time of the ride; after its end the position stands."""
        while self.next <= t:
            self.write(self.sentences(self.next))
            self.next += self.interval

    def place(self, t):
        """Degrees north and east, and metres a second over ground."""
        way = self.ride.total(t)["ground"]
        angle = math.radians(self.course)
        north = self.latitude + way * math.cos(angle) / METRES_PER_DEGREE
        east = self.longitude + way * math.sin(angle) / (METRES_PER_DEGREE * math.cos(math.radians(self.latitude)))
        return north, east, 0.0 if self.ride.is_spinning(t) else abs(self.ride.speed(t))

    def sentences(self, t):
        north, east, speed = self.place(t)
        at = self.begin + datetime.timedelta(seconds=t)
        clock = at.strftime("%H%M%S") + ".%02d" % (at.microsecond // 10_000)
        where = f"{self._degrees(north, 2)},N,{self._degrees(east, 3)},E"
        knots = speed * 3600 / 1852
        return b"".join(
            self._sentence(body)
            for body in (
                f"GPRMC,{clock},A,{where},{knots:.2f},{self.course:.1f},{at.strftime('%d%m%y')},,,A",
                f"GPGGA,{clock},{where},1,11,0.8,{self.altitude:.1f},M,47.0,M,,",
                "GPGSA,A,3,02,05,07,09,13,15,18,21,24,28,30,,1.4,0.8,1.1",
            )
        )

    @staticmethod
    def _degrees(value, digits):
        degrees = int(value)
        return f"{degrees:0{digits}d}{(value - degrees) * 60:09.6f}"

    @staticmethod
    def _sentence(body):
        checksum = 0
        for byte in body.encode():
            checksum ^= byte
        return f"${body}*{checksum:02X}\r\n".encode()
