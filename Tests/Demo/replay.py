#!/usr/bin/env python3
"""Replays a receiver's log through a private gpsd and counts what a foreign client sees.

As a module:

    with Replay(["flight.nmea"], rate=50) as replay:   # gpsd is up, gpspipe watches
        start_the_recorder(port=replay.port)
        replay.feed()                                  # the receiver begins to send
        replay.wait()                                  # until the last fix was reported
        print(replay.counts())

Nothing is lost at the start in either mode, because gpsd runs with -n and the feed begins after the
device is open:

    pty      this program holds the receiver's side of a pty and writes whole fixes on time
    gpsfake  gpsd's own replay tool does, with a delay after each sentence (gpsfake -c)

gpsfake starts to send as soon as its gpsd is up, before any client can be there. It waits for
gpsd's control socket; a wrapper that it starts in gpsd's place gives the socket another name, and
feed() links the expected name to it.

Every child runs in a process group of its own and is ended by that group's id: at the end of the
with block, on an exception, on SIGINT and SIGTERM (command line), and, by the kernel, when this
process dies otherwise.
"""

import argparse
import ctypes
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tty

HOST = "127.0.0.1"
_LIBC = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
# gpsd changes its user, which makes the kernel forget to end it with its parent: a shell is told
# in its place.
_KEEPER = '"$@" & child=$!; trap "kill $child" TERM INT HUP; wait $child; wait $child'


class ReplayError(Exception):
    """A replay that cannot go on: what was tried, and what was seen."""


def free_port():
    """A TCP port that nothing listens on at loopback."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


def program(name):
    """The path of one of gpsd's programs."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if not found:
        raise ReplayError(f"{name} is not installed: apt install gpsd gpsd-clients gpsd-tools")
    return found


def _has_checksum(line):
    match = re.match(rb"^\$([^*]*)\*([0-9A-Fa-f]{2})\s*$", line)
    if not match:
        return False
    total = 0
    for byte in match.group(1):
        total ^= byte
    return total == int(match.group(2), 16)


_FIX = re.compile(
    rb"^\$..RMC,((?:[01]\d|2[0-3])[0-5]\d[0-5]\d(?:\.\d+)?),A,\d{4,5}[^,]*,[NS],\d{5}[^,]*,[EW],"
    rb"[^,]*,[^,]*,(\d{6}),")


def fix_key(line):
    """Date and time of a valid RMC with a position, else None."""
    match = _FIX.match(line)
    return (match.group(2), match.group(1)) if match and _has_checksum(line) else None


def read_log(path):
    """The lines of a log without its comments."""
    with open(path, "rb") as file:
        return [line for line in file.read().splitlines(keepends=True)
                if not line.startswith(b"#")]


def fixes_sent(lines):
    """How many distinct fix times with a position a log holds."""
    return len({key for key in map(fix_key, lines) if key})


def epochs(lines):
    """The lines in groups that begin at an RMC: what the receiver sends at one time."""
    groups = []
    for line in lines:
        if not groups or line[3:6] == b"RMC":
            groups.append(b"")
        groups[-1] += line
    return groups


class Children:
    """Processes that we started, each leading a process group of its own."""

    def __init__(self):
        self._running = []
        _LIBC.prctl(_PR_SET_CHILD_SUBREAPER, 1)  # gpsfake's own gpsd becomes ours to reap

    def start(self, arguments, **options):
        process = subprocess.Popen(
            arguments, start_new_session=True,
            preexec_fn=lambda: _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM), **options)
        self._running.append(process)
        return process

    def stop(self, process, patience=1.5):
        """Ends a process and its group: asked first, then killed."""
        for number in (signal.SIGTERM, signal.SIGKILL):
            self._signal(process, number)
            try:
                process.wait(patience)
                break
            except subprocess.TimeoutExpired:
                continue
        self._signal(process, signal.SIGKILL)
        self._reap(process)
        if process in self._running:
            self._running.remove(process)

    def stop_all(self):
        for process in list(reversed(self._running)):
            self.stop(process)

    @staticmethod
    def _reap(process, patience=2.0):
        """Collects the rest of an ended group."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            try:
                if os.waitpid(-process.pid, os.WNOHANG) == (0, 0):
                    time.sleep(0.01)
            except ChildProcessError:
                return

    @staticmethod
    def _signal(process, number):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass


class Witness:
    """gpspipe -w beside us, writing what it sees to a file."""

    def __init__(self, children, port, path):
        self.path = path
        self.times = {}
        self.reports = 0
        self._position = 0
        self._rest = b""
        with open(path, "wb") as log:
            self.process = children.start(
                [program("gpspipe"), "-w", f"{HOST}:{port}"], stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.DEVNULL)
        self._wait_for_watch()

    def _wait_for_watch(self, patience=10.0):
        """gpsd answers a WATCH request with a WATCH object: from then on nothing is missed."""
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            with open(self.path, "rb") as log:
                if b'"class":"WATCH"' in log.read(65536):
                    return
            if self.process.poll() is not None:
                raise ReplayError("gpspipe ended before it watched; is gpsd up?")
            time.sleep(0.02)
        raise ReplayError(f"gpspipe did not watch gpsd within {patience:.0f} s")

    def scan(self):
        """Takes in what has been written since the last call; the count of distinct fix times."""
        with open(self.path, "rb") as log:
            log.seek(self._position)
            data = self._rest + log.read()
            self._position = log.tell()
        *lines, self._rest = data.split(b"\n")
        for line in lines:
            if b'"class":"TPV"' in line:
                self._take(line)
        return self.count()

    def _take(self, line):
        try:
            report = json.loads(line)
        except ValueError:
            return
        self.reports += 1
        if report.get("mode", 0) >= 2 and "time" in report:
            self.times.setdefault(report.get("device"), set()).add(report["time"])

    def count(self, device=None):
        if device:
            return len(self.times.get(device, ()))
        return len(set().union(*self.times.values())) if self.times else 0


class Replay:
    """A private gpsd on loopback, its receivers' logs and a witness. See the module's text."""

    def __init__(self, logs, mode="pty", rate=50.0, port=None, json_log=None, directory=None,
                 limit=None):
        if mode not in ("pty", "gpsfake"):
            raise ValueError("mode is pty or gpsfake")
        self.paths = [os.path.abspath(log) for log in ([logs] if isinstance(logs, str) else logs)]
        self.logs = [read_log(path) for path in self.paths]
        if limit:
            self.logs = [b"".join(epochs(log)[:limit]).splitlines(keepends=True)
                         for log in self.logs]
        self.mode = mode
        self.rate = rate
        self.port = port
        self.devices = []
        self.children = Children()
        self._is_own_directory = directory is None
        self.directory = directory or tempfile.mkdtemp(prefix="replay-")
        self.json_log = json_log or os.path.join(self.directory, "gpspipe.json")
        self._masters = []
        self._slaves = []
        self._gpsd = None
        self._feeder = None
        self._stopping = threading.Event()
        self._running = threading.Event()
        self._running.set()
        self._began = self._ended = None

    # Life

    def __enter__(self):
        try:
            os.makedirs(self.directory, exist_ok=True)
            self.port = self.port or free_port()
            if self.mode == "pty":
                self._open_ptys()
            self.start_gpsd()
            self.witness = Witness(self.children, self.port, self.json_log)
            if self.mode == "pty":
                self._wait_activated()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Ends every process and closes every descriptor; harmless when done twice."""
        self._stopping.set()
        self._running.set()
        self.children.stop_all()
        if self._feeder:
            self._feeder.join(5)
        for descriptor in self._masters + self._slaves:
            os.close(descriptor)
        self._masters, self._slaves = [], []
        if getattr(self, "witness", None):
            self.witness.scan()
        if self._is_own_directory:
            shutil.rmtree(self.directory, ignore_errors=True)

    # gpsd

    @property
    def _socket(self):
        return os.path.join(self.directory, "gpsd.sock")

    def start_gpsd(self):
        """Starts gpsd, or gpsfake with a gpsd of its own; after `stop_gpsd` on the same ptys."""
        environment = dict(os.environ, GPSD_SHM_KEY=f"0x4770{self.port:04X}",
                           TMPDIR=self.directory)
        if os.path.exists(self._socket):
            os.unlink(self._socket)
        if self.mode == "pty":
            arguments = ["/bin/sh", "-c", _KEEPER, "sh", program("gpsd"), "-N", "-n", "-b", "-S", str(self.port), "-F",
                         self._socket, *self.devices]
        else:
            arguments = self._gpsfake()
            environment["GPSD_HOME"] = self.directory
        with open(os.path.join(self.directory, "gpsd.log"), "ab") as log:
            self._gpsd = self.children.start(
                arguments, env=environment, stdin=subprocess.DEVNULL, stdout=log,
                stderr=subprocess.STDOUT)
        self._wait_listening()

    def stop_gpsd(self):
        """Ends gpsd alone, as a crash would; `start_gpsd` brings it back."""
        self.children.stop(self._gpsd)

    def _gpsfake(self):
        wrapper = os.path.join(self.directory, "gpsd")
        with open(wrapper, "w", encoding="utf-8") as script:
            script.write("#!/bin/sh\n# Called as: gpsd -b -N -S PORT -F SOCKET OPTIONS\n"
                         "port=$4\nshift 6\n"
                         f"exec {program('gpsd')} -b -N -S \"$port\" -F '{self._socket}' \"$@\"\n")
        os.chmod(wrapper, 0o755)
        cleaned = []
        for index, log in enumerate(self.logs):
            cleaned.append(os.path.join(self.directory, f"receiver-{index}.nmea"))
            with open(cleaned[-1], "wb") as file:
                file.writelines(log)
        return [program("gpsfake"), "-1", "-n", "-q", "-W", "86400", "-c", f"{self.cycle:.6f}",
                "-P", str(self.port), *cleaned]

    @property
    def cycle(self):
        """Seconds that gpsfake sleeps after a sentence, its own work of about 1.5 ms taken off.

        Most fixes have as many sentences as the median one."""
        sizes = sorted(group.count(b"\n") for log in self.logs for group in epochs(log))
        share = 1 / (self.rate * max(1, sizes[len(sizes) // 2]) * len(self.logs))
        return max(0.0005, share - 0.0015)

    def _wait_listening(self, patience=10.0):
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            if self._gpsd.poll() is not None:
                break
            with socket.socket() as probe:
                if probe.connect_ex((HOST, self.port)) == 0:
                    return
            time.sleep(0.02)
        with open(os.path.join(self.directory, "gpsd.log"), errors="replace",
                  encoding="utf-8") as log:
            raise ReplayError(f"gpsd does not listen on port {self.port}: {log.read()[-400:]}")

    def _wait_activated(self, patience=10.0):
        """Until gpsd has every receiver open: a feed begun earlier loses its first fixes."""
        deadline = time.monotonic() + patience
        with socket.create_connection((HOST, self.port)) as client:
            heard = b""
            while time.monotonic() < deadline:
                client.sendall(b"?DEVICES;\n")
                if select.select([client], [], [], 0.2)[0]:
                    heard += client.recv(65536)
                active = {device["path"] for line in heard.split(b"\n")
                          if b'"class":"DEVICES"' in line and line.rstrip().endswith(b"}")
                          for device in json.loads(line)["devices"] if device.get("activated")}
                if active.issuperset(self.devices):
                    return
                time.sleep(0.05)
        raise ReplayError(f"gpsd did not open {', '.join(self.devices)} in {patience:.0f} s")

    # Feed

    def _open_ptys(self):
        for _ in self.logs:
            master, slave = os.openpty()
            tty.setraw(slave)
            self._masters.append(master)
            self._slaves.append(slave)  # held open, so that gpsd may come and go
            self.devices.append(os.ttyname(slave))
            os.chmod(self.devices[-1], 0o666)  # gpsd drops its privileges before it opens it

    def feed(self):
        """Lets the receivers begin to send; returns at once."""
        self._began = time.monotonic()
        if self.mode == "gpsfake":
            gate = os.path.join(self.directory, f"gpsfake-{self._gpsd.pid}.sock")
            os.symlink(self._socket, gate)
            return
        self._feeder = threading.Thread(target=self._write, daemon=True)
        self._feeder.start()

    def pause(self):
        """Holds the receivers' sending (pty only)."""
        self._running.clear()

    def resume(self):
        """Goes on after `pause`, at the same rate."""
        self._running.set()

    def _write(self):
        groups = [epochs(log) for log in self.logs]
        due = time.monotonic()
        for index in range(max(map(len, groups))):
            if not self._running.is_set():
                self._running.wait()
                due = time.monotonic()
            if self._stopping.wait(max(0, due - time.monotonic())):
                return
            due = max(due + 1 / self.rate, time.monotonic() - 0.5)
            for master, log in zip(self._masters, groups):
                if index < len(log):
                    self._send(master, log[index])

    def _send(self, master, data):
        while data and not self._stopping.is_set():
            readable, writable, _ = select.select([master], [master], [], 0.5)
            if readable:
                os.read(master, 4096)  # what gpsd writes while it probes
            if writable:
                data = data[os.write(master, data[:1024]):]

    @property
    def is_feeding(self):
        """Whether fixes are still being written (pty)."""
        return bool(self._feeder and self._feeder.is_alive())

    def wait(self, patience=5.0, timeout=None):
        """Until every fix was reported, or nothing new came for `patience` seconds.

        Returns whether everything was reported."""
        deadline = time.monotonic() + timeout if timeout else None
        expected = self.sent
        seen, last = -1, time.monotonic()
        while True:
            count = self.witness.scan()
            now = time.monotonic()
            if count != seen:
                seen, last = count, now
            if count >= expected and not self.is_feeding:
                break
            if now - last > patience and not self.is_feeding or (deadline and now > deadline):
                break
            if self._gpsd.poll() is not None and not self.is_feeding:
                break
            time.sleep(0.1)
        self._ended = last
        return seen >= expected

    # Counts

    @property
    def sent(self):
        """Distinct fix times with a position in the logs."""
        return len({key for log in self.logs for key in map(fix_key, log) if key})

    def counts(self):
        """What went in and what the witness saw, by the demo's names."""
        self.witness.scan()
        seconds = (self._ended or time.monotonic()) - (self._began or time.monotonic())
        reported = self.witness.count()
        return {
            "fixes-sent": self.sent,
            "fixes-reported": reported,
            "reports": self.witness.reports,
            "seconds": round(seconds, 2),
            "fixes-per-second": round(reported / seconds, 1) if seconds > 0 else 0,
        }


def _arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="""
The command prints `port N` when gpsd is up and gpspipe watches, feeds, waits, and prints one
`key value` line each for fixes-sent (distinct fix times in the log), fixes-reported (distinct
times with mode 2 or 3 that gpspipe saw), reports (all TPV), seconds and fixes-per-second.

It exits 0 when everything sent was reported, 1 when fixes are missing, 70 when the replay failed.

  replay.py --rate 50 flight.nmea
  replay.py --mode gpsfake --json seen.json flight.nmea
  replay.py --wait --keep first.nmea second.nmea    # then `feed`, `pause`, `resume`, `stop-gpsd`,
                                                    # `start-gpsd`, `quit` on standard input
""")
    parser.add_argument("logs", nargs="+", metavar="LOG", help="an NMEA log; several are several "
                        "receivers of one gpsd")
    parser.add_argument("--mode", choices=("pty", "gpsfake"), default="pty",
                        help="who feeds the receiver's side (default: pty)")
    parser.add_argument("--rate", type=float, default=50, metavar="N",
                        help="fixes a second (default: 50)")
    parser.add_argument("--port", type=int, metavar="N", help="gpsd's port (default: a free one)")
    parser.add_argument("--json", metavar="FILE", help="keep what gpspipe -w wrote")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N fixes")
    parser.add_argument("--wait", action="store_true",
                        help="begin to feed at a line `feed` on standard input")
    parser.add_argument("--keep", action="store_true",
                        help="keep gpsd up after the counts until standard input ends or says "
                        "`quit`")
    return parser.parse_args()


def _obey(replay, word):
    """One command of standard input; whether to go on."""
    actions = {"feed": replay.feed, "pause": replay.pause, "resume": replay.resume,
               "stop-gpsd": replay.stop_gpsd, "start-gpsd": replay.start_gpsd}
    if word == "quit":
        return False
    if word not in actions:
        print(f"replay: unknown command {word!r}", file=sys.stderr)
        return True
    actions[word]()
    print(f"done {word}", flush=True)
    return True


def _commands(replay):
    """Obeys standard input in a thread; a set event when it ends."""
    over = threading.Event()

    def listen():
        for line in sys.stdin:
            if not _obey(replay, line.strip()):
                break
        over.set()

    threading.Thread(target=listen, daemon=True).start()
    return over


def main():
    arguments = _arguments()

    def leave(number, _):
        raise SystemExit(128 + number)

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, leave)
    try:
        with Replay(arguments.logs, arguments.mode, arguments.rate, arguments.port,
                    arguments.json, limit=arguments.limit) as replay:
            print(f"port {replay.port}", flush=True)
            over = threading.Event()
            if arguments.wait or arguments.keep:
                over = _commands(replay)
            if not arguments.wait:
                replay.feed()
            while replay._began is None and not over.is_set():
                time.sleep(0.05)
            is_whole = replay._began is not None and replay.wait()
            for key, value in replay.counts().items():
                print(f"{key} {value}", flush=True)
            if arguments.keep:
                over.wait()
        return 0 if is_whole else 1
    except (ReplayError, OSError) as error:
        print(f"replay: {error}", file=sys.stderr)
        return 70


if __name__ == "__main__":
    sys.exit(main())
