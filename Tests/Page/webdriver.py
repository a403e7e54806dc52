"""A headless Chromium, driven over WebDriver with nothing but the standard library."""

import base64
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

PATIENCE = 60


# Puts clocks that a test sets into each page, before anything of the page runs.
CLOCKS = """
(() => {
  const [wall, steady] = [Date.now.bind(Date), performance.now.bind(performance)];
  const [day, moment] = [wall(), steady()];
  window.testClock = { ahead: 0 };
  Date.now = () => (STANDS ? day : wall()) + window.testClock.ahead;
  performance.now = () => (STANDS ? moment : steady()) + window.testClock.ahead;
})();
"""


class DriverError(Exception):
    """The driver refused a command."""


class Browser:
    """One Chromium with one window and a profile of its own."""

    ARGUMENTS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--no-first-run", "--disable-background-networking", "--disable-extensions",
                 "--disable-component-update", "--force-device-scale-factor=1"]

    def __init__(self, driver="chromedriver"):
        self.profile = tempfile.mkdtemp(prefix="barograph-page-")
        self.process = subprocess.Popen(
            [driver, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.session = None
        self.clocks = None
        try:
            self.address = f"http://127.0.0.1:{self._port()}"
            self._begin()
        except BaseException:
            self.close()
            raise

    def _port(self):
        for line in self.process.stdout:
            found = re.search(r"started successfully on port (\d+)", line)
            if found:
                threading.Thread(target=self.process.stdout.read, daemon=True).start()
                return int(found[1])
        raise DriverError("chromedriver did not start")

    def _begin(self):
        options = {"args": self.ARGUMENTS + [f"--user-data-dir={self.profile}"]}
        chromium = shutil.which("chromium")
        if chromium:
            options["binary"] = chromium
        answer = self._send("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"}}}})
        self.session = f"/session/{answer['sessionId']}"

    def _send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=2 * PATIENCE) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise DriverError(f"{path}: {value.get('error')}: {value.get('message')}") from None

    def command(self, path, **body):
        """A command of the session."""
        return self._send("POST", self.session + path, body)

    def devtools(self, name, **parameters):
        """A command of the DevTools protocol."""
        return self.command("/goog/cdp/execute", cmd=name, params=parameters)

    def open(self, url):
        self.command("/url", url=url)

    def set_clocks(self, stand):
        """Lets the clocks of pages that are opened from now on stand still, or run."""
        if self.clocks:
            self.devtools("Page.removeScriptToEvaluateOnNewDocument", identifier=self.clocks)
        source = CLOCKS.replace("STANDS", "true" if stand else "false")
        self.clocks = self.devtools("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"]

    def advance(self, seconds):
        """Sets the page's clocks so far ahead."""
        self.run("window.testClock.ahead = arguments[0] * 1000", seconds)

    def run(self, script, *arguments):
        """What a script returns; promises are waited for."""
        return self.command("/execute/sync", script=script, args=list(arguments))

    def wait(self, script, *arguments, why=None):
        """What a script returns once it is true."""
        deadline = time.monotonic() + PATIENCE
        while True:
            value = self.run(script, *arguments)
            if value:
                return value
            if time.monotonic() > deadline:
                raise AssertionError(why or f"never became true: {script}")
            time.sleep(0.05)

    def text(self, identifier):
        """The text of an element as it is seen."""
        return self.run("return document.getElementById(arguments[0]).innerText", identifier)

    def click(self, identifier):
        """Clicks where an element is, as a person would."""
        element = self.command("/element", using="css selector", value=f"#{identifier}")
        self.command(f"/element/{next(iter(element.values()))}/click")

    def press(self, key):
        """Presses a key: a letter, or one of WebDriver's code points."""
        self.command("/actions", actions=[{"type": "key", "id": "keys", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}])

    def windows(self):
        """The handles of all windows and tabs."""
        return self._send("GET", self.session + "/window/handles")

    def look_at(self, window):
        """Makes a window the one that commands are for."""
        self.command("/window", handle=window)

    def close_window(self):
        self._send("DELETE", self.session + "/window")

    def size(self, width, height, mobile=False):
        """Gives the page a screen of this size."""
        self.devtools("Emulation.setDeviceMetricsOverride", width=width, height=height,
                      deviceScaleFactor=1, mobile=mobile)

    def prefer(self, scheme):
        """Makes the system prefer `light` or `dark`."""
        self.devtools("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])

    def complaints(self):
        """What the browser's console tells since it was asked last."""
        return [entry["message"] for entry in self.command("/se/log", type="browser")]

    def picture(self, path, whole=False):
        """Saves what is seen, or the whole page, as PNG."""
        data = self.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(data["data"]))

    def close(self):
        if self.session:
            try:
                self._send("DELETE", self.session)
            except (DriverError, OSError):
                pass
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
