"""The third act of the demo: a folder of another logger, and what the logbook makes of it."""

import csv
import datetime
import math

# A day after the recorded flight, on the same way.
SHIFT_S = 86400
FLIGHTS = 2  # the recorded one and the imported one
RADIUS_M = 3000


class Logger:
    """The simulator's true flight as another logger writes it, with a task and its places."""

    def __init__(self, truth_csv, folder):
        self.folder = folder / "logger"
        self.folder.mkdir()
        with open(truth_csv, newline="", encoding="ascii") as table:
            rows = csv.DictReader(line for line in table if not line.startswith("#"))
            self.fixes = [tuple(int(row[name]) for name in
                                ("epochMs", "latE7", "lonE7", "ellipsoidCm", "pressureCm"))
                          for row in rows]
        self.points = turnpoints([fix[1:3] for fix in self.fixes])
        self.flight, self.places = self.folder / "67EX4711.igc", self.folder / "club.cup"
        self.flight.write_bytes("".join(line + "\r\n" for line in self._igc()).encode("ascii"))
        self.places.write_bytes("".join(line + "\r\n" for line in self._cup()).encode("ascii"))

    def _igc(self):
        start = self.fixes[0][0] // 1000 + SHIFT_S
        yield from ("AXSIEX4", f"HFDTE{date(start)}", "HFPLTPILOTINCHARGE:Grace Example",
                    "HFGTYGLIDERTYPE:ASW 20", "HFGIDGLIDERID:D-4711")
        yield f"C{date(start)}{clock(start - 3600)}0000000001{len(self.points) - 2:02}Round"
        yield "C0000000N00000000E"
        for name, place in self.points:
            yield f"C{degrees(place[0], 2, 'NS')}{degrees(place[1], 3, 'EW')}{name}"
        yield "C0000000N00000000E"
        for number in range(len(self.points)):
            yield f"LXSIOZ={number - 1},Style=1,R1={RADIUS_M}m,A1=180"
        for time, latitude, longitude, height, pressure in self.fixes:
            yield (f"B{clock(time // 1000 + SHIFT_S)}{degrees(latitude, 2, 'NS')}"
                   f"{degrees(longitude, 3, 'EW')}A{pressure // 100:05}{height // 100:05}")
        yield "G0123456789"

    def _cup(self):
        yield "name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc"
        for name, place in self.points[:-1]:
            style = 4 if name == self.points[0][0] else 1
            latitude, longitude = degrees(place[0], 2, "NS"), degrees(place[1], 3, "EW")
            yield (f'"{name}","{name[:3].upper()}",DE,{latitude[:4]}.{latitude[4:]},'
                   f'{longitude[:5]}.{longitude[5:]},900.0m,{style},,,,')
        yield '"Spare","SPA",DE,5000.000N,01000.000E,300.0m,1,,,,'
        yield "-----Related Tasks-----"
        yield '"Round",,' + ",".join(f'"{name}"' for name, _ in self.points) + ","
        for number in range(len(self.points)):
            yield f"ObsZone={number},Style=1,R1={RADIUS_M}m,A1=180"


def turnpoints(places):
    """Field, the place farthest from it and the place farthest from both as they were flown, field."""
    field = places[0]
    first = max(places, key=lambda place: metres(field, place))
    second = max(places, key=lambda place: metres(field, place) + metres(first, place))
    first, second = sorted((first, second), key=places.index)
    return [("Wasserkuppe", field), ("Mill", first), ("Bridge", second), ("Wasserkuppe", field)]


def metres(one, other):
    """Between two places in 1e-7 degrees, near enough to choose by."""
    north = (other[0] - one[0]) / 1e7 * 111195
    east = (other[1] - one[1]) / 1e7 * 111195 * math.cos(math.radians(one[0] / 1e7))
    return math.hypot(north, east)


def degrees(e7, width, letters):
    """`5029934N`: degrees, minutes and thousandths."""
    thousandths = round(abs(e7) * 60 / 10000)
    return f"{thousandths // 60000:0{width}}{thousandths % 60000:05}{letters[e7 < 0]}"


def clock(seconds):
    """The time of day of an IGC file."""
    return f"{seconds // 3600 % 24:02}{seconds // 60 % 60:02}{seconds % 60:02}"


def date(seconds):
    """The day of an IGC file, in the Gregorian calendar."""
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%d%m%y")


def lines(flights, analyses, report):
    """The closing lines: what the logbook has of what the files say."""
    known = sum(flight["analysis_version"] > 0 for flight in flights)
    found = sum(flight["optimised_distance_m"] or 0 for flight in flights)
    return {
        "logbook-flights": f"{known} of {FLIGHTS}",
        "logbook-distance": f"{found / 1000:.1f} km of {sum(map(distance, analyses)) / 1000:.1f} km",
        "report": f"{report} {report.stat().st_size // 1000} kB",
    }


def distance(analysis):
    """The logbook lists free distance over up to five turnpoints."""
    return analysis["distances"]["fiveTurnpoints"]["sphere"]


def losses(flights, analyses, page):
    """What does not add up, each as a sentence."""
    if len(flights) != FLIGHTS:
        return [f"the logbook has {len(flights)} flights of {FLIGHTS}"]
    sentences = []
    for flight, analysis in zip(flights, analyses):
        name = flight["filename"]
        if abs((flight["optimised_distance_m"] or 0) - distance(analysis)) > 1:
            sentences.append(f"the logbook has another distance of {name}")
        if flight["takeoff_at"] != analysis["takeoff"] or flight["landing_at"] != analysis["landing"]:
            sentences.append(f"the logbook has another take-off or landing of {name}")
    imported = [flight for flight in flights if flight["pilot"] == "Grace Example"]
    if not any(flight["task_completed"] for flight in imported):
        sentences.append("the task of the imported flight is not evaluated")
    if not all(flight["takeoff_name"] == "Wasserkuppe" for flight in flights):
        sentences.append("a take-off has no name")
    if "<svg" not in page or "Grace Example" not in page or "src=" in page:
        sentences.append("the report is not complete in itself")
    return sentences
