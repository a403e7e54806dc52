"""USB sticks as files: a partition with what another logger left there."""

import struct
import subprocess

from machine import MachineError

START = 2048
"""The partition's first sector, of 512 bytes."""
FAT32 = 0x0C
"""The partition's type."""


def run(*words):
    """Runs a program of the file systems."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        raise MachineError(f"{words[0]} ended with {done.returncode}: {done.stderr.strip()}")


def fat(path, files, megabytes=64):
    """A stick with one vfat partition and these files in a folder of it."""
    sectors = (megabytes << 11) - START
    with open(path, "wb") as image:
        image.truncate(megabytes << 20)
        image.seek(446)
        image.write(struct.pack("<4xB3xII", FAT32, START, sectors))
        image.seek(510)
        image.write(b"\x55\xaa")
    place = f"{path}@@{START * 512}"
    run("mformat", "-i", place, "-T", str(sectors), "-F", "-v", "LOGGER", "::")
    run("mmd", "-i", place, "::/FLIGHTS")
    run("mcopy", "-i", place, *files, "::/FLIGHTS/")


def exfat(path, megabytes=64):
    """A stick with exFAT, without a partition."""
    with open(path, "wb") as image:
        image.truncate(megabytes << 20)
    run("mkfs.exfat", path)
