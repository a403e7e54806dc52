"""What taking files into a running barographd costs: a part of the benchmark of the logbook."""

import contextlib
import hashlib
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Demo"))
from meters import ProcessMeter  # noqa: E402
from replay import Children  # noqa: E402
from table import judged, spread, told  # noqa: E402

OUT = ROOT / "out/bench-logbook"
BINARIES = ROOT / ".build/release"
# Files taken in one after the other, and after how many of them memory is looked at.
STEPS = [100, 500, 1000]
# Offers of one known file in one turn.
OFFERS = 100
TURNS = 3
# What the project has set itself; memory is flat if it does not grow by more than this.
TIMES_SHA256 = 2
FLAT_MB = 2

# Nobody is at that port.
CONFIGURATION = """\
# Written by the benchmark.
[gpsd]
port = 1

[devices]
listen = no
bluetooth = no

[recording]
policy = manual
"""


class Box:
    """barographd on a state directory of its own, without any receiver."""

    def __init__(self, children, folder):
        self.folder, self.state = folder, folder / "state"
        folder.mkdir(parents=True)
        (folder / "barograph.conf").write_text(CONFIGURATION)
        environment = dict(os.environ, STATE_DIRECTORY=str(self.state),
                           RUNTIME_DIRECTORY=str(folder / "run"))
        environment.pop("NOTIFY_SOCKET", None)
        with open(folder / "barographd.log", "wb") as log:
            self.process = children.start(
                [BINARIES / "barographd", "--config", folder / "barograph.conf"], env=environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        self.meter = ProcessMeter(self.process.pid)
        self.wait(lambda: not self.command("quarantine", "list").returncode, "does not answer")

    def command(self, *words):
        return subprocess.run(
            [BINARIES / "barograph", *words], capture_output=True, text=True, check=False,
            env=dict(os.environ, BAROGRAPH_SOCKET=str(self.folder / "run/barograph.sock"),
                     BAROGRAPH_KEYS=str(self.state / "keys")))

    def wait(self, condition, complaint, seconds=60):
        deadline = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > deadline or self.process.poll() is not None:
                raise OSError(f"barographd {complaint}; see {self.folder}/barographd.log")
            time.sleep(0.1)

    def waits_for_analysis(self):
        """Flights whose analysis is to be made."""
        status = json.loads(self.command("status", "--json").stdout)
        return status["imports"]["analysis_waiting"]

    def take_in(self, folder):
        """Imports a folder: what `barograph import` counts."""
        told_all = self.command("import", str(folder), "--json")
        if told_all.returncode:
            raise OSError(f"barograph import ended with {told_all.returncode}: {told_all.stderr}")
        return json.loads(told_all.stdout)["counts"]

    def rest(self):
        """Waits until every flight is analysed."""
        self.wait(lambda: not self.waits_for_analysis(), "does not come to rest", seconds=900)


@contextlib.contextmanager
def running(name):
    """A box that stops in the end."""
    children = Children()
    try:
        yield Box(children, OUT / name)
    finally:
        children.stop_all()


class Offered:
    """Known files offered again: what the daemon spends on each, beside its SHA-256 in memory.

    They come by the inbox, since there the daemon reads and digests them itself: links to one file, so
    that removing them frees no pages. What the daemon spends while idle is taken off.
    """

    def __init__(self, paths):
        self._paths = paths
        self.notes = []

    def report(self):
        with running("offered") as box:
            for path in self._paths:
                box.take_in(path)
            box.rest()
            idle = self._idle(box)
            for path in self._paths:
                turns = [(self._sha256(path), self._offer(box, path, idle)) for _ in range(TURNS)]
                ratios = [used / digest for digest, used in turns]
                used = statistics.median(used for _, used in turns) / 1000
                judged(f"{path.stem}, again: times its SHA-256",
                       statistics.median(ratios), TIMES_SHA256, "{:.2f}",
                       f"{spread(ratios)}; {used:.0f} µs for {path.stat().st_size / 1000:.0f} kB")
        shutil.rmtree(box.folder)

    @staticmethod
    def _sha256(path):
        """CPU nanoseconds of the digest."""
        text, began = path.read_bytes(), time.process_time_ns()
        for _ in range(OFFERS):
            hashlib.sha256(text).digest()
        return (time.process_time_ns() - began) / OFFERS

    @staticmethod
    def _idle(box):
        """CPU nanoseconds of a second in which nothing happens."""
        before, began = box.meter.cpu_ns(), time.monotonic()
        time.sleep(3)
        return (box.meter.cpu_ns() - before) / (time.monotonic() - began)

    @staticmethod
    def _offer(box, path, idle):
        """CPU nanoseconds of one offer."""
        staged, inbox = box.folder / "staged", box.state / "inbox"
        staged.mkdir()
        shutil.copy(path, staged / "0.igc")
        for number in range(1, OFFERS):
            os.link(staged / "0.igc", staged / f"{number}.igc")
        before, began = box.meter.cpu_ns(), time.monotonic()
        for number in range(OFFERS):
            os.rename(staged / f"{number}.igc", inbox / f"{number}.igc")
        box.wait(lambda: not os.listdir(inbox), "leaves files in its inbox", seconds=300)
        used = box.meter.cpu_ns() - before - idle * (time.monotonic() - began)
        staged.rmdir()
        return used / OFFERS


class Peak:
    """The most anonymous memory of a process while something is done, in MB."""

    def __init__(self, meter):
        self._meter, self._done = meter, threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.megabytes = 0

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._done.set()
        self._thread.join()
        self._take()

    def _look(self):
        while not self._done.wait(0.1):
            self._take()

    def _take(self):
        self.megabytes = max(self.megabytes, self._meter.memory()["Anonymous"] / 1e6)


class Importing:
    """A thousand different simulated flights, taken in by `barograph import`, and once more."""

    def __init__(self, _):
        self.notes = []

    def report(self):
        folder = OUT / "thousand"
        self._make(folder)
        with running("importing") as box:
            peaks = [self._step(box, folder / str(step), step) for step in STEPS]
            judged("MB that memory grew by from then on", max(peaks) - peaks[0], FLAT_MB, "{:.1f}")
            with Peak(box.meter) as peak:
                self._timed("all of them again", box, folder, STEPS[-1], "known")
                told("  anonymous memory, at most: MB", f"{peak.megabytes:.1f}")
            self._analyse(box)
        shutil.rmtree(box.folder)
        shutil.rmtree(folder)

    @staticmethod
    def _make(folder):
        """The flights, in a folder for each step."""
        folder.mkdir()
        subprocess.run([BINARIES / "igc-rate", "--logbook", str(STEPS[-1]), folder], check=True)
        files = iter(sorted(folder.glob("*.igc")))
        for before, step in zip([0, *STEPS], STEPS):
            (folder / str(step)).mkdir()
            for _ in range(step - before):
                path = next(files)
                path.rename(folder / str(step) / path.name)

    def _step(self, box, folder, step):
        """The most memory until so many are taken in."""
        with Peak(box.meter) as peak:
            self._timed(f"up to {step} files taken in", box, folder, len(os.listdir(folder)), "added")
        told("  anonymous memory, at most: MB", f"{peak.megabytes:.1f}",
             f"{box.meter.memory()['Anonymous'] / 1e6:.1f} afterwards")
        return peak.megabytes

    def _timed(self, what, box, folder, count, outcome):
        """What it takes to import a folder, all of which must come to the same."""
        threads, began = box.meter.threads(), time.monotonic()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        counts = box.take_in(folder)
        elapsed = time.monotonic() - began
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        daemon = sum(used - threads.get(task, (name, 0, 0))[1]
                     for task, (name, used, _) in box.meter.threads().items()
                     if name != "analysis") / 1e9
        told(f"{what}: ms of CPU a file", f"{(daemon + command) / count * 1000:.2f}",
             f"daemon {daemon / count * 1000:.2f}, command {command / count * 1000:.2f}; "
             f"{count / elapsed:.0f} files a second")
        if counts.get(outcome) != count:
            self.notes.append(f"{what}: {counts} of {count} files")

    @staticmethod
    def _analyse(box):
        """The rest of the analysis, which runs behind everything."""
        with Peak(box.meter) as peak:
            box.rest()
        used = sum(used for name, used, _ in box.meter.threads().values() if name == "analysis")
        told("all of them analysed: ms of CPU a flight", f"{used / STEPS[-1] / 1e6:.1f}",
             f"anonymous memory at most {peak.megabytes:.1f} MB")
