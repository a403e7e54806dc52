#!/usr/bin/env python3
"""A VESC with the Refloat package that plays a known ride behind a pseudo-terminal or a TCP port.

The first line of output is where it listens: the terminal's path, or HOST:PORT; with --nmea the second
is the path of a GNSS receiver that rides along. It answers as firmware does: frames with a wrong
checksum and unknown commands get no reply. A command that moves a motor or writes ends it with
status 3. The ride begins with the first request (or with --start-now)."""

import argparse
import json
import math
import os
import pty
import random
import select
import signal
import socket
import sys
import time
import tty

from nmea_ride import Positions
from vesc_controller import FORWARD_CAN, GET_VALUES, PING_CAN, SELECTIVE, Board, Forbidden
from vesc_frames import Deframer, frame
from vesc_ride import PROFILES, Ride

FLUSH_AFTER = 0.15


class Terminal:
    """A pseudo-terminal that whoever opens `name` has alone; what is sent while nobody does is lost."""

    def __init__(self, link=None):
        self.link = link
        self.plug_in()

    def plug_in(self):
        """Makes the terminal, and the link to it."""
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.name = os.ttyname(slave)
        # Held open here it would be in use for a client that wants it alone.
        os.close(slave)
        os.set_blocking(self.master, False)
        self.state = select.poll()
        self.state.register(self.master, 0)
        if self.link:
            if os.path.islink(self.link):
                os.unlink(self.link)
            os.symlink(self.name, self.link)

    def is_open(self):
        """Whether somebody has opened the other end."""
        if self.master is None:
            return False
        return not any(events & select.POLLHUP for _, events in self.state.poll(0))

    def descriptors(self):
        return [self.master] if self.is_open() else []

    def read(self, ready):
        try:
            return os.read(self.master, 4096) if ready else b""
        except OSError:
            return b""  # The client has gone since.

    def write(self, data):
        try:
            if self.is_open():
                os.write(self.master, data)
        except OSError:
            pass  # Nobody reads: what does not fit is lost, as on a line.

    def close(self):
        if self.link and os.path.islink(self.link) and os.readlink(self.link) == self.name:
            os.unlink(self.link)
        if self.master is not None:
            os.close(self.master)
        self.master = None


class TCPPort:
    """A listening port on loopback that serves one client at a time."""

    def __init__(self, port):
        self.listener = socket.create_server(("127.0.0.1", port))
        self.client = None
        self.name = "127.0.0.1:%d" % self.listener.getsockname()[1]

    def descriptors(self):
        return [self.client or self.listener]

    def read(self, ready):
        if ready and self.client is None:
            self.client = self.listener.accept()[0]
            self.client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.client.settimeout(1)  # Whoever does not read is hung up on.
            return b""
        try:
            data = self.client.recv(4096) if ready else b""
        except OSError:
            data = b""
        if ready and not data:
            self._drop()
        return data

    def write(self, data):
        try:
            if self.client:
                self.client.sendall(data)
        except OSError:
            self._drop()

    def _drop(self):
        self.client.close()
        self.client = None

    def close(self):
        if self.client:
            self.client.shutdown(socket.SHUT_RDWR)
            self._drop()
        self.listener.close()


class Simulator:
    """Joins a port, a board and a clock, and does to the replies what was asked for."""

    def __init__(self, options, board, ports, positions=None):
        self.options, self.board, self.ports, self.positions = options, board, ports, positions
        self.port = ports[0]
        self.deframer = Deframer()
        self.chance = random.Random(options.seed)
        self.waiting = []  # (due, number, frame)
        self.served = dict(requests=0, replies=0, values=0, unanswered=0, dropped=0, corrupted=0, tooFast=0)
        self.served["firstRequestUnix"] = None
        self.forbidden = []
        self.opened = time.monotonic()
        self.started = self.opened if options.start_now else None
        self.last_byte = self.last_reply = self.opened
        self.stopped = False
        self.truth = board.ride.truth() if options.truth else None

    def ride_time(self, now):
        """Seconds of the ride, 0 before it begins."""
        return 0.0 if self.started is None else (now - self.started) * self.options.scale

    def run(self):
        while not self.stopped:
            now = time.monotonic()
            if self._is_over(now):
                break
            self._move_plug(now)
            self._send_due(now)
            descriptors = self.port.descriptors()
            ready, _, _ = select.select(descriptors, [], [], self._patience(now))
            self._receive(self.port.read(ready), time.monotonic())

    def _is_over(self, now):
        ended = self.options.exit_at_end and self.started is not None and self.ride_time(now) >= self.board.ride.duration
        unplugged = self.options.unplug_after is not None and now - self.opened >= self.options.unplug_after
        return ended or unplugged

    def _move_plug(self, now):
        """Pulls the plug and puts it in again, where --away says so."""
        if not self.options.away:
            return
        begin, end = self.options.away
        is_away = self.started is not None and begin <= self.ride_time(now) < end
        if is_away and self.port.master is not None:
            self.port.close()
            self.waiting.clear()
        elif not is_away and self.port.master is None:
            self.port.plug_in()

    def _patience(self, now):
        due = [at - now for at, _, _ in self.waiting]
        return max(0.0, min(due + [0.05]))

    def _receive(self, data, now):
        if data:
            self.last_byte = now
            payloads = self.deframer.feed(data)
        elif self.deframer.held and now - self.last_byte > FLUSH_AFTER:
            payloads = self.deframer.flush()
        else:
            payloads = []
        for payload in payloads:
            self._on_request(payload, now)

    def _on_request(self, payload, now):
        self.served["requests"] += 1
        if now - self.opened < self.options.delay:
            return self._count("unanswered")
        if self.started is None:
            self.started = now
            self.served["firstRequestUnix"] = time.time()
        at = self.ride_time(now)
        try:
            reply = self.board.answer(payload, at)
        except Forbidden as error:
            self.forbidden.append(dict(rideS=at, request=payload.hex()))
            print(f"vesc: {error}", file=sys.stderr, flush=True)
            self.stopped = True
            return
        silent = self.options.silent_after is not None and now - self.opened >= self.options.silent_after
        if reply is None or silent or not self.board.ride.is_on(at):
            return self._count("unanswered")
        self._queue(payload, reply, now)

    def _queue(self, request, reply, now):
        if self.options.max_hz and now - self.last_reply < 1 / self.options.max_hz:
            return self._count("tooFast")
        self.last_reply = now
        if self.chance.random() < self.options.drop:
            return self._count("dropped")
        packet = bytearray(frame(reply))
        if self.chance.random() < self.options.corrupt:
            packet[self.chance.randrange(len(packet))] ^= 1 << self.chance.randrange(8)
            self._count("corrupted")
        ping = request[0] == PING_CAN or (request[0] == FORWARD_CAN and request[2:3] == bytes([PING_CAN]))
        latency = self.options.ping_latency if ping else self.options.reply_latency
        self._count("replies")
        if request[0] in (GET_VALUES, SELECTIVE):
            self._count("values")
        self.waiting.append((now + latency, self.served["replies"], bytes(packet)))

    def _count(self, what):
        self.served[what] += 1

    def _send_due(self, now):
        for item in sorted(self.waiting):
            if item[0] <= now:
                self.waiting.remove(item)
                self.port.write(item[2])
        if self.positions and self.started is not None:
            self.positions.send_due(self.ride_time(now))

    def write_truth(self):
        """The ride's sums and what was served, replaced in one step."""
        if not self.truth:
            return
        truth = dict(self.truth, served=self.served, forbidden=self.forbidden, skippedBytes=self.deframer.skipped)
        truth["uuid"] = self.board.uuid.hex()
        with open(self.options.truth + ".new", "w") as file:
            json.dump(truth, file, indent=1)
        os.replace(self.options.truth + ".new", self.options.truth)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--profile", choices=sorted(PROFILES), default="short")
    parser.add_argument("--seed", type=int, default=1, help="of the ride's details, losses and damage")
    parser.add_argument("--motors", type=int, choices=(1, 2), default=1, help="2: the second is CAN id 98")
    parser.add_argument("--firmware", default="6.5", help="MAJOR.MINOR; 2.x has the old order of values")
    parser.add_argument("--uuid", default="101112131415161718191a1b", help="24 hexadecimal digits")
    parser.add_argument("--no-refloat", action="store_true", help="the board has no package")
    parser.add_argument("--bms", action="store_true", help="a battery management answers")
    parser.add_argument("--tcp", type=int, metavar="PORT", help="listen on loopback instead; 0 is any port")
    parser.add_argument("--link", help="a symbolic link to the terminal, removed at the end")
    parser.add_argument("--nmea", action="store_true", help="a second terminal with the positions of the ride; LINK-receiver leads to it")
    parser.add_argument("--nmea-hz", type=float, default=1.0)
    parser.add_argument("--utc", default="2026-06-01T10:00:00", help="UTC of the ride's begin, or `now`")
    parser.add_argument("--truth", help="file for the ride's sums, written at begin and end")
    parser.add_argument("--scale", type=float, default=1.0, help="ride seconds a second")
    parser.add_argument("--start-now", action="store_true", help="begin the ride at once")
    parser.add_argument("--exit-at-end", action="store_true", help="hang up when the ride is over")
    parser.add_argument("--delay", type=float, default=0.0, help="seconds of silence first: not switched on yet")
    parser.add_argument("--silent-after", type=float, help="seconds until it says nothing more")
    parser.add_argument("--unplug-after", type=float, help="seconds until it hangs up")
    parser.add_argument(
        "--away", type=float, nargs=2, metavar=("FROM", "UNTIL"),
        help="seconds of the ride while the terminal is gone; it comes back under --link",
    )
    parser.add_argument(
        "--cell-spread", type=float, nargs=2, metavar=("MV", "UNTIL"), default=(16, math.inf),
        help="highest less lowest cell, until a second of the ride; 16 mV from there on",
    )
    parser.add_argument("--drop", type=float, default=0.0, help="probability that a reply is lost")
    parser.add_argument("--corrupt", type=float, default=0.0, help="probability that a bit of a reply flips")
    parser.add_argument("--max-hz", type=float, help="requests that come faster get no reply")
    parser.add_argument("--reply-latency", type=float, default=0.0, help="seconds from request to reply")
    parser.add_argument("--ping-latency", type=float, default=2.5, help="the same for a CAN scan")
    options = parser.parse_args(arguments)
    if options.away and (options.tcp is not None or not options.link):
        parser.error("--away needs --link, and no --tcp")
    return options


def build(options):
    """The simulator that the options describe."""
    ride = Ride(options.profile, options.seed, options.motors)
    firmware = tuple(int(part) for part in options.firmware.split("."))
    board = Board(ride, firmware, uuid=bytes.fromhex(options.uuid), bms=options.bms, refloat=not options.no_refloat)
    board.cell_spread = options.cell_spread
    port = Terminal(options.link) if options.tcp is None else TCPPort(options.tcp)
    if not options.nmea:
        return Simulator(options, board, [port])
    receiver = Terminal(options.link and options.link + "-receiver")
    positions = Positions(ride, options.utc, options.nmea_hz, receiver.write)
    return Simulator(options, board, [port, receiver], positions)


def main(arguments=None):
    # Whoever starts it may have them blocked.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM, signal.SIGINT})
    simulator = build(parse(arguments))

    def stop(signum, stack):
        simulator.stopped = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    simulator.write_truth()
    for port in simulator.ports:
        print(port.name, flush=True)
    try:
        simulator.run()
    finally:
        simulator.write_truth()
        for port in simulator.ports:
            port.close()
    return 3 if simulator.forbidden else 0


if __name__ == "__main__":
    sys.exit(main())
