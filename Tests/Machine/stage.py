"""Where acts are played: the machine that they share, and what is told of each step."""

import contextlib
import pathlib
import socket
import subprocess
import sys
import time

from machine import OUT, MachineError
from recorder import Recorder


class Lost(Exception):
    """Something is not as it must be."""


FAILURES = (Lost, MachineError, OSError, subprocess.CalledProcessError, KeyError)


def demand(condition, complaint):
    """Ends the act where a condition is not met."""
    if not condition:
        raise Lost(complaint)


class Stage:
    """The box that most acts share, on which each finds Barograph installed; the steps so far."""

    def __init__(self, packages, short=False):
        self.packages, self.short = packages, short
        self.steps, self.failed = 0, []
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.server_port = probe.getsockname()[1]
        self._box = None

    @contextlib.contextmanager
    def step(self, text):
        """Tells when a step is done, or why not."""
        began = time.monotonic()
        try:
            yield
        except FAILURES:
            self._tell("FAILED", text, began)
            raise
        self.steps += 1
        self._tell("ok    ", text, began)

    @staticmethod
    def _tell(word, text, began):
        print(f"{word}  {text} ({time.monotonic() - began:.0f} s)", flush=True)

    def box(self):
        """The shared box with Barograph; booted, and installed with apt, by the first who asks.

        Its one network leads to the receiver outside and nowhere else."""
        if self._box is None:
            self._box = Recorder("box", extra=self._network())
            with self.step("a clean system boots"):
                state = self._box.boot()
                demand(state == "running", f"systemd calls it {state}")
            self._install(self._box)
        if not self._box.is_on:
            raise MachineError("the box is off")
        return self._box

    def _network(self):
        way = f"guestfwd=tcp:10.0.2.100:8430-cmd:busybox nc 127.0.0.1 {self.server_port}"
        return ["-netdev", f"user,id=net,restrict=on,{way}",
                "-device", "virtio-net-pci,id=cable,netdev=net"]

    def _install(self, box):
        with self.step("apt install ./barograph_*.deb"):
            inside = box.put(self.package)
            box.sh(f"apt-get install -y {inside}")
        with self.step("the service is active, with no file edited"):
            box.wait_for("systemctl is-active barographd", "barographd is not active")
            status = box.wait_until(lambda told: told["state"], "barograph status does not answer")
            demand(status["state"] == "waiting-for-fix", f"its state is {status['state']}")
            demand(box.show("barographd", "NRestarts") == "0", "it was restarted")

    @property
    def package(self):
        """The recorder's package."""
        return self._package("barograph")

    def _package(self, name):
        found = list(pathlib.Path(self.packages).glob(f"{name}_*.deb"))
        demand(found, f"no {name}_*.deb in {self.packages}: make deb")
        return max(found, key=lambda path: path.stat().st_mtime)

    def receiver_program(self):
        """The server's program, out of its package."""
        folder = OUT / "receiver"
        subprocess.run(["dpkg-deb", "-x", self._package("barograph-receiver"), folder], check=True)
        return folder / "usr/bin/barograph-receiver"

    def put_away(self):
        """Ends the shared box in order; its disk, as a base for others."""
        box = self.box()
        box.power_off()
        return box.root

    def play(self, name, act):
        """One act, to its end or its first failure."""
        print(f"-- {name}", flush=True)
        began = time.monotonic()
        try:
            act(self)
        except FAILURES as failure:
            self.failed.append(f"{name}: {failure}")
            print(f"        {failure!r}"[:2000], flush=True)
            self._save()
        print(f"   {name}: {time.monotonic() - began:.0f} s", flush=True)

    def _save(self):
        try:
            if self._box and self._box.is_on:
                self._box.save()
        except (MachineError, OSError) as failure:
            print(f"the journal could not be kept: {failure}", file=sys.stderr)

    def end(self):
        """Switches off what is on."""
        if self._box:
            self._box.cut()

    def summary(self):
        """Tells the whole; whether nothing failed."""
        for line in self.failed:
            print(f"FAILED  {line[:600]}")
        print(f"{self.steps} passed, {len(self.failed)} failed; machines in {OUT}", flush=True)
        return not self.failed
