"""What the benchmark reads from the kernel and from the database while the recorders run.

Nothing here asks the measured program for its own opinion: CPU time, memory and writes are the
kernel's counts, the log's growth is read from SQLite's shared index, and sizes from its pages.
"""

import os
import sqlite3
import struct
import time


class ProcessMeter:
    """The kernel's accounts of one process."""

    def __init__(self, pid):
        self.pid = pid

    def cpu_ns(self):
        """CPU time of all its threads, ended ones too (the process's CPU clock)."""
        return time.clock_gettime_ns(~self.pid << 3 | 2)

    def threads(self):
        """Name and CPU nanoseconds of each living thread, and how often it was put on a CPU."""
        found = {}
        for task in os.listdir(f"/proc/{self.pid}/task"):
            try:
                with open(f"/proc/{self.pid}/task/{task}/comm", encoding="utf-8") as file:
                    name = file.read().strip()
                with open(f"/proc/{self.pid}/task/{task}/schedstat", encoding="ascii") as file:
                    used, _, turns = map(int, file.read().split())
            except FileNotFoundError:
                continue
            found[int(task)] = (name, used, turns)
        return found

    def io(self):
        """Bytes handed to write calls, and bytes that make for a device."""
        with open(f"/proc/{self.pid}/io", encoding="ascii") as file:
            fields = dict(line.split(": ") for line in file.read().splitlines())
        return int(fields["wchar"]), int(fields["write_bytes"])

    def memory(self):
        """Anonymous, proportional and resident memory in bytes."""
        with open(f"/proc/{self.pid}/smaps_rollup", encoding="ascii") as file:
            next(file)
            fields = dict(line.split(":") for line in file)
        return {key: int(fields[key].split()[0]) * 1024 for key in ("Anonymous", "Pss", "Rss")}


class LogMeter:
    """How far a database's write-ahead log has been written (its shared index, `-shm`)."""

    def __init__(self, database):
        self._index = database + "-shm"
        self.restarts = 0
        self._frames, self._salt, _ = self._read()

    def _read(self):
        with open(self._index, "rb") as file:
            header = file.read(48)
        page_size, frames = struct.unpack_from("=HI", header, 14)
        return frames, header[32:40], (65536 if page_size == 1 else page_size) + 24

    def take(self):
        """Bytes appended since the last call; None if the log has begun anew since, because what it
        grew by before that is not seen."""
        frames, salt, size = self._read()
        grown = (frames - self._frames) * size if salt == self._salt else None
        if salt != self._salt:
            self.restarts += 1
        self._frames, self._salt = frames, salt
        return grown


def table_bytes(database):
    """Bytes of the pages of each table and index, in whole pages (SQLite's `dbstat`)."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return dict(connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
    finally:
        connection.close()


def stored_fixes(database):
    """Rows of `fix_record`, and distinct fix times among them."""
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT count(*), count(DISTINCT recorded_at_ms) FROM fix"
                                  ).fetchone()
    finally:
        connection.close()
