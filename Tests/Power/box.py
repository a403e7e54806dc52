"""A box whose power is cut: a disk that forgets, a receiver at a USB port, a server outside.

`Box` outlives the cuts; a `Life` is what happens between the power's coming and its going.
"""

import json
import pathlib
import shutil
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE.parent / "Machine"))
from feed import Feed, Witness  # noqa: E402
from glider import Glider  # noqa: E402
from look import Look  # noqa: E402
from machine import OUT, Machine, MachineError, VolatileDisk  # noqa: E402

STATUS = "barograph status --json"


def free_port():
    """A TCP port that nothing listens on at loopback."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def clock_ms():
    """The host's clock, which is the true one; the receiver tells it."""
    return time.time_ns() // 1_000_000


class Packages:
    """The Debian packages of a folder, and their programs on this computer."""

    def __init__(self, folder, place):
        self._folder, self._place = pathlib.Path(folder), place
        place.mkdir(parents=True)
        for name in ("barograph", "barograph-receiver"):
            subprocess.run(["dpkg-deb", "-x", self.file(name), place], check=True)

    def file(self, name):
        """The newest package of a name."""
        found = list(self._folder.glob(f"{name}_*.deb"))
        if not found:
            raise MachineError(f"there is no {name}_*.deb in {self._folder}: make deb")
        return max(found, key=lambda path: path.stat().st_mtime)

    def program(self, name):
        """A program out of them."""
        return self._place / "usr/bin" / name


def install(name, packages, server_port):
    """A root disk with Barograph on it, for the boxes to begin with; its path."""
    with Machine(name) as machine:
        shutil.copy(packages.file("barograph"), machine.share)
        shutil.copytree(HERE / "guest", machine.share / "guest", dirs_exist_ok=True)
        machine.switch_on()
        machine.await_agent()
        machine.sh("systemctl start mnt.mount")
        machine.sh("apt-get install -y --no-install-recommends /mnt/*.deb")
        machine.sh(f"/mnt/guest/setup {server_port}")
        machine.power_off()
        return machine.root


class Box:
    """What stays: the disks, the glider around the box, its settings (see boxes.py)."""

    def __init__(self, name, settings, base, verifier, lies=False):
        self.name, self.settings, self.base, self.verifier = name, settings, base, verifier
        self.folder = OUT / name
        self.folder.mkdir(parents=True)
        self.brake = self.folder / "brake.control"
        self.disk = VolatileDisk(
            self.folder / "data.ext4", cache="unsafe" if lies else "writeback", filters=["pause"],
            words=["cache-min-block-size=4K", f"pause-control={self.brake}"])
        self.disk.format()
        self.glider = Glider()
        self.lives, self.life = 0, None

    def end(self):
        """Ends what still runs, after a failure."""
        if self.life:
            self.life.cut()

    def look(self, name):
        """What is on the data disk, without power."""
        return Look(self.disk.path, self.folder / name, self.verifier)


class Life:
    """From the power's coming to its going."""

    def __init__(self, box):
        self.box, settings = box, box.settings
        self.status, self.cut_ms, self.deaf_ms = {}, None, float("inf")
        # How long the last answer took.
        self.answer_s = 0.0
        self.feed = self.witness = None
        box.brake.unlink(missing_ok=True)
        box.disk.switch_on()
        self.began_ms = clock_ms()
        self.machine = Machine(
            box.name, base=box.base, memory=settings["memory"], processors=settings["processors"],
            data=box.disk.uri, keep_root=box.lives > 0, clock=settings["clock"],
            words=["net.ifnames=0", *settings["words"]], ports=["witness"],
            extra=["-netdev", "user,id=net", "-device", "virtio-net-pci,netdev=net,id=nic"])
        box.lives, box.life = box.lives + 1, self
        self.machine.switch_on()
        self.machine.plug_serial("gnss")
        tell = settings["tell"](box.glider, self.began_ms)
        self.feed = Feed(self.machine.connect("gnss"), tell, settings["rate"], clock_ms)
        self.witness = Witness(self.machine.connect("witness"), clock_ms)
        self.feed.start()
        self.witness.start()

    # What the daemon says

    def ask(self, patience=60):
        """The status document; an empty one while the daemon does not answer."""
        asked = time.monotonic()
        text = self.machine.finish(self.machine.begin(STATUS), patience)[1]
        self.answer_s = time.monotonic() - asked
        try:
            self.status = json.loads(text)
        except ValueError:
            self.status = {}
        return self.status

    def wait_for(self, what, condition, seconds=900):
        """Asks until the status fulfils a condition."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            status = self.ask()
            if "counters" in status and condition(status):
                return status
            time.sleep(0.5)
        raise MachineError(f"{what}: not within {seconds} s; {self.story()}")

    def answer(self, number, until):
        """Status and output of a command that was begun; (None, "") if there is none by then."""
        try:
            return self.machine.finish(number, max(0.0, until - time.monotonic()))
        except MachineError:
            return None, ""

    def watch(self, until):
        """Asks until a moment of the monotonic clock, and waits for no answer longer."""
        while (left := until - time.monotonic()) > 0:
            try:
                self.ask(left)
            except MachineError:
                return
            time.sleep(max(0.0, min(1.0, until - time.monotonic())))

    def story(self):
        """What the box says of itself, for who reads of a failure."""
        return self.machine.run(
            "barograph status; journalctl -b -u barographd -u gpsd -u witness --no-pager "
            "-o short-monotonic | tail -30; systemctl --failed --no-pager")[1][-3000:]

    @property
    def sync_ms(self):
        """The longest that the disk took for a commit, as the box told last."""
        return self.status.get("storage", {}).get("slowest_commit_ms") or 0

    # The server

    def begin(self, server):
        """The first life: makes the box what its settings say, and connects it with an account."""
        self.machine.await_agent()
        self.machine.sh(self.box.settings["prepare"])
        self.wait_for("the daemon is up", lambda status: True)
        self.machine.sh(f"echo {server.code()} | barograph account sign-in "
                        "--server http://127.0.0.1:8460")
        self.machine.sh("barograph sync on --yes --unmetered-only no")

    def finish(self):
        """Waits until everything is written and sent; what the comparison with the server says."""
        self.wait_for("the recordings are finished",
                      lambda status: not status["unfinished_recordings"] and not status["recording"])
        self.machine.sh("barograph sync now")
        self.wait_for("everything is sent", is_sent)
        return json.loads(self.machine.run("barograph sync verify --json")[1] or "{}")

    # The end

    def cut(self):
        """Takes the power from the machine and its disk."""
        self.cut_ms = clock_ms()
        self.machine.cut()
        self.box.disk.cut()
        self._end()

    def switch_off(self):
        """Ends in order."""
        self.machine.power_off()
        self.box.disk.cut()
        self._end()

    def _end(self):
        for line in (self.feed, self.witness):
            if line:
                line.stop()


def is_sent(status):
    """Whether the server has everything."""
    sync = status["sync"]
    return (sync["state"] == "up-to-date" and not sync["pending_rows"]
            and not sync["pending_files"])
