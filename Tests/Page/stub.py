"""A server that plays a recorder to the page: it sends what a test tells it to, when it is told to."""

import contextlib
import copy
import datetime
import http.server
import json
import math
import pathlib
import queue
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = ROOT / "Sources/Pages/Files"
DOCUMENT = ROOT / "Fixtures/status-document/in-flight/document.json"

TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml", ".png": "image/png",
         ".webmanifest": "application/manifest+json"}

# As strict as a server can be: whatever the page does must work under it.
POLICY = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
          "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
          "frame-ancestors 'none'")


def in_flight():
    """A status document of a box in flight, as of now."""
    document = json.loads(DOCUMENT.read_text())
    now = datetime.datetime.now(datetime.timezone.utc)
    document["generated_at"] = now.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    document["build"] = "stub"
    return document


def a_track(seconds=4300):
    """A flight in circles and glides, once in ten seconds."""
    points = []
    for t in range(0, seconds, 10):
        angle, way = t / 13, t / seconds * 2 * math.pi
        circles = (t // 600) % 2
        points.append([t, 48.1 + 0.09 * math.sin(way) + 0.003 * circles * math.sin(angle),
                       11.5 + 0.14 * (1 - math.cos(way)) + 0.004 * circles * math.cos(angle),
                       600 + 250 * math.sin(t / 500) + t / 8, 560 + 250 * math.sin(t / 500) + t / 8])
    return points


class Stub:
    """What the server answers, and what it was asked."""

    def __init__(self):
        self.build = "stub"
        self.token = None
        self.flights = []
        self.track = {"recording": 42, "flight": None, "start": "2026-07-04T13:01:10Z", "points": [],
                      "next": 0, "truncated": False}
        self.overview = {}
        self.answers = {}
        self.requests = []
        self.last = None
        self.streams = []
        self.lock = threading.Lock()
        self.events_status = 200
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.stub = self
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server.server_port}/"

    def send(self, document):
        """Sends a status document to every stream, and to those that are opened later."""
        with self.lock:
            self.last = copy.deepcopy(document)
            for stream in self.streams:
                stream.put(self.last)

    def fall_silent(self):
        """Streams that are opened later get nothing."""
        with self.lock:
            self.last = None

    def end_streams(self):
        """Ends every stream."""
        with self.lock:
            for stream in self.streams:
                stream.put(None)

    def count(self, path):
        """How often a path was asked for."""
        with self.lock:
            return sum(1 for request in self.requests if request[1].split("?")[0] == path)

    def send_text(self, text):
        """Sends what is no document to every stream."""
        with self.lock:
            for stream in self.streams:
                stream.put(text)

    def wait_until(self, condition):
        """Waits for something that requests bring about."""
        deadline = time.monotonic() + 60
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(f"it never came; asked were {[r[:2] for r in self.requests]}")
            time.sleep(0.02)

    def wait_for_streams(self, number):
        """Waits until streams were opened so often."""
        self.wait_until(lambda: self.count("/v1/events") >= number)

    def wait_for_leavers(self):
        """Waits until nobody listens: whether somebody does is known by sending."""
        def nobody():
            self.send_text(": anybody?\n\n")
            return not self.streams
        self.wait_until(nobody)

    @contextlib.contextmanager
    def stream(self):
        events = queue.Queue()
        with self.lock:
            self.streams.append(events)
            if self.last is not None:
                events.put(self.last)
        try:
            yield events
        finally:
            with self.lock:
                self.streams.remove(events)

    def close(self):
        self.end_streams()
        self.server.shutdown()
        self.server.server_close()


class Server(http.server.ThreadingHTTPServer):
    """A thread a request; browsers that go away are no fault."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(http.server.BaseHTTPRequestHandler):
    """One request."""

    def log_message(self, *_):
        pass

    @property
    def stub(self):
        return self.server.stub

    def _note(self):
        with self.stub.lock:
            self.stub.requests.append((self.command, self.path, dict(self.headers)))

    def _may(self):
        return self.stub.token is None or self.headers.get("Authorization") == f"Bearer {self.stub.token}"

    def _send(self, status, kind, body, **more):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in more.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def _json(self, value, status=200):
        self._send(status, "application/json", json.dumps(value).encode())

    def do_GET(self):
        self._note()
        path = self.path.split("?")[0]
        if path in ("/", "/receiver"):
            return self._file("page.html" if path == "/" else "receiver.html", no_cache=True)
        if path.startswith("/assets/"):
            return self._file(path.removeprefix("/assets/"))
        if not self._may():
            return self._json({"error": "unauthorized", "message": "this needs a token",
                               "hint": "barograph page prints it"}, 401)
        if path == "/v1/events":
            return self._events()
        if path == "/v1/flights":
            return self._json({"flights": self.stub.flights})
        if path == "/v1/track":
            return self._json(self.stub.track)
        if path == "/v1/overview":
            return self._json(self.stub.overview)
        if path.endswith("/igc"):
            return self._send(200, "application/octet-stream", b"AXBG\r\n")
        if path.endswith("/report"):
            return self._send(200, TYPES[".html"], b"<!doctype html><title>Report</title>")
        return self._json({"error": "not-found", "message": "there is no such path", "hint": ""}, 404)

    def do_POST(self):
        self._note()
        answer = self.stub.answers.get(self.path)
        if not self._may():
            return self._json({"error": "forbidden", "message": "this needs a token", "hint": ""}, 401)
        status, value = answer(self) if callable(answer) else answer or (404, {"message": "no"})
        return self._json(value, status)

    def _file(self, name, no_cache=False):
        path = FILES / name
        if "/" in name or not path.is_file():
            return self._json({"error": "not-found", "message": name, "hint": ""}, 404)
        body = path.read_bytes().replace(b"{{build}}", self.stub.build.encode())
        return self._send(200, TYPES[path.suffix], body, Content_Security_Policy=POLICY,
                          Cross_Origin_Opener_Policy="same-origin",
                          Cache_Control="no-cache" if no_cache else "max-age=60")

    def _events(self):
        if self.stub.events_status != 200:
            return self._json({"message": "not now", "hint": ""}, self.stub.events_status)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        with self.stub.stream() as events:
            number = 0
            while (document := events.get()) is not None:
                number += 1
                text = document if isinstance(document, str) else (
                    f"id: {number}\nevent: status\ndata: {json.dumps(document)}\n\n")
                try:
                    self.wfile.write(text.encode())
                    self.wfile.flush()
                except OSError:
                    return
