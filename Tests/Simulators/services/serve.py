#!/usr/bin/env python3
"""WeGlide, SkyLines, Charron.line, Soaring Spot's proxy, XCSoar's catalogue and openAIP on a port of this machine.

    serve.py [--port PORT] [--certificate FILE --key FILE]

For tests. The first line of standard output is the address that they stand below: ADDRESS/weglide/v1,
ADDRESS/skylines, ADDRESS/charron, ADDRESS/soaringspot, ADDRESS/xcsoar, ADDRESS/openaip. They know nothing of
Barograph's code and answer as the services are documented, refusals included; what no client may send is refused.
Tests make them fail with ADDRESS/control:

    GET  /control           what each service holds, the requests that came, oldest first, those of them
                            that were `signed` by a key, a login or a cookie, and how many connections
                            are `open`, this one among them
    POST /control           {"options": {"weglide": {"visible": false}}, "reset": ["skylines"],
                             "faults": [{"service": "weglide", "path": "igcfile", "times": 1, …}]}

A fault has a `mode`: `answer` (with `status`, `body`, `headers`), `cut` (closes the connection), `stall`
(answers nothing until the client goes), `half` (the half of an answer), `long` (an answer of so many `bytes`),
`slow` (does and answers what it was asked, with `ms` milliseconds before and after it). With `"performed": true`
the service does what it was asked before it fails. Standard library only.
"""

import argparse
import collections
import http.server
import json
import pathlib
import select
import socket
import ssl
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from charron import Charron  # noqa: E402
from openaip import OpenAIP  # noqa: E402
from skylines import SkyLines  # noqa: E402
from soaringspot import SoaringSpot  # noqa: E402
from weglide import WeGlide  # noqa: E402
from xcsoar import XCSoar  # noqa: E402

MAKERS = {"weglide": WeGlide, "skylines": SkyLines, "charron": Charron, "soaringspot": SoaringSpot,
          "xcsoar": XCSoar, "openaip": OpenAIP}
LONGEST = 32 << 20
SIGNATURES = ("Authorization", "Cookie", "X-API-Key")
Request = collections.namedtuple("Request", "method path query headers content_type body")


class World:
    """The services, what is to go wrong with them, and what was asked of them."""

    def __init__(self):
        self.lock = threading.Lock()
        self.services = {name: make() for name, make in MAKERS.items()}
        self.faults = []
        self.log = []
        self.signed = []
        self.open = 0

    def control(self, order):
        with self.lock:
            for name in order.get("reset", []):
                self.services[name] = MAKERS[name]()
            for name, options in order.get("options", {}).items():
                self.services[name].options.update(options)
            self.faults = order.get("faults", self.faults)
            return self.state()

    def state(self):
        state = {name: dict(service.state(), options=service.options)
                 for name, service in self.services.items()}
        return dict(state, log=self.log[-1000:], signed=self.signed[-1000:], open=self.open, faults=self.faults)

    def handle(self, name, request):
        """The answer, and the fault that stands in its place."""
        with self.lock:
            line = f"{request.method} {name} {request.path}"
            self.log.append(line)
            if any(header in request.headers for header in SIGNATURES):
                self.signed.append(line)
            fault = self.fault(name, request)
        if fault and fault.get("mode") == "slow":
            return self.slowly(name, request, fault.get("ms", 0) / 1000), None
        if fault and not fault.get("performed"):
            return None, fault
        with self.lock:
            return self.services[name].answer(request), fault

    def slowly(self, name, request, seconds):
        time.sleep(seconds)
        with self.lock:
            answer = self.services[name].answer(request)
        time.sleep(seconds)
        return answer

    def fault(self, name, request):
        for fault in self.faults:
            is_meant = (fault.get("service") in (None, name) and fault.get("path", request.path) == request.path
                        and fault.get("method", request.method) == request.method)
            if is_meant and fault.get("times", 1) > 0:
                fault["times"] = fault.get("times", 1) - 1
                return fault
        return None


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    world = None

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.serve()

    def do_HEAD(self):
        self.serve()

    def do_POST(self):
        self.serve()

    def do_PATCH(self):
        self.serve()

    def serve(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > LONGEST:
            return self.reply(413, {"error": "too large"})
        body = self.rfile.read(length)
        if len(body) == length:
            self.dispatch(body)

    def dispatch(self, body):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/control":
            # A connection of its own each time: `open` tells of those that came before it.
            self.close_connection = True
            return self.reply(200, self.control(body), {"Connection": "close"})
        for name, service in self.world.services.items():
            if url.path.startswith(service.prefix):
                request = Request(
                    self.command, url.path[len(service.prefix):], dict(urllib.parse.parse_qsl(url.query)),
                    self.headers, self.headers.get("Content-Type", ""), body)
                return self.conclude(*self.world.handle(name, request))
        return self.reply(404, {"error": "no such service"})

    def control(self, body):
        if self.command == "POST":
            return self.world.control(json.loads(body))
        with self.world.lock:
            return self.world.state()

    def conclude(self, answer, fault):
        mode = fault.get("mode", "answer") if fault else None
        if mode is None:
            return self.reply(*answer)
        if mode == "answer":
            return self.reply(fault.get("status", 500), fault.get("body", ""), fault.get("headers", {}))
        if mode == "long":
            return self.reply(200, " " * fault["bytes"])
        if mode == "half":
            self.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{\"id\"")
        if mode == "stall":
            self.wait_for_hang_up()
        self.close_connection = True
        return None

    def wait_for_hang_up(self):
        poll = select.poll()
        poll.register(self.connection, select.POLLIN | select.POLLRDHUP)
        poll.poll()

    @staticmethod
    def written(body):
        """Type and bytes of a file, a page or an object."""
        if isinstance(body, bytes):
            return "application/octet-stream", body
        if isinstance(body, str):
            return "text/html", body.encode()
        return "application/json", json.dumps(body).encode()

    def reply(self, status, body, headers=None):
        kind, content = self.written(body)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, port, certificate=None, key=None):
        self.world = World()
        super().__init__(("127.0.0.1", port), type("Handler", (Handler,), {"world": self.world}))
        self.context = None
        if certificate:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(certificate, key)

    @property
    def address(self):
        return f"{'https' if self.context else 'http'}://127.0.0.1:{self.server_port}"

    def process_request(self, request, client_address):
        # In the order of their coming, before a thread has them.
        with self.world.lock:
            self.world.open += 1
        super().process_request(request, client_address)

    def finish_request(self, request, client_address):
        if self.context:
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, client_address)

    def shutdown_request(self, request):
        # A TLS socket has taken the plain one's descriptor over.
        try:
            request.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        request.close()
        with self.world.lock:
            self.world.open -= 1

    def handle_error(self, request, client_address):
        # Clients that go or do not trust the certificate are what tests are about.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--certificate")
    parser.add_argument("--key")
    options = parser.parse_args()
    server = Server(options.port, options.certificate, options.key)
    print(server.address, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
