"""A virtual machine that boots Debian's own kernel and systemd, under QEMU without hardware's help.

    with Machine("gps") as box:
        box.boot()
        print(box.sh("systemctl is-active gpsd.socket", check=False))
        box.plug_serial("flarm", port=4353)     # a USB serial adapter; the bytes are at that TCP port
        box.unplug("flarm")
        box.cut()                               # the power goes

Everything of a machine lies in out/machine/NAME: its disk, its console, QEMU's words. A machine has
no network but what it is given. Commands are run by an agent inside, as root; see guest/agent.
"""

import base64
import json
import os
import pathlib
import socket
import subprocess
import time

from computer import HERE, OUT, Board, MachineError, image  # noqa: F401

PATIENCE = 600
"""Seconds for what takes one on a quiet machine: two slow cores may be shared by many."""


class Machine:
    """One box. `memory` in MiB; `data` is the NBD or file address of a disk for the recordings;
    `clock` is what QEMU's -rtc base= takes; `words` go to the kernel, `extra` to QEMU."""

    def __init__(self, name, memory=768, processors=2, data=None, data_options="cache=writeback",
                 base=None, keep_root=False, clock="utc", words=(), extra=(), ports=()):
        self.folder = OUT / name
        self.folder.mkdir(parents=True, exist_ok=True)
        self.share = self.folder / "share"
        self.share.mkdir(exist_ok=True)
        self.root = self.folder / "root.qcow2"
        self._image = image()
        self._number = 0
        self._heard = b""
        self._process = None
        if not keep_root:
            self._fresh_root(base)
        self._arguments = self._command(memory, processors, data, data_options, clock, words, ports)
        self._arguments += extra

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.cut()

    # Life

    def _fresh_root(self, base):
        self.root.unlink(missing_ok=True)
        backing, kind = (base, "qcow2") if base else (self._image / "root.ext4", "raw")
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", backing, "-F", kind,
                        self.root], check=True)

    def _command(self, memory, processors, data, data_options, clock, words, ports):
        board = Board()
        words = ["root=/dev/vda", "quiet", "loglevel=4", "panic=-1", "systemd.show_status=0",
                 *board.words, *words]
        if "ro" not in words:
            words.append("rw")
        if data:
            words.append("recordings")
        arguments = [
            board.program, "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-machine", board.machine, "-accel", "tcg,thread=multi", "-cpu", "max",
            "-m", str(memory), "-smp", str(processors), "-rtc", f"base={clock}",
            "-kernel", self._image / "vmlinuz", "-initrd", self._image / "initrd",
            "-append", " ".join(words),
            "-serial", f"file:{self.folder}/console.log",
            "-qmp", f"unix:{self.folder}/qmp.sock,server=on,wait=off",
            "-drive", f"file={self.root},if=virtio,format=qcow2,cache=unsafe",
            "-virtfs", f"local,path={self.share},mount_tag=share,security_model=none,readonly=on",
            "-device", "virtio-rng-pci", "-device", "qemu-xhci,id=xhci,p2=8,p3=8",
            "-device", "virtio-serial-pci", "-nic", "none",
        ]
        if data:
            arguments += ["-drive", f"file={data},if=virtio,format=raw,{data_options}"]
        for port in ("agent", *ports):
            path = self.folder / f"{port}.sock"
            arguments += ["-chardev", f"socket,id={port},path={path},server=on,wait=off",
                          "-device", f"virtserialport,chardev={port},name={port}"]
        return arguments

    def boot(self, patience=PATIENCE):
        """Switches the machine on and waits for its agent, then for the end of the boot.

        Returns systemd's word: `running`, or `degraded` where a unit failed."""
        self.switch_on()
        self.await_agent(patience)
        return self.sh("systemctl is-system-running --wait", check=False, patience=patience).strip()

    def switch_on(self):
        """Starts QEMU; returns when it can be spoken to, long before the system is up."""
        for path in self.folder.glob("*.sock"):
            path.unlink()
        self.switched_on = time.monotonic()
        self._heard = b""
        with open(self.folder / "qemu.log", "wb") as log:
            self._process = subprocess.Popen(
                self._arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        self._qmp = self.connect("qmp").makefile("rw")
        self._agent = self.connect("agent")
        self._qmp.readline()
        self.qmp("qmp_capabilities")

    def await_agent(self, patience=PATIENCE):
        """Until the agent inside answers."""
        self._until(b"@@ready\n", patience)

    @property
    def is_on(self):
        """Whether the machine has power."""
        return self._process is not None and self._process.poll() is None

    def cut(self):
        """The power goes; harmless when it is gone. What a virtual disk has not flushed is a disk's
        own matter (`VolatileDisk.cut`)."""
        if self._process:
            self._process.kill()
            self._process.wait()

    def power_off(self, patience=PATIENCE):
        """Ends the system in order."""
        self.sh("systemctl --no-block poweroff")
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            why = self.run("systemctl is-system-running; systemctl list-jobs; "
                           "journalctl -b --no-pager | tail -n 20", 60)[1]
            raise MachineError(f"the machine was not off after {patience} s: {why}") from None

    def connect(self, port):
        """A socket to one of the machine's ports, by its name."""
        deadline = time.monotonic() + 60
        path = str(self.folder / f"{port}.sock")
        while time.monotonic() < deadline and self.is_on:
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(os.path.relpath(path))
                return connection
            except OSError:
                connection.close()
                time.sleep(0.05)
        raise MachineError(f"QEMU does not answer at {path}: "
                           f"{(self.folder / 'qemu.log').read_text(errors='replace')[-400:]}")

    # Inside

    def begin(self, command, patience=PATIENCE):
        """Begins a shell's command as root; a number for `finish`. They run one after the other."""
        self._number += 1
        encoded = base64.b64encode(command.encode()).decode()
        self._agent.sendall(f"{self._number} {patience} {encoded}\n".encode())
        return self._number

    def finish(self, number, patience=PATIENCE):
        """Status of a command that was begun and what it printed; earlier ones are passed over."""
        mark = f"@@{number} ".encode()
        text = self._until(mark, patience)[:-len(mark)]
        return int(self._until(b"\n", 60)), text.decode(errors="replace")

    def run(self, command, patience=PATIENCE):
        """Runs a shell's command as root; its status and what it printed. 124: it took longer."""
        return self.finish(self.begin(command, patience), patience + 60)

    def sh(self, command, check=True, patience=PATIENCE):
        """What a shell's command prints; an error where it fails, unless `check` is off."""
        status, text = self.run(command, patience)
        if check and status:
            raise MachineError(f"`{command}` ended with {status}: {text.strip()[-600:]}")
        return text

    def wait_for(self, command, complaint, patience=PATIENCE, pause=0.5):
        """Runs a shell's command until it succeeds; what it printed then."""
        deadline = time.monotonic() + patience
        while True:
            status, text = self.run(command)
            if not status:
                return text
            if time.monotonic() > deadline:
                raise MachineError(f"{complaint}; last: {text.strip()[-600:]}")
            time.sleep(pause)

    def _until(self, mark, patience):
        """Everything that the agent sent up to a mark, with it."""
        deadline = time.monotonic() + patience
        while mark not in self._heard:
            self._agent.settimeout(max(0.1, deadline - time.monotonic()))
            try:
                data = self._agent.recv(65536)
            except TimeoutError:
                data = b""
                if time.monotonic() < deadline:
                    continue
            if not data:
                what = f"said no {mark!r} in {patience} s" if self.is_on else "is off"
                raise MachineError(f"the machine {what}; last: "
                                   f"{self._heard[-300:]!r}; see {self.folder}/console.log")
            self._heard += data
        end = self._heard.index(mark) + len(mark)
        text, self._heard = self._heard[:end], self._heard[end:]
        return text

    # Hardware

    def qmp(self, command, **arguments):
        """One of QEMU's own commands; what it returns."""
        self._qmp.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._qmp.flush()
        for line in self._qmp:
            answer = json.loads(line)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise MachineError(f"QEMU refused {command}: {answer['error']['desc']}")
        raise MachineError(f"QEMU ended at {command}")

    def add_chardev(self, name, port=None):
        """A way for bytes: to the TCP port of 127.0.0.1 where somebody listens, or to the machine's own
        port of that name (`connect`)."""
        if port:
            address = {"type": "inet", "data": {"host": "127.0.0.1", "port": str(port)}}
            server = {"server": False}
        else:
            address = {"type": "unix", "data": {"path": str(self.folder / f"{name}.sock")}}
            server = {"server": True, "wait": False}
        if name not in [device["label"] for device in self.qmp("query-chardev")]:
            self.qmp("chardev-add", id=name, backend={
                "type": "socket", "data": {"addr": address, **server}})

    def plug_serial(self, name, port=None, socket=None):
        """Plugs a USB serial adapter (FTDI), into a USB socket of its own if that is named: its serial
        number comes from there. Its line is what `add_chardev` says."""
        self.add_chardev(name, port)
        place = {"port": str(socket)} if socket else {}
        self.qmp("device_add", driver="usb-serial", id=name, chardev=name, bus="xhci.0",
                 **{"always-plugged": True}, **place)

    def plug_stick(self, name, path):
        """Plugs a USB stick; its content is a file outside."""
        if name in [node["node-name"] for node in self.qmp("query-named-block-nodes", flat=True)]:
            self.qmp("blockdev-del", **{"node-name": name})
        self.qmp("blockdev-add", **{"node-name": name, "driver": "raw",
                                    "file": {"driver": "file", "filename": str(path)}})
        self.qmp("device_add", driver="usb-storage", id=name, drive=name, bus="xhci.0",
                 removable=True)

    def unplug(self, name):
        """Pulls what was plugged under that name."""
        self.qmp("device_del", id=name)


class VolatileDisk:
    """A disk that forgets at a power cut what was not flushed: nbdkit keeps it in its memory until
    then. `uri` is for Machine's `data`.

    `cache=unsafe` makes a disk that lies: it forgets what was flushed too. nbdkit's `filters` come
    before the cache, `words` are their parameters."""

    def __init__(self, path, megabytes=256, cache="writeback", filters=(), words=()):
        self.path = pathlib.Path(path)
        self._socket = self.path.with_suffix(".nbd")
        self.uri = f"nbd:unix:{self._socket}"
        self._process = None
        self._size = megabytes
        self._arguments = [*(f"--filter={name}" for name in filters), "--filter=cache", "file",
                           self.path, f"cache={cache}", *words]

    def format(self):
        """An empty ext4 file system."""
        self.path.unlink(missing_ok=True)
        subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", self.path, f"{self._size}M"],
                       stdout=subprocess.DEVNULL, check=True)

    def switch_on(self):
        """Lets the disk be used."""
        self._socket.unlink(missing_ok=True)
        self._process = subprocess.Popen(
            ["nbdkit", "-f", "-U", self._socket, *self._arguments], start_new_session=True)
        deadline = time.monotonic() + 60
        while not self._socket.exists():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise MachineError(f"nbdkit does not serve {self.path}")
            time.sleep(0.02)

    def cut(self):
        """The power goes, and with it what was not flushed; harmless when it is gone."""
        if self._process:
            self._process.kill()
            self._process.wait()
