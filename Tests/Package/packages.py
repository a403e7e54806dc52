"""The packages that `make deb` made: where they lie, what they say, what they hold."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(os.environ.get("BAROGRAPH_PACKAGES", ROOT / "out"))
NAMES = ("barograph", "barograph-receiver")


def run(*command, **options):
    """The output of a program that must succeed; what it complained of is in the failure."""
    done = subprocess.run(
        [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, timeout=600, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def source_version():
    """The version at the head of debian/changelog."""
    head = (ROOT / "debian/changelog").read_text().splitlines()[0]
    return re.fullmatch(r"barograph \(([^)]+)\) \S+; urgency=\w+", head).group(1)


class Package:
    """One .deb of this version and architecture."""

    def __init__(self, name):
        architecture = run("dpkg", "--print-architecture").strip()
        self.name = name
        self.path = FOLDER / f"{name}_{source_version()}_{architecture}.deb"
        if not self.path.exists():
            raise AssertionError(f"{self.path} is missing; run: make deb")

    def field(self, name):
        return run("dpkg-deb", "--field", self.path, name).strip()

    def depends(self):
        """The names that Depends has, without versions."""
        return {part.split()[0] for part in self.field("Depends").split(",")}

    def unpack(self, folder):
        """The files in a folder, the control files in its DEBIAN."""
        run("dpkg-deb", "--raw-extract", self.path, folder)
        return Path(folder)

    def contents(self):
        """A line a file: mode, owner, path and where a link leads, in the order of paths."""
        lines = []
        for line in run("dpkg-deb", "--contents", self.path).splitlines():
            mode, owner, _, _, _, path = line.split(None, 5)
            lines.append(f"{mode} {owner} {path[1:]}")
        return sorted(lines, key=lambda line: line.split()[2])
