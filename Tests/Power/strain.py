"""What a slow disk, a full one and a network that goes away cost a box that records everything at
once: a receiver at 10 Hz, a FLARM and a VESC."""

import random
import socket
import subprocess
import sys
import time

from box import ROOT, Life, clock_ms
from cuts import lost_fixes

SIMULATORS = ROOT / "Tests/Simulators"


class Instruments:
    """A FLARM and a VESC at ports of this computer."""

    def __init__(self):
        self._children = []
        self.flarm = self._start("flarm.py", "--tcp", "0", "--interval", "1")
        self.vesc = self._start("vesc.py", "--tcp", "0", "--profile", "commute", "--start-now")

    def _start(self, name, *words):
        child = subprocess.Popen([sys.executable, SIMULATORS / name, *words],
                                 stdout=subprocess.PIPE, text=True, start_new_session=True)
        self._children.append(child)
        return int(child.stdout.readline().strip().rsplit(":", 1)[1])

    def stop(self):
        for child in self._children:
            child.kill()
            child.wait()


class Brake:
    """Holds every request to a disk, through nbdkit's filter `pause`."""

    def __init__(self, path):
        self._path = str(path)

    def stall(self, seconds):
        """The disk answers nothing for so long."""
        with socket.socket(socket.AF_UNIX) as control:
            control.connect(self._path)
            for letter in (b"p", b"r"):
                control.sendall(letter)
                control.recv(1)
                if letter == b"p":
                    time.sleep(seconds)


class Strain:
    """One flight in one life; `faults` has a sentence for each loss."""

    def __init__(self, box, server, seed):
        self.box, self.server, self.brake = box, server, Brake(box.brake)
        self.random = random.Random(seed)
        self.faults = []

    def play(self):
        instruments = Instruments()
        try:
            life = self.take_off(instruments)
            self.stall(life)
            self.fill(life)
            self.lose_network(life)
            self.land(life)
        finally:
            instruments.stop()
        return self.faults

    def take_off(self, instruments):
        life = Life(self.box)
        for name in ("flarm", "vesc"):
            life.machine.plug_serial(name, getattr(instruments, name))
        life.begin(self.server)
        self.box.glider.launch(clock_ms() + 2000)
        life.wait_for("everything is recorded", is_busy)
        return life

    def stall(self, life, times=6, seconds=3):
        """The disk stands for 3 s, again and again."""
        before = life.ask()
        for _ in range(times):
            self.brake.stall(seconds)
            time.sleep(self.random.uniform(1, 4))
        after = life.wait_for("the disk goes on", is_calm)
        self.compare(f"{times} stalls of {seconds} s", before, after)

    def fill(self, life, seconds=20):
        """The disk is full to the last block, then it is not."""
        before = life.ask()
        life.machine.run("cat /dev/zero >/var/lib/barograph/fill; sync")
        time.sleep(seconds)
        full = life.wait_for("the daemon says that the disk is full",
                             lambda status: status["storage"]["consecutive_failures"])
        life.machine.sh("rm /var/lib/barograph/fill; sync")
        after = life.wait_for("commits succeed again", is_calm)
        waited = full["storage"]["pending_fixes"]
        self.compare(f"a full disk, {waited} fixes waited", before, after)
        if not full["problems"]:
            self.faults.append("a full disk is no problem in the status")

    def lose_network(self, life, times=10):
        """The link goes and comes while an upload runs."""
        before = life.ask()
        for _ in range(times):
            life.machine.begin("barograph sync now")
            time.sleep(self.random.uniform(0, 1.5))
            life.machine.qmp("set_link", name="nic", up=False)
            time.sleep(self.random.uniform(0, 3))
            life.machine.qmp("set_link", name="nic", up=True)
        self.compare(f"{times} cuts of the link", before, life.wait_for("calm", is_calm))

    def compare(self, what, before, after):
        """Nothing may be shed, and no instrument may be lost."""
        storage = after["storage"]
        print(f"{what}: slowest commit {storage['slowest_commit_ms']} ms, "
              f"{storage['failed_commits']} failed, {storage['shed_fixes']} fixes shed", flush=True)
        if storage["shed_fixes"]:
            self.faults.append(f"{what}: {storage['shed_fixes']} fixes shed")
        for old, new in zip(before["sources"], after["sources"]):
            if new["reconnects"] != old["reconnects"] or new["link"] != "connected":
                self.faults.append(f"{what}: {new['name']} was lost")

    def land(self, life):
        """Ends the flight, compares the server, and looks for every fix that gpsd told of."""
        life.machine.sh("barograph record stop", check=False)
        verdict = life.finish()
        told = dict(life.witness.told)
        life.switch_off()
        look = self.box.look("look")
        look.check_files()
        self.faults += look.faults
        first = min(look.fixes)
        lost = lost_fixes(told, look.fixes, first, max(look.fixes), 0)
        print(f"{len(look.fixes)} fixes, {len(lost)} lost, {look.rows}", flush=True)
        if lost:
            self.faults.append(f"{len(lost)} fixes are lost")
        if not verdict.get("server_equals_store"):
            self.faults.append(f"the server does not hold what the box holds: {verdict}")


def is_busy(status):
    """Whether receiver, FLARM and VESC are all heard and recorded."""
    heard = [source for source in status["sources"] if source["state"] == "ok"]
    return len(heard) >= 3 and status["recording"] and status["counters"]["frames"] > 0


def is_calm(status):
    """Whether nothing waits for the disk."""
    storage = status["storage"]
    return not storage["consecutive_failures"] and storage["pending_fixes"] < 30
