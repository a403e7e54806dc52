"""A machine with Barograph on it, and what is asked of it: through its command and systemd alone."""

import json
import pathlib
import shutil
import time

from machine import HERE, PATIENCE, Machine, MachineError
from sentences import Listening

INSTRUMENTS = HERE / "instruments"
JOURNAL = "journalctl --no-pager -o short-precise"


class Recorder(Machine):
    """A box. Its share has the packages and the programs that play instruments."""

    def __init__(self, name, **settings):
        super().__init__(name, **settings)
        self._line = None
        for program in INSTRUMENTS.iterdir():
            self.put(program)

    def put(self, path):
        """Copies a file where the machine sees it; the path there."""
        shutil.copy(path, self.share)
        return f"/mnt/{pathlib.Path(path).name}"

    # Barograph

    def barograph(self, words, check=True, patience=PATIENCE):
        """What `barograph` prints."""
        return self.sh(f"barograph {words}", check, patience)

    def ask(self, words):
        """What `barograph … --json` tells; an empty object while it cannot."""
        text = self.run(f"barograph {words} --json 2>/dev/null")[1]
        try:
            return json.loads(text)
        except ValueError:
            return {}

    def status(self):
        """The status document."""
        return self.ask("status")

    def wait_until(self, condition, complaint, words="status", patience=PATIENCE):
        """Asks until an answer fulfils a condition; that answer."""
        deadline = time.monotonic() + patience
        while True:
            answer = self.ask(words)
            try:
                if answer and condition(answer):
                    return answer
            except (KeyError, IndexError, TypeError):
                pass
            if time.monotonic() > deadline:
                raise MachineError(f"{complaint}; last: {json.dumps(answer)[:1500]}")
            time.sleep(0.5)

    def configure(self, name, text):
        """Writes a part of the configuration and lets the service read it."""
        path = f"/etc/barograph/barograph.conf.d/{name}.conf"
        self.sh(f"cat >{path} <<'TEXT'\n{text}\nTEXT\nsystemctl restart barographd")

    def end_flight(self):
        """Ends a recording in the air by hand; what `record stop` tells. The service, which would wait
        for the landing before it records again, is started anew."""
        stopped = self.ask("record stop")
        self.sh("systemctl restart barographd")
        return stopped

    def igc_seconds(self, path):
        """The second of the day of every B record of a file inside."""
        text = self.sh(f"cat '{path}'")
        return [int(line[1:3]) * 3600 + int(line[3:5]) * 60 + int(line[5:7])
                for line in text.splitlines() if line.startswith("B")]

    # systemd

    def show(self, unit, field):
        """A property of a unit."""
        return self.sh(f"systemctl show {unit} -p {field} --value").strip()

    def journal(self, unit):
        """What a unit said since the machine was switched on."""
        return self.sh(f"{JOURNAL} -b -u {unit}")

    def save(self):
        """Keeps the journal and the status beside the machine's other files, for who reads of a
        failure."""
        text = self.run(f"barograph status; barograph devices; systemctl --failed; {JOURNAL} -b",
                        patience=120)[1]
        (self.folder / "journal.txt").write_text(text)

    # Instruments

    def add_line(self, name, port=None):
        """A line from outside, /dev/virtio-ports/NAME inside: to a TCP port of 127.0.0.1, or to
        who calls `connect`."""
        self.add_chardev(name, port)
        self.qmp("device_add", driver="virtserialport", id=name, chardev=name, name=name)

    def plug_gadget(self, name, identity, port=None):
        """Plugs a USB instrument with its own identity: vendor, product and name, as `gadget` takes
        them. The bytes of its port are at the line of that name."""
        lines = self.sh("ls /dev/virtio-ports").split()
        if name not in lines:
            self.add_line(name, port)
        end = self.sh(f"gadget plug {name} {identity}").strip().splitlines()[-1]
        self.sh(f"systemd-run -q --collect --unit=pump-{name} -p Restart=on-failure "
                f"/mnt/pump /dev/virtio-ports/{name} {end}")

    def pull_gadget(self, name):
        """Pulls it."""
        self.sh(f"systemctl stop pump-{name}; gadget pull {name}")

    def receiver(self):
        """Plugs a u-blox receiver that gpsd knows by its identity; the line to it."""
        self.plug_gadget("receiver", "1546 01a7 'u-blox 7 - GPS/GNSS Receiver'")
        if not self._line:
            self._line = self.connect("receiver")
            Listening(self._line)
        return self._line
