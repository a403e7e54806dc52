"""A real barographd with a gpsd of ours, for the tests of the page that it serves."""

import contextlib
import datetime
import json
import math
import os
import pathlib
import socket
import subprocess
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARIES = pathlib.Path(os.environ.get("BAROGRAPH_BINARIES", ROOT / ".build/debug"))

CONFIGURATION = """\
[gpsd]
port = {gpsd}
[recording]
policy = manual
[page]
listen = 127.0.0.1:{page}
[declaration]
pilot = Ada <b>Example</b>
"""


class CirclingGPSD:
    """Speaks gpsd's protocol to whoever comes: a glider that circles, four fixes a second."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.is_over = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._report, args=(client,), daemon=True).start()

    def _report(self, client):
        version = {"class": "VERSION", "release": "3.22", "rev": "3.22", "proto_major": 3, "proto_minor": 14}
        with client, contextlib.suppress(OSError):
            client.sendall(self._line(version))
            while not self.is_over.wait(0.25):
                client.sendall(self._line(self._position()))

    @staticmethod
    def _line(report):
        """As gpsd writes it: without a space."""
        return json.dumps(report, separators=(",", ":")).encode() + b"\r\n"

    @staticmethod
    def _position():
        now = time.time()
        moment = datetime.datetime.fromtimestamp(now, datetime.timezone.utc)
        return {"class": "TPV", "device": "/dev/fake", "mode": 3,
                "time": moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
                "lat": 48.1 + 0.001 * math.sin(now / 4), "lon": 11.5 + 0.0015 * math.cos(now / 4),
                "altHAE": 1291.0, "altMSL": 1243.5, "geoidSep": 47.5, "speed": 24.2, "track": 90.0, "climb": 1.5}

    def close(self):
        self.is_over.set()
        self.listener.close()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


class Box:
    """The daemon with its folder, which outlives its runs."""

    def __init__(self):
        self.gpsd = CirclingGPSD()
        self.folder = tempfile.TemporaryDirectory(prefix="barograph-page-")
        path = pathlib.Path(self.folder.name)
        self.port = free_port()
        self.state, self.configuration, self.log = path / "state", path / "barograph.conf", path / "log"
        self.configuration.write_text(CONFIGURATION.format(gpsd=self.gpsd.port, page=self.port))
        self.environment = dict(os.environ, STATE_DIRECTORY=str(self.state), RUNTIME_DIRECTORY=str(path / "run"))
        self.environment.pop("NOTIFY_SOCKET", None)
        self.process = None

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    @property
    def token(self):
        return (self.state / "page-token").read_text().strip()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [BINARIES / "barographd", "--config", self.configuration], env=self.environment,
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise AssertionError(f"barographd did not start: {self.log.read_text()}") from None
                time.sleep(0.1)

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait(60)
            self.process = None

    def close(self):
        self.stop()
        self.gpsd.close()
        self.folder.cleanup()
