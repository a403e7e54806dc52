"""The bytes that the instruments' benchmark reads: sentences of a receiver and of a FLARM, and a
VESC's replies. The same in each run."""

import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Simulators"))
from flarm import sentence  # noqa: E402
from vesc_controller import Board  # noqa: E402
from vesc_frames import frame, u32  # noqa: E402
from vesc_ride import Ride  # noqa: E402

# What 115200 bits a second carry: ten bits a byte.
LINE_BYTES_PER_S = 11_520
# A FLARM that says everything five times a second, with as many aircraft around as the line takes.
FLARM_HZ = 5
AIRCRAFT = 42
# All values of a controller, and all of the whole board.
VESC_QUESTIONS = [bytes([50]) + u32(0x3FFFFF), bytes([47])]


def _clock(milliseconds):
    seconds = milliseconds // 1000
    return (f"{seconds // 3600 % 24:02}{seconds // 60 % 60:02}{seconds % 60:02}"
            f".{milliseconds % 1000 // 10:02}")


def _position(milliseconds):
    """Latitude and longitude as sent, speed in knots and altitude."""
    turn = milliseconds / 25_000 * math.tau
    north, east = 12.345 + 0.2 * math.sin(turn), 32.501 + 0.3 * math.cos(turn)
    return (f"47{north:08.5f},N,008{east:08.5f},E", 52.3 + 4 * math.sin(turn),
            1200.1 + 80 * math.sin(turn / 7))


def receiver_instant(milliseconds):
    """RMC, GGA, GSA and VTG of one instant."""
    place, knots, altitude = _position(milliseconds)
    clock, course = _clock(43_200_000 + milliseconds), milliseconds // 70 % 360
    return [f"GPRMC,{clock},A,{place},{knots:.3f},{course:.1f},140726,,,A",
            f"GPGGA,{clock},{place},1,11,0.9,{altitude:.1f},M,48.0,M,,",
            "GPGSA,A,3,02,05,07,09,13,15,20,24,28,30,,,1.7,0.9,1.4",
            f"GPVTG,{course:.1f},T,,M,{knots:.3f},N,{knots * 1.852:.3f},K,A"]


def flarm_instant(milliseconds, aircraft):
    """What a FLARM says in one cycle: itself, its height, its position, and who is around."""
    rmc, gga, *_ = receiver_instant(milliseconds)
    _, _, altitude = _position(milliseconds)
    said = [f"PFLAU,{aircraft},1,2,1,0,,0,,,", f"PGRMZ,{altitude / 0.3048:.0f},F,2", rmc, gga]
    for number in range(aircraft):
        turn = milliseconds / 20_000 * math.tau + number
        north, east = (round((300 + 150 * number) * f(turn)) for f in (math.cos, math.sin))
        said.append(f"PFLAA,0,{north},{east},{number * 17 - 200},2,{0xDD8000 + number:06X},"
                    f"{number * 53 % 360},,{20 + number % 20},{number % 9 - 4}.{number % 10},1")
    return said


def receiver_stream(instants=300):
    """A receiver at 10 Hz."""
    return b"".join(sentence(text) for index in range(instants)
                    for text in receiver_instant(index * 100))


def flarm_stream(seconds, aircraft=AIRCRAFT):
    """A FLARM at `FLARM_HZ`."""
    return b"".join(sentence(text) for index in range(seconds * FLARM_HZ)
                    for text in flarm_instant(index * 1000 // FLARM_HZ, aircraft))


def vesc_stream(seconds=30):
    """The replies of a ride to the questions that a recorder asks, 20 times a second."""
    board = Board(Ride("short", 1, 1), (6, 5), uuid=bytes(range(12)))
    return b"".join(frame(board.answer(question, index / 20))
                    for index in range(seconds * 20) for question in VESC_QUESTIONS)
