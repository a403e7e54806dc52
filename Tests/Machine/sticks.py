"""USB sticks as files: a partition with what another logger left there."""

import subprocess

from machine import MachineError

START = 2048
"""The partition's first sector, of 512 bytes."""


def run(words, given=None):
    """Runs a program of the file systems."""
    done = subprocess.run([str(word) for word in words], input=given, capture_output=True,
                          text=True, check=False)
    if done.returncode:
        raise MachineError(f"{words[0]} ended with {done.returncode}: {done.stderr.strip()}")


def fat(path, files, megabytes=64):
    """A stick with one vfat partition and these files in a folder of it."""
    with open(path, "wb") as image:
        image.truncate(megabytes << 20)
    run(["sfdisk", "-q", path], given=f"start={START}, type=c\n")
    place = f"{path}@@{START * 512}"
    run(["mformat", "-i", place, "-T", (megabytes << 11) - START, "-F", "-v", "LOGGER", "::"])
    run(["mmd", "-i", place, "::/FLIGHTS"])
    run(["mcopy", "-i", place, *files, "::/FLIGHTS/"])


def exfat(path, megabytes=64):
    """A stick with exFAT, without a partition."""
    with open(path, "wb") as image:
        image.truncate(megabytes << 20)
    run(["mkfs.exfat", path])
