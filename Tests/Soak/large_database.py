#!/usr/bin/env python3
"""Starts barographd on a database of gigabytes and measures the time to the first stored fix.

usage: large_database.py BAROGRAPHD FOLDER [MEGABYTES]

The service itself makes the database; rows are then added with SQLite until it has MEGABYTES
(default 4200): finished flights, and one recording without an end that holds half of all fixes, as
a box with policy `always` has after a month. Then a private gpsd sends ten fixes a second, and the
service is started, with nothing of the database in the page cache

    after a clean stop             first-fix-after-start-ms
    after SIGKILL in mid-flight    first-fix-after-kill-ms
    after SIGKILL with a write-ahead log of 64 MB   first-fix-with-large-wal-ms

each from the start of the process to the first new row that another process can read. It exits with
1 if one of them is above 3000, or if a fix that was stored is gone after a kill. FOLDER is removed
at the end.
"""

import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Tests/Demo"))
from replay import Children, Replay, ReplayError  # noqa: E402

FLIGHT = ROOT / "Fixtures/flights/demo/flight.nmea"
FLIGHT_START_MS = 1_783_162_800_000  # 2026-07-04T11:00:00Z, the first fix of that flight
LIMIT_MS = 3000
RATE = 10
# A run of rows lasts two hours at 10 Hz: what three bytes of milliseconds can tell.
SEGMENT = 72_000
# Sixty times what the service lets its log grow to: hours in which no checkpoint succeeded.
LOG_BYTES = 64 << 20

CONFIGURATION = """\
[gpsd]
port = {port}

[recording]
policy = always

[declaration]
registration = D-4000
"""

FIXES = """
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :rows - 1)
INSERT INTO fix_record (offset_ms, latitude_e7, longitude_e7, gnss_altitude_cm,
    pressure_altitude_cm, ground_speed_cm_s, vario_cm_s, bearing_centideg, horizontal_error_dm,
    vertical_error_dm, solution)
  SELECT i * 100, 473000000 + i * 25, 85000000 + i * 31, 100000 + i % 90000, 95000 + i % 90000,
    2500 + i % 500, i % 400 - 200, i * 7 % 36000 - 18000, 33, 44, 51 FROM n
"""

FRAMES = """
WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < :rows - 1)
INSERT INTO telemetry_frames (board_key, boot_key, captured_at_ms, elapsed_realtime_ms, flags,
    changed_mask1, changed_mask2, latitude_e7, longitude_e7, gps_speed_centi_mps, bearing_centi_deg,
    accuracy_cm, altitude_cm, location_timestamp_ms)
  SELECT :board, :boot, :base + i * 300, 500000 + i * 300, 4, 0, 1, 473000000 + i * 75,
    85000000 + i * 93, 2500 + i % 500, i * 21 % 36000, 330, 100000 + i % 90000, :base + i * 300
    FROM n
"""


class Failure(Exception):
    """The service did not do what it must."""


def say(key, value):
    print(f"{key} {value}", flush=True)


class Service:
    """barographd on the folder's state."""

    def __init__(self, binary, folder, children):
        self.binary, self.folder, self.children = binary, folder, children
        self.state = folder / "state"
        self.database = self.state / "barograph.db"
        self.socket = folder / "run/barograph.sock"
        self.process = None
        self.began = None

    def start(self):
        environment = dict(os.environ, STATE_DIRECTORY=str(self.state),
                           RUNTIME_DIRECTORY=str(self.folder / "run"))
        environment.pop("NOTIFY_SOCKET", None)
        if self.socket.exists():
            self.socket.unlink()
        with open(self.folder / "barographd.log", "ab") as log:
            self.began = time.monotonic()
            self.process = self.children.start(
                [self.binary, "--config", self.folder / "barograph.conf"], env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)

    def wait_until_up(self, seconds=60):
        """Nobody else opens the database before the service has: that would do its work."""
        while not self.socket.exists():
            if self.process.poll() is not None or time.monotonic() - self.began > seconds:
                raise Failure(f"barographd did not come up; see {self.folder}/barographd.log")
            time.sleep(0.002)

    def first_fix_ms(self, known):
        """Milliseconds from the start of the process to a row beyond those `known`."""
        self.wait_until_up()
        with self.reader() as database:
            while newest(database) <= known:
                if time.monotonic() - self.began > 60:
                    raise Failure("no fix was stored in a minute")
                time.sleep(0.002)
        return round((time.monotonic() - self.began) * 1000)

    def reader(self):
        return Closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=10))

    def stop(self, codes=(0,)):
        """Asks it to end, for which systemd gives 90 s."""
        self.children.stop(self.process, patience=80)
        if self.process.returncode not in codes:
            raise Failure(f"barographd ended with {self.process.returncode}")

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.children.stop(self.process)


class Closing:
    """A connection that is closed at the end of a with block."""

    def __init__(self, connection):
        self.connection = connection

    def __enter__(self):
        return self.connection

    def __exit__(self, *_):
        self.connection.close()


def newest(database):
    """The highest number given to a fix."""
    row = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'fix_record'").fetchone()
    return row[0] if row else 0


def forget(path):
    """Takes a file out of the page cache; how many bytes of it stay."""
    if not path.exists():
        return 0
    descriptor = os.open(path, os.O_RDONLY)
    os.fsync(descriptor)
    os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    os.close(descriptor)
    left = subprocess.run(["fincore", "-bnr", "-o", "res", path], capture_output=True, text=True,
                          check=False).stdout.strip()
    return int(left or -1)


def forget_all(service):
    for suffix in ("", "-wal", "-shm"):
        path = pathlib.Path(f"{service.database}{suffix}")
        if path.exists():
            say(f"cached-bytes-of-{path.name}", forget(path))


def grow(path, megabytes):
    """Adds flights, then one recording without an end, in equal parts."""
    with Closing(sqlite3.connect(path, isolation_level=None)) as database:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -200000",
                       "locking_mode = EXCLUSIVE"):
            database.execute(f"PRAGMA {pragma}").fetchall()
        board = database.execute("SELECT max(board_key) FROM boards").fetchone()[0]
        boot = database.execute(
            "INSERT INTO boot (boot_id, first_seen_at_ms) VALUES ('an earlier one', 0)").lastrowid
        end = FLIGHT_START_MS - 60_000
        size = os.path.getsize(path)
        add_segment(database, board, boot, 1, 0)
        step = max(1, os.path.getsize(path) - size)
        segments = max(8, (megabytes * 1_000_000 - size) // step)
        first = end - segments * SEGMENT * 100
        database.execute("UPDATE recording_segment SET base_ms = ?", (first,))
        for index in range(1, segments):
            last_finished = segments // 2
            recording = min(index, last_finished) + 1
            add_segment(database, board, boot, recording, first + index * SEGMENT * 100)
        add_recordings(database, board, boot, segments // 2, first, end)
        database.execute("PRAGMA journal_mode = WAL").fetchall()


def add_segment(database, board, boot, recording, base):
    """Two hours at 10 Hz: fixes, every third as a frame, and the minutes' buckets."""
    values = dict(board=board, boot=boot, base=base)
    database.execute("BEGIN")
    next_id = database.execute(
        "SELECT coalesce(max(segment_id), 0) + 1 FROM recording_segment").fetchone()[0]
    frames = database.execute("SELECT coalesce(max(id), 0) + 1 FROM telemetry_frames").fetchone()[0]
    database.execute("INSERT INTO recording_segment VALUES (?, ?, ?, ?, ?, ?)",
                     (next_id, recording + 1000, boot, newest(database) + 1, frames, base))
    database.execute(FIXES, dict(rows=SEGMENT))
    database.execute(FRAMES, dict(values, rows=SEGMENT // 3))
    database.execute("COMMIT")


def add_recordings(database, board, boot, last_finished, first, end):
    """The rows of the recordings and of their flights; the last has no end."""
    database.execute("BEGIN")
    for index in range(last_finished + 1):
        start = first + index * SEGMENT * 100
        is_open = index == last_finished
        identity = f"{index:064x}"
        database.execute(
            "INSERT INTO recording VALUES (?, 'flight', ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, '', '',"
            " '', 'D-4000', '', '')",
            (index + 1001, board, boot, start, end if is_open else start + SEGMENT * 100,
             int(is_open), start, None if is_open else start + 1000,
             None if is_open else "landed", None if is_open else identity))
        if not is_open:
            database.execute(
                "INSERT INTO flights VALUES (?, ?, ?, 1000000, ?, '', '', '', 'D-4000', '', '', ?,"
                " ?, 7200, NULL, NULL, 7200, 900, ?, NULL, ?)",
                (identity, index + 1001, f"flight-{index}.IGC", start, start, start + 7_200_000,
                 start, index + 1))
    database.execute("COMMIT")


def grow_log(path):
    """Leaves a long write-ahead log behind, as a kill at the end of a long backup does."""
    child = os.fork()
    if child == 0:
        database = sqlite3.connect(path, isolation_level=None)
        database.execute("PRAGMA wal_autocheckpoint = 0").fetchall()
        database.execute("PRAGMA synchronous = OFF").fetchall()
        while os.path.getsize(f"{path}-wal") < LOG_BYTES:
            database.execute(
                "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16)"
                " INSERT INTO diagnostic_events (occurred_at_ms, elapsed_realtime_ms, boot_key,"
                " event_name, message, properties_json)"
                " SELECT 0, 0, 1, 'filler', printf('%.*c', 1000000, 'x'), '{}' FROM n")
        os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)


def measure(service, key, known):
    """One start without a warm cache; complains of a slow one at the end."""
    forget_all(service)
    service.start()
    taken = service.first_fix_ms(known)
    say(key, taken)
    return taken


def run(binary, folder, megabytes, children):
    with Replay([str(FLIGHT)], mode="pty", rate=RATE) as replay:
        (folder / "barograph.conf").write_text(CONFIGURATION.format(port=replay.port))
        service = Service(binary, folder, children)
        service.start()
        service.wait_until_up()
        service.stop()
        began = time.monotonic()
        grow(service.database, megabytes)
        say("seconds-to-build", round(time.monotonic() - began))
        say("database-bytes", service.database.stat().st_size)
        with service.reader() as database:
            known = newest(database)
            unfinished = database.execute(
                "SELECT count(*) FROM recording WHERE end_reason IS NULL").fetchone()[0]
        say("fixes-in-database", known)
        if unfinished != 1:
            raise Failure(f"{unfinished} recordings have no end")
        forget_all(service)
        replay.feed()
        taken = [measure(service, "first-fix-after-start-ms", known)]
        time.sleep(3)
        taken.append(after_kill(service, "first-fix-after-kill-ms"))
        time.sleep(1)
        taken.append(after_kill(service, "first-fix-with-large-wal-ms", grow_log))
        check_continuity(service, known)
        # The file of a month at 10 Hz is not written in time; that is told, and ends in time.
        began = time.monotonic()
        service.stop(codes=(0, os.EX_IOERR))
        say("seconds-to-stop", round(time.monotonic() - began))
        if list(service.state.glob("barograph.db*broken*")):
            raise Failure("a database was set aside")
    if max(taken) > LIMIT_MS:
        raise Failure(f"a fix came after {max(taken)} ms, {LIMIT_MS} are allowed")


def after_kill(service, key, before_start=None):
    """Kills the service in mid-flight and starts it again; nothing stored may be gone."""
    with service.reader() as database:
        known = newest(database)
        service.kill()
    if before_start:
        before_start(service.database)
    say(f"wal-bytes-before-{key}", os.path.getsize(f"{service.database}-wal"))
    taken = measure(service, key, known)
    with service.reader() as database:
        count = database.execute(
            "SELECT count(*) FROM fix_record WHERE id > ? - 20 AND id <= ?",
            (known, known)).fetchone()[0]
    if count != 20:
        raise Failure("fixes that were stored before the kill are gone")
    return taken


def check_continuity(service, known):
    """All that was recorded since belongs to the one recording, in rising time."""
    with service.reader() as database:
        rows = database.execute(
            "SELECT recording_id, recorded_at_ms FROM fix WHERE id > ? AND recorded_at_ms > ?",
            (known, FLIGHT_START_MS - 1)).fetchall()
    times = [row[1] for row in rows]
    say("fixes-since-start", len(times))
    if len({row[0] for row in rows}) != 1:
        raise Failure("the recording was not continued")
    if any(later <= earlier for earlier, later in zip(times, times[1:])):
        raise Failure("a fix is there twice or out of order")


def main(binary, folder, megabytes=4200):
    folder = pathlib.Path(folder).resolve()
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "run").mkdir(parents=True)
    if shutil.disk_usage(folder).free < (megabytes + 1500) * 1_000_000:
        print(f"large database failed: not enough room in {folder}")
        return 1
    children = Children()
    try:
        run(pathlib.Path(binary).resolve(), folder, megabytes, children)
    except (Failure, ReplayError) as failure:
        print(f"large database failed: {failure}")
        log = folder / "barographd.log"
        print(log.read_text()[-2000:] if log.exists() else "")
        return 1
    finally:
        children.stop_all()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])))
