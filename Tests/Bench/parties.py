"""What the sync benchmark lets play together: a box, a receiver, PostgreSQL, a counting relay, and
the peers that put the same rows into the same table."""

import json
import os
import pathlib
import select
import shutil
import socket
import sqlite3
import ssl
import statistics
import subprocess
import threading
import time
import urllib.error
import urllib.request

from replay import HOST, free_port

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARIES = ROOT / ".build/release"
POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")


class Unmeasured(Exception):
    """Something could not be measured."""


def run(arguments, **options):
    """A program's output; it must succeed."""
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True, check=False,
                          **options)
    if done.returncode:
        raise Unmeasured(f"{pathlib.Path(arguments[0]).name} failed: "
                         f"{(done.stderr or done.stdout).strip()}")
    return done.stdout


def _start(children, arguments, log, environment):
    environment = dict(os.environ, **environment)
    environment.pop("NOTIFY_SOCKET", None)
    with open(log, "wb") as file:
        return children.start(list(map(str, arguments)), env=environment,
                              stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT)


class Certificate:
    """A certificate for loopback, good for a day."""

    def __init__(self, folder):
        self.path, self.key = folder / "server.pem", folder / "server.key"
        run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-days", "1", "-subj", "/CN=localhost", "-addext",
             f"subjectAltName=IP:{HOST}", "-keyout", self.key, "-out", self.path])
        self.key.chmod(0o600)


class Receiver:
    """A running barograph-receiver with one account."""

    def __init__(self, children, folder, postgres="", extended=True, certificate=None):
        folder.mkdir(parents=True)
        self.port = free_port()
        self.scheme = "https" if certificate else "http"
        self.database = folder / "receiver.db"
        self.configuration = folder / "receiver.conf"
        text = f"[listen]\naddress = {HOST}:{self.port}\n"
        if certificate:
            text += f"tls-certificate = {certificate.path}\ntls-key = {certificate.key}\n"
        text += f"[storage]\npostgresql = {postgres}\n"
        text += f"[sync]\nextended = {'yes' if extended else 'no'}\n"
        self.configuration.write_text(text)
        self.environment = {"STATE_DIRECTORY": str(folder)}
        log = folder / "receiver.log"
        self.process = _start(children, [BINARIES / "barograph-receiver", "serve", "--config",
                                         self.configuration], log, self.environment)
        trust = ssl.create_default_context(cafile=certificate.path) if certificate else None
        deadline = time.monotonic() + 30
        while not self._answers(trust):
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise Unmeasured(f"barograph-receiver did not start; see {log}")
            time.sleep(0.1)

    def _answers(self, trust):
        try:
            url = f"{self.scheme}://{HOST}:{self.port}/healthz"
            with urllib.request.urlopen(url, timeout=2, context=trust):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def code(self):
        """A new account's one-time code."""
        text = run([BINARIES / "barograph-receiver", "account", "add", "Bench", "--json",
                    "--config", self.configuration], env=dict(os.environ, **self.environment))
        return json.loads(text)["code"]

    def stored(self):
        """Frames and buckets in its SQLite database."""
        with Database(self.database) as database:
            return tuple(database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
                         for table in ("telemetryFrames", "telemetryMinuteBuckets"))


class Database:
    """A read-only connection to an SQLite file."""

    def __init__(self, path):
        self._connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)

    def __enter__(self):
        return self._connection

    def __exit__(self, *_):
        self._connection.close()


class Box:
    """A running barographd on a state directory; nothing is recorded."""

    def __init__(self, children, folder, authority=None):
        self.folder, self.database = folder, folder / "state/barograph.db"
        configuration = folder / "barograph.conf"
        configuration.write_text(
            f"[gpsd]\nport = {free_port()}\n[sync]\nmetering = unmetered\n"
            + (f"ca-file = {authority}\n" if authority else ""))
        self.socket = folder / "run/barograph.sock"
        self.log = folder / "barographd.log"
        self.process = _start(
            children, [BINARIES / "barographd", "--config", configuration], self.log,
            {"STATE_DIRECTORY": str(folder / "state"), "RUNTIME_DIRECTORY": str(folder / "run")})
        self.wait_for(lambda: self.socket.exists() and self.status(), "did not start")

    def command(self, *words, given=None):
        return run([BINARIES / "barograph", *words], input=given,
                   env=dict(os.environ, BAROGRAPH_SOCKET=str(self.socket)))

    def status(self):
        done = subprocess.run([BINARIES / "barograph", "status", "--json"], capture_output=True,
                              text=True, check=False,
                              env=dict(os.environ, BAROGRAPH_SOCKET=str(self.socket)))
        try:
            return json.loads(done.stdout)
        except ValueError:
            return {}

    def wait_for(self, condition, complaint, seconds=30, pause=0.1):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            if condition():
                return
            time.sleep(pause)
        raise Unmeasured(f"barographd {complaint}; see {self.log}")

    def sign_in(self, url, code):
        self.command("account", "sign-in", "--server", url, given=code + "\n")

    def switch_on(self):
        self.command("sync", "on", "--yes", "--unmetered-only", "no")

    def accepted(self):
        """Frames whose cursor has moved, and whether nothing waits."""
        with Database(self.database) as database:
            cursors = dict(database.execute("SELECT name, last_value FROM sync_sequences"))
            ids = dict(database.execute("SELECT name, seq FROM sqlite_sequence"))
        frames = cursors.get("sync_cursor_telemetry_frames", 0)
        table = "telemetry_minute_buckets"
        return frames, (frames == ids.get("telemetry_frames", 0)
                        and cursors.get(f"sync_cursor_{table}", 0) == cursors.get(table, 0))


class Postgres:
    """A PostgreSQL 15 of its own at loopback, with the settings that it comes with."""

    def __init__(self, children, folder):
        self.folder = folder
        if not (POSTGRES / "initdb").exists():
            raise Unmeasured("there is no PostgreSQL 15: make deps")
        folder.mkdir(parents=True)
        # It refuses to run as root.
        self._user = []
        if os.getuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
            self._user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]
        self.data = folder / "data"
        run([*self._user, POSTGRES / "initdb", f"--pgdata={self.data}", "--username=barograph",
             "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"], cwd="/")
        port = free_port()
        self.url = f"postgresql://barograph@{HOST}:{port}/postgres"
        self.process = _start(
            children, [*self._user, POSTGRES / "postgres", "-D", self.data, "-c",
                       f"listen_addresses={HOST}", "-c", f"port={port}", "-c",
                       "unix_socket_directories="], folder.parent / "postgres.log", {})
        deadline = time.monotonic() + 30
        while True:
            try:
                self.query("SELECT 1")
                return
            except Unmeasured:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def query(self, sql):
        return run(["psql", self.url, "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1", "-c", sql])

    def stored(self):
        """Frames and buckets that the receiver has stored."""
        return tuple(int(self.query(f'SELECT count(*) FROM "{table}"'))
                     for table in ("telemetryFrames", "telemetryMinuteBuckets"))

    def copy_rate(self):
        """Rows a second by COPY into a table like the receiver's, 1000 a commit, by one psql: the
        median of three."""
        source, script = self.folder.parent / "frames.copy", self.folder.parent / "copy.sql"
        self.query(f"\\copy \"telemetryFrames\" TO '{source}'")
        rows = 0
        with open(source, encoding="utf-8") as lines, open(script, "w", encoding="utf-8") as out:
            for rows, text in enumerate(lines, 1):
                if rows % 1000 == 1:
                    out.write("\\.\n" * (rows > 1) + "COPY plain FROM STDIN;\n")
                out.write(text)
            out.write("\\.\n")
        seconds = statistics.median(self._copy(script, rows) for _ in range(3))
        source.unlink()
        script.unlink()
        return rows / seconds

    def _copy(self, script, rows):
        self.query('DROP TABLE IF EXISTS plain; '
                   'CREATE TABLE plain (LIKE "telemetryFrames" INCLUDING ALL)')
        began = time.monotonic()
        run(["psql", self.url, "--no-psqlrc", "-q", "-v", "ON_ERROR_STOP=1", "-f", script])
        seconds = time.monotonic() - began
        if int(self.query("SELECT count(*) FROM plain")) != rows:
            raise Unmeasured("COPY has not stored every row")
        return seconds


def bulk_insert_rate(database, path):
    """Rows a second by SQLite's plain bulk insert into a table of the same statement, 1000 a
    durable commit: the median of three. Reading the rows is not counted."""
    return statistics.median(_bulk_insert(database, f"{path}-{turn}") for turn in range(3))


def _bulk_insert(database, path):
    with Database(database) as source:
        page_size = source.execute("PRAGMA page_size").fetchone()[0]
        statements = [sql for sql, in source.execute(
            "SELECT sql FROM sqlite_master WHERE tbl_name = 'telemetryFrames' AND sql NOT NULL "
            "ORDER BY type DESC")]
        target = sqlite3.connect(path, isolation_level=None)
        for sql in (f"PRAGMA page_size = {page_size}", "PRAGMA journal_mode = WAL",
                    "PRAGMA synchronous = FULL", *statements):
            target.execute(sql)
        cursor = source.execute('SELECT * FROM "telemetryFrames"')
        places = ", ".join("?" * len(cursor.description))
        insert = f'INSERT INTO "telemetryFrames" VALUES ({places})'
        seconds, count = 0.0, 0
        while rows := cursor.fetchmany(1000):
            began = time.monotonic()
            target.execute("BEGIN")
            target.executemany(insert, rows)
            target.execute("COMMIT")
            seconds += time.monotonic() - began
            count += len(rows)
        target.close()
    return count / seconds


class Relay:
    """Hands bytes on between a client and a server, and counts them."""

    def __init__(self, port):
        self._target = port
        self._listener = socket.create_server((HOST, 0))
        self.port = self._listener.getsockname()[1]
        self._lock = threading.Lock()
        self.reset()
        threading.Thread(target=self._accept, daemon=True).start()

    def reset(self):
        with self._lock:
            self.sent = self.received = self.connections = 0

    def close(self):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self.connections += 1
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            with client, socket.create_connection((HOST, self._target)) as server:
                for end in (client, server):
                    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                while self._hand_on(client, server):
                    pass
        except OSError:
            pass

    def _hand_on(self, client, server):
        for source in select.select([client, server], [], [])[0]:
            data = source.recv(1 << 16)
            if not data:
                return False
            with self._lock:
                if source is client:
                    self.sent += len(data)
                else:
                    self.received += len(data)
            (server if source is client else client).sendall(data)
        return True
