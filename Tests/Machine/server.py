"""The server outside: a barograph-receiver at loopback with a certificate of its own authority."""

import json
import os
import subprocess

from machine import MachineError

NAME = "receiver.test"
CONFIGURATION = """\
# Written by the test of a whole machine.
[listen]
address = 127.0.0.1:{port}
"""
CERTIFICATE = """\
tls-certificate = {folder}/server.pem
tls-key = {folder}/server.key
"""


class Server:
    """A running barograph-receiver; `authority` is the certificate that a box must trust. With
    `plain` it speaks without TLS, as behind a proxy."""

    def __init__(self, program, folder, port, plain=False):
        self._program, self._folder = program, folder
        (folder / "state").mkdir(parents=True)
        self.authority = folder / "authority.pem"
        text = CONFIGURATION
        if not plain:
            self._certify()
            text += CERTIFICATE
        (folder / "receiver.conf").write_text(text.format(port=port, folder=folder))
        self._environment = dict(os.environ, STATE_DIRECTORY=str(folder / "state"))
        self._environment.pop("NOTIFY_SOCKET", None)
        with open(folder / "receiver.log", "wb") as log:
            self._process = subprocess.Popen(
                self._command("serve"), env=self._environment, stdin=subprocess.DEVNULL,
                stdout=log, stderr=subprocess.STDOUT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()

    def _command(self, *words):
        return [self._program, *words, "--config", self._folder / "receiver.conf"]

    def _certify(self):
        """An authority and a certificate of it for the server's name."""
        folder = self._folder
        common = ["-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
        openssl("req", "-x509", *common, "-keyout", folder / "authority.key", "-out",
                self.authority, "-days", "30", "-subj", "/CN=Test authority")
        openssl("req", *common, "-keyout", folder / "server.key", "-out", folder / "server.csr",
                "-subj", f"/CN={NAME}")
        (folder / "server.ext").write_text(f"subjectAltName=DNS:{NAME}\n")
        openssl("x509", "-req", "-in", folder / "server.csr", "-CA", self.authority, "-CAkey",
                folder / "authority.key", "-CAcreateserial", "-days", "30", "-extfile",
                folder / "server.ext", "-out", folder / "server.pem")
        (folder / "server.key").chmod(0o600)

    def code(self):
        """A new account's one-time code."""
        run = subprocess.run(self._command("account", "add", "Club", "--json"), text=True,
                             env=self._environment, capture_output=True, check=False)
        if run.returncode:
            raise MachineError(f"barograph-receiver account add failed: {run.stderr.strip()}")
        return json.loads(run.stdout)["code"]


def openssl(*words):
    """Runs openssl."""
    run = subprocess.run(["openssl", *map(str, words)], capture_output=True, text=True, check=False)
    if run.returncode:
        raise MachineError(f"openssl {words[0]} failed: {run.stderr.strip()}")
