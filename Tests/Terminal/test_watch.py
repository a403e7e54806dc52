"""barograph watch in a real pseudo-terminal, with a daemon's place taken by a small server."""

import fcntl
import json
import os
import pty
import select
import signal
import socketserver
import struct
import subprocess
import tempfile
import termios
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("BAROGRAPH", str(ROOT / ".build/debug/barograph"))
DOCUMENT = json.loads((ROOT / "Fixtures/status-document/in-flight/document.json").read_text())
PATIENCE = 60
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"


class Answer(BaseHTTPRequestHandler):
    def do_GET(self):
        daemon = self.server.daemon
        daemon.asked.append(self.path)
        if self.path == "/v1/events" and daemon.has_events:
            return self.send_events(daemon)
        body = self.document(daemon)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_events(self, daemon):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            while not daemon.is_stopped.is_set():
                self.wfile.write(b"event: status\ndata: " + self.document(daemon) + b"\n\n")
                daemon.is_stopped.wait(0.5)
        except BrokenPipeError:
            pass

    @staticmethod
    def document(daemon):
        now = datetime.now(timezone.utc)
        return json.dumps(daemon.document | {
            "generated_at": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "expires_at": (now + timedelta(seconds=3)).strftime("%Y-%m-%dT%H:%M:%SZ"),
        }).encode()

    def address_string(self):
        return "local"

    def log_message(self, *_):
        pass


class Daemon:
    def __init__(self, path, has_events=True):
        self.path, self.has_events = path, has_events
        self.document, self.asked, self.is_stopped = DOCUMENT, [], threading.Event()
        self.server = socketserver.ThreadingUnixStreamServer(path, Answer)
        self.server.daemon = self
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.is_stopped.set()
        self.server.shutdown()
        self.server.server_close()
        os.unlink(self.path)


class Screen:
    """What a terminal would show of the few sequences that the command may send."""

    def __init__(self):
        self.raw = ""
        self.rows, self.row, self.column = {}, 0, 0

    def take(self, text):
        self.raw += text

    def lines(self):
        rows, row, column, rest = {}, 0, 0, self.raw
        while rest:
            if rest.startswith("\x1b["):
                end = next((i for i, c in enumerate(rest[2:], 2) if c.isalpha()), None)
                if end is None:
                    break
                code, rest = rest[2 : end + 1], rest[end + 1 :]
                if code == "H":
                    row = column = 0
                elif code == "2J":
                    rows = {}
                elif code == "K":
                    rows[row] = rows.get(row, "")[:column]
                continue
            character, rest = rest[0], rest[1:]
            if character == "\r":
                column = 0
            elif character == "\n":
                row += 1
            else:
                line = rows.get(row, "").ljust(column)
                rows[row] = line[:column] + character + line[column + 1 :]
                column += 1
        return [rows.get(number, "") for number in range(max(rows, default=-1) + 1)]


class Terminal:
    def __init__(self, socket, columns=80, rows=24, **environment):
        self.master, self.slave = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.slave)
        self.screen = Screen()
        self.process = subprocess.Popen(
            [PROGRAM, "watch", "--socket", socket],
            stdin=self.slave, stdout=self.slave, stderr=self.slave, start_new_session=True,
            env=os.environ | {"TERM": "xterm", "TZ": "UTC"} | environment,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys):
        os.write(self.master, keys.encode())

    def wait(self, condition):
        """Reads until the condition holds for the screen's lines."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if condition(self.screen.lines()):
                return
            self.read(0.2)
        raise AssertionError("not seen:\n" + "\n".join(self.screen.lines()))

    def read(self, seconds):
        if select.select([self.master], [], [], seconds)[0]:
            try:
                self.screen.take(os.read(self.master, 65536).decode())
            except OSError:
                return False
            return True
        return False

    def is_stopped(self):
        stat = Path(f"/proc/{self.process.pid}/stat").read_text()
        return stat.rpartition(")")[2].split()[0] == "T"

    def end(self):
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            self.read(0.1)
        while self.read(0.1):
            pass
        return self.process.returncode

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)


def shows(text):
    return lambda lines: any(text in line for line in lines)


class WatchTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.socket = self.folder.name + "/s"
        self.daemon = Daemon(self.socket)

    def tearDown(self):
        if self.daemon:
            self.daemon.stop()
        self.folder.cleanup()

    def start(self, **environment):
        terminal = Terminal(self.socket, **environment)
        self.addCleanup(terminal.close)
        terminal.wait(shows("RECORDING  flight 42"))
        return terminal

    def check_put_back(self, terminal):
        self.assertEqual(terminal.screen.raw.count(ENTER), 1)
        self.assertTrue(terminal.screen.raw.endswith("\x1b[?7h\x1b[?25h" + LEAVE))
        self.assertEqual(termios.tcgetattr(terminal.slave), terminal.before)

    def test_fills_the_screen_and_nothing_beyond(self):
        terminal = self.start()
        lines = terminal.screen.lines()
        self.assertEqual(len(lines), 24)
        self.assertEqual(max(map(len, lines)), 80)
        self.assertTrue(lines[23].startswith("q quit"))
        self.assertEqual(lines[22], "-" * 80)
        self.assertNotIn("\x1b[2J", terminal.screen.raw)

    def test_ends_on_keys_and_signals_and_puts_the_terminal_back(self):
        for way, code in [("q", 0), ("\x03", 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]:
            with self.subTest(way=way):
                terminal = self.start()
                if isinstance(way, str):
                    terminal.press(way)
                else:
                    terminal.process.send_signal(way)
                self.assertEqual(terminal.end(), code)
                self.check_put_back(terminal)

    def test_follows_the_size_of_the_terminal(self):
        terminal = self.start()
        terminal.resize(100, 30)
        terminal.wait(lambda lines: len(lines) == 30 and lines[29].startswith("q quit"))
        self.assertEqual(terminal.screen.lines()[28], "-" * 100)

    def test_keeps_the_frame_of_a_daemon_that_is_gone_and_finds_it_again(self):
        terminal = self.start()
        self.daemon.stop()
        self.daemon = None
        terminal.wait(shows("LOST  no answer for"))
        self.assertTrue(shows("gpsd")(terminal.screen.lines()))
        self.assertFalse(shows("km/h")(terminal.screen.lines()[:2]))
        self.daemon = Daemon(self.socket)
        terminal.wait(shows("RECORDING  flight 42"))

    def test_follows_the_events_and_asks_for_nothing_else(self):
        terminal = self.start()
        self.daemon.document = DOCUMENT | {"state": "landed"}
        terminal.wait(shows("LANDED  flight 42"))
        self.assertEqual(self.daemon.asked, ["/v1/events"])

    def test_asks_where_no_events_come(self):
        self.daemon.has_events = False
        terminal = self.start()
        self.daemon.document = DOCUMENT | {"state": "landed"}
        terminal.wait(shows("LANDED  flight 42"))
        self.assertIn("/v1/status", self.daemon.asked)

    def test_keys_change_what_is_shown(self):
        terminal = self.start()
        terminal.press("u")
        terminal.wait(shows(" kt   trk"))
        terminal.press("p")
        terminal.wait(shows("PAUSED"))
        terminal.press("p?")
        terminal.wait(shows("hold the screen still"))
        # An arrow is no key of ours, nor are its letters.
        terminal.press("\x1bOQ")
        terminal.press(" ")
        terminal.wait(shows("SOURCE"))
        terminal.press("\x0c")
        terminal.wait(lambda _: "\x1b[2J" in terminal.screen.raw)
        terminal.press("q")
        self.assertEqual(terminal.end(), 0)

    def test_paints_no_colours_where_none_are_wanted(self):
        terminal = self.start(NO_COLOR="1")
        self.assertNotRegex(terminal.screen.raw, r"\x1b\[[0-9;]*m")
        terminal.press("q")
        self.assertEqual(terminal.end(), 0)

    def test_stops_and_goes_on(self):
        terminal = self.start()
        terminal.press("\x1a")
        terminal.wait(lambda _: terminal.is_stopped())
        while terminal.read(0.1):
            pass
        self.assertTrue(terminal.screen.raw.endswith(LEAVE))
        terminal.process.send_signal(signal.SIGCONT)
        terminal.wait(lambda _: terminal.screen.raw.count(ENTER) == 2)
        terminal.press("q")
        self.assertEqual(terminal.end(), 0)
        self.assertEqual(termios.tcgetattr(terminal.slave), terminal.before)


if __name__ == "__main__":
    unittest.main()
