"""barographd with everything at once: a FLARM that fills a line of 115200 bits a second, a receiver at
10 Hz behind gpsd, and a VESC asked 20 times a second. gpspipe beside it reads the same gpsd."""

import json
import os
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import threading
import time
import tty

from meters import ProcessMeter, stored_fixes
from replay import Children, Replay
from streams import LINE_BYTES_PER_S, ROOT, flarm_stream, receiver_instant, sentence

BINARIES = ROOT / ".build/release"
# What a USB adapter hands over at once: it waits so long for more, s.
ADAPTER_S = 0.01
# barographd looks for a FLARM in gpsd's sentences for 20 s, then rests ten minutes.
SETTLE_S = 22
GNSS_HZ = 10
VESC_HZ = 20

CONFIGURATION = """\
# Written by the benchmark.
[gpsd]
port = {port}

[recording]
policy = always
"""
INSTRUMENTS = """
[instrument]
address = {flarm}
driver = nmea
speed = 115200

[instrument]
address = {vesc}
driver = vesc
"""


class Unmeasured(Exception):
    """Something could not be measured."""


class Line:
    """A pseudo-terminal whose far end sends as many bytes as the line's speed allows."""

    def __init__(self, stream):
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.name = os.ttyname(self._slave)
        os.close(self._slave)
        self._stream = stream
        self._stopping = threading.Event()
        self.bytes = self.refused = 0
        self._feeder = threading.Thread(target=self._feed, daemon=True)

    def begin(self):
        self._began = time.monotonic()
        self._feeder.start()

    def stop(self):
        """Ends at the end of a line; seconds that it has sent."""
        self._stopping.set()
        self._feeder.join()
        return self._seconds

    @property
    def sentences(self):
        """Whole sentences that were sent."""
        rounds, rest = divmod(self.bytes, len(self._stream))
        return rounds * self._stream.count(b"\n") + self._stream[:rest].count(b"\n")

    def _feed(self):
        while not self._stopping.wait(ADAPTER_S):
            self._send(int((time.monotonic() - self._began) * LINE_BYTES_PER_S))
        self._seconds = time.monotonic() - self._began
        self._send(self.bytes + self._to_line_end())

    def _to_line_end(self):
        at = self.bytes % len(self._stream)
        return (self._stream.index(b"\n", at) + 1 - at) % len(self._stream)

    def _send(self, target):
        """What the kernel has no room for is lost, as on a line."""
        while self.bytes < target:
            at = self.bytes % len(self._stream)
            piece = self._stream[at:at + target - self.bytes]
            try:
                written = os.write(self._master, piece)
            except BlockingIOError:
                written = 0
            self.refused += len(piece) - written
            self.bytes += len(piece)

    def close(self):
        os.close(self._master)


class Board:
    """The simulator of a VESC, at a port of loopback."""

    def __init__(self, children, folder):
        self._truth = folder / "vesc.json"
        self._children = children
        self._process = children.start(
            [sys.executable, ROOT / "Tests/Simulators/vesc.py", "--tcp", "0", "--profile", "commute",
             "--truth", self._truth], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.name = self._process.stdout.readline().strip()

    def stop(self):
        """Ends it; the replies that it has sent."""
        self._children.stop(self._process, patience=5)
        return json.loads(self._truth.read_text())["served"]["replies"]


class Daemon:
    """barographd on a folder of its own."""

    def __init__(self, children, folder, configuration):
        self.folder = folder
        self.database = str(folder / "state/barograph.db")
        folder.mkdir(parents=True)
        (folder / "barograph.conf").write_text(configuration)
        environment = dict(os.environ, STATE_DIRECTORY=str(folder / "state"),
                           RUNTIME_DIRECTORY=str(folder / "run"))
        environment.pop("NOTIFY_SOCKET", None)
        with open(folder / "barographd.log", "wb") as log:
            self.process = children.start(
                [BINARIES / "barographd", "--config", folder / "barograph.conf"], env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)

    def _ask(self, word):
        run = subprocess.run(
            [BINARIES / "barograph", word, "--json"], capture_output=True, text=True, check=False,
            env=dict(os.environ, BAROGRAPH_SOCKET=str(self.folder / "run/barograph.sock")))
        return json.loads(run.stdout or "{}")

    def status(self):
        return self._ask("status")

    def instruments(self):
        """What is told of the instruments, by kind."""
        return {told["kind"]: told for told in self._ask("devices").get("instruments", [])}

    def wait_for(self, condition, complaint, seconds=20):
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            if condition():
                return
            time.sleep(0.2)
        raise Unmeasured(f"barographd {complaint}; see {self.folder}/barographd.log")

    def motor_frames(self):
        connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)
        try:
            return connection.execute("SELECT count(*) FROM telemetry_frames").fetchone()[0]
        finally:
            connection.close()


class Load:
    """All instruments for a while, the processes' CPU time in windows, and what was lost."""

    def __init__(self, folder, windows, window_s=8, has_instruments=True):
        self.folder, self.windows, self.window_s = pathlib.Path(folder), windows, window_s
        self.has_instruments = has_instruments
        self.lost = []
        self.shares = {"barographd": [], "gpspipe": []}

    def measure(self):
        self.folder.mkdir(parents=True)
        children = Children()
        try:
            with Replay([str(self._log())], rate=GNSS_HZ,
                        json_log=str(self.folder / "gpspipe.json")) as replay:
                self._run(children, replay)
        finally:
            children.stop_all()
        return self

    def _log(self):
        """The receiver's sentences, the satellites once a second."""
        instants = (SETTLE_S + self.windows * self.window_s + 2) * GNSS_HZ
        path = self.folder / "receiver.nmea"
        with open(path, "wb") as file:
            for index in range(instants):
                rmc, gga, gsa, _ = receiver_instant(index * 1000 // GNSS_HZ)
                for text in (rmc, gga, gsa)[:3 if index % GNSS_HZ == 0 else 2]:
                    file.write(sentence(text))
        return path

    def _run(self, children, replay):
        line, board = Line(flarm_stream(60)), Board(children, self.folder)
        configuration = CONFIGURATION.format(port=replay.port)
        if self.has_instruments:
            configuration += INSTRUMENTS.format(flarm=line.name, vesc=board.name)
        daemon = Daemon(children, self.folder / "daemon", configuration)
        daemon.wait_for(lambda: any(source["link"] == "connected"
                                    for source in daemon.status().get("sources", [])),
                        "did not reach gpsd")
        if self.has_instruments:
            daemon.wait_for(lambda: "vesc" in daemon.instruments(), "did not find the VESC")
            line.begin()
        replay.feed()
        time.sleep(SETTLE_S)
        self._watch({"barographd": ProcessMeter(daemon.process.pid),
                     "gpspipe": ProcessMeter(replay.witness.process.pid)}, daemon, line)
        replay.wait()
        self._close(daemon, replay, line, board, children)

    def _watch(self, meters, daemon, line):
        own = meters["barographd"]
        threads, began = own.threads(), time.monotonic()
        messages = self._messages(daemon)
        before, last = {name: meter.cpu_ns() for name, meter in meters.items()}, began
        sent = line.bytes
        for index in range(self.windows):
            time.sleep(max(0, began + (index + 1) * self.window_s - time.monotonic()))
            now, after = time.monotonic(), {n: meter.cpu_ns() for n, meter in meters.items()}
            for name in meters:
                self.shares[name].append((after[name] - before[name]) / 1e9 / (now - last))
            last, before = now, after
        self.seconds = last - began
        self.line_rate = (line.bytes - sent) / self.seconds
        self.threads = _per_thread(threads, own.threads(), self.seconds)
        self.rates = {kind: (count - messages.get(kind, 0)) / self.seconds
                      for kind, count in self._messages(daemon).items()}
        self.memory = {name: meter.memory() for name, meter in meters.items()}

    @staticmethod
    def _messages(daemon):
        return {kind: told["messages"] for kind, told in daemon.instruments().items()}

    def _close(self, daemon, replay, line, board, children):
        reported = replay.counts()["fixes-reported"]
        daemon.wait_for(lambda: daemon.status()["counters"]["fixes_received"] >= reported
                        and not daemon.status()["storage"]["pending_fixes"],
                        f"did not receive {reported} fixes")
        if self.has_instruments:
            line.stop()
            daemon.wait_for(lambda: self._has_read(daemon.instruments()["flarm"], line),
                            "did not read the FLARM to its end", 5)
            told = daemon.instruments()
            replies = board.stop()
            self._compare(told, line, replies)
        rows, times = stored_fixes(daemon.database)
        if not rows == times == reported:
            self.lost.append(f"gpspipe saw {reported} fixes, {rows} are stored ({times} times)")
        self.counts = {"fixes reported": reported, "fixes stored": rows}
        if self.has_instruments:
            self.counts |= {"sentences sent": line.sentences,
                            "sentences read": told["flarm"]["messages"], "replies sent": replies,
                            "motor frames stored": daemon.motor_frames()}
        children.stop(daemon.process, patience=20)
        line.close()
        if daemon.process.returncode:
            raise Unmeasured(f"barographd ended with {daemon.process.returncode}")

    @staticmethod
    def _has_read(flarm, line):
        return flarm["bytes"] >= line.bytes - line.refused

    def _compare(self, told, line, replies):
        flarm, vesc = told["flarm"], told["vesc"]
        if line.refused or flarm["refused"] or flarm["messages"] != line.sentences:
            self.lost.append(f"FLARM: {line.sentences} sentences were sent, {flarm['messages']} read,"
                             f" {flarm['refused']} refused; the kernel had no room for"
                             f" {line.refused} bytes")
        # One may be on its way at the end.
        if vesc["refused"] or replies - vesc["messages"] > 2:
            self.lost.append(f"VESC: {replies} replies were sent, {vesc['messages']} read,"
                             f" {vesc['refused']} refused")

    def ratios(self):
        return [own / peer for own, peer in zip(*self.shares.values())]

    def share(self, name):
        return statistics.median(self.shares[name])


def _per_thread(before, after, seconds):
    """CPU milliseconds and turns on a CPU a second, by thread."""
    shares = {}
    for task, (name, used, turns) in after.items():
        _, used_before, turns_before = before.get(task, (name, 0, 0))
        total = shares.setdefault(name, [0, 0])
        total[0] += (used - used_before) / 1e6 / seconds
        total[1] += (turns - turns_before) / seconds
    return shares
