"""The power is cut at random moments of a flight, on a box of its own (docs/power.md)."""

import subprocess
import sys

from machine import HERE, OUT
from stage import demand

PROGRAM = HERE.parent / "Power/power"


def play(stage):
    cuts = 1 if stage.short else 5
    words = ["--cuts", str(cuts), "--packages", stage.packages]
    with stage.step(f"{cuts} power cuts cost nothing that was on the disk"):
        run = subprocess.run([sys.executable, PROGRAM, *words], check=False)
        demand(run.returncode == 0, f"see above, and {OUT}/power-usual")
