"""The flight's way to a service: a stub of WeGlide on this machine takes what has landed."""

import hashlib
import json
import pathlib
import subprocess
import sys
import time
import urllib.request

SERVICES = pathlib.Path(__file__).resolve().parents[1] / "Simulators/services/serve.py"
SECRETS = "weglide-key\n1980-07-31\n"


class Service:
    """The stub while the demo runs."""

    def __init__(self, children, out):
        with open(out / "services.log", "wb") as log:
            self.process = children.start([sys.executable, "-B", SERVICES], stdin=subprocess.DEVNULL,
                                          stdout=subprocess.PIPE, stderr=log)
        self.address = self.process.stdout.readline().decode().strip()

    @property
    def configuration(self):
        return f"\n[services]\nweglide-url = {self.address}/weglide/v1\n"

    def connect(self, recorder):
        """Gives the box an account, and lets flights go there by themselves."""
        recorder.command("settings", "set", "weglideUpload", "true")
        return recorder.command("services", "connect", "weglide", "--user-id", "17", "--aircraft-id",
                                "160", given=SECRETS)

    def flights(self):
        with urllib.request.urlopen(self.address + "/control", timeout=10) as answer:
            return json.load(answer)["weglide"]["flights"]

    def wait_for(self, igc, seconds=60):
        """Whether the service has come to hold exactly this file, sent once."""
        expected = hashlib.sha256(pathlib.Path(igc).read_bytes()).hexdigest()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not self.flights():
            time.sleep(0.1)
        return holds(self.flights(), expected)


def holds(flights, sha256):
    """Whether a service's only flight is that file, sent once."""
    return len(flights) == 1 and flights[0]["sha256"] == sha256 and flights[0]["uploads"] == 1


def is_done(shown):
    """Whether the box knows that its flight has arrived; `shown` is what it tells of it."""
    return any(upload["service"] == "weglide" and upload["state"] == "done" and upload["server_id"]
               for upload in shown.get("uploads", []))
