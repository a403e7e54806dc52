"""How fast the longest distances are found: a part of the benchmark of the logbook."""

import json
import os
import pathlib
import subprocess

from table import judged, line, reached, told

ROOT = pathlib.Path(__file__).resolve().parents[2]
RATE = ROOT / ".build/release/distance-rate"
# Simulated flights, and shapes that nobody flies but in which hardly a fix can be left out.
SIMULATED = ["homing:2500", "homing:10000", "homing:20000", "homing:40000", "local:10000",
             "straight:10000"]
HARD = ["noise:2500", "circle:2500", "line:2500", "noise:10000", "circles:10000", "roughLine:10000"]
# What the project has set itself.
MANY_FIXES = 10_000
TIMES_PLAIN = 10
TIMES_SLOWER = 1.1
LONGEST_S = 20

OPEN = {1: "straight", 2: "one turnpoint", 3: "two turnpoints", 4: "three turnpoints",
        6: "five turnpoints", "2h": "best two hours"}
CLOSED = {"outAndReturn": "out and return", "triangle": "triangle", "faiTriangle": "FAI triangle"}


class Distances:
    """Open distances beside the plain dynamic programme, and the time of closed shapes."""

    def __init__(self, paths):
        flown = paths if os.environ.get("FLIGHTS") else SIMULATED
        self._tracks = [str(track) for track in [*flown, *HARD]]
        self.notes = []

    def report(self):
        for track in self._tracks:
            said = subprocess.run([RATE, track], check=True, capture_output=True, text=True).stdout
            rows = [json.loads(text) for text in said.splitlines()]
            print(f"{pathlib.Path(track).name}, {rows[0]['fixes']} fixes", flush=True)
            for row in rows:
                if "ratio" in row:
                    self._report_open(row)
                elif "legs" in row:
                    told(f"  {OPEN[row['legs']]}: ms", f"{row['milliseconds']:.1f}")
            for shape in CLOSED:
                self._report_closed(shape, [row for row in rows if row.get("shape") == shape])

    def _report_open(self, row):
        what, note = f"  {OPEN[row['legs']]}", f"{row['milliseconds']:.2f} ms"
        if row["fixes"] >= MANY_FIXES:
            reached(f"{what}: times faster than plain", row["ratio"], TIMES_PLAIN,
                    "{:.1f}", note)
        else:
            judged(f"{what}: of the plain one", 1 / row["ratio"], TIMES_SLOWER, "{:.2f}", note)
        if abs(row["differenceM"]) > 0.001:
            self.notes.append(f"{row['track']}, {OPEN[row['legs']]}: {row['differenceM']} m longer")

    @staticmethod
    def _report_closed(shape, rows):
        """The slowest closing of a shape."""
        if not rows:
            return
        row = max(rows, key=lambda row: row["milliseconds"])
        unproved = [other["closing"] for other in rows if not other["isProved"]]
        seconds = row["milliseconds"] / 1000
        note = f"closing {row['closing']}"
        if unproved:
            line(f"  {CLOSED[shape]}: s, the slowest", f"≤ {LONGEST_S}", f"{seconds:.2f}",
                 f"MISSED  {note}, not proved: {', '.join(unproved)}")
        else:
            judged(f"  {CLOSED[shape]}: s, the slowest", seconds, LONGEST_S, "{:.2f}",
                   f"{note}, proved")
