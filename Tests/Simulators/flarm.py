#!/usr/bin/env python3
"""A FLARM, or an LXNAV logger, behind a pseudo-terminal or a TCP port, for tests.

    flarm.py [--tcp PORT] [options] [IGC ...]

The first line of standard output says where it listens: the pseudo-terminal's path or 127.0.0.1:PORT. It
knows nothing of Barograph's code and is stricter than a device: what no client may send is answered with an
error and written to --log, as is every command. Standard library only.
"""

import argparse
import collections
import json
import math
import os
import pathlib
import re
import select
import socket
import sys
import time
import tty

START, ESCAPE = 0x73, 0x78
PING, SET_BAUD, EXIT = 0x01, 0x02, 0x12
SELECT, INFO, IGC = 0x20, 0x21, 0x22
ACK, NACK = 0xA0, 0xB7
BLOCK = 485
LONGEST_LINE = 83
TEXTS = {"PILOT": 47, "COPIL": 47, "GLIDERTYPE": 31, "GLIDERID": 15, "COMPID": 15, "COMPCLASS": 15}
NUMBERS = {"LOGINT": (1, 8), "PRIV": (0, 1), "NOTRACK": (0, 1), "THRE": (1, 255), "ACFT": (0, 15),
           "RANGE": (2000, 65535), "VRANGE": (100, 2000), "NMEAOUT1": (0, 255), "NMEAOUT2": (0, 255),
           "BAUD1": (0, 9), "BAUD2": (0, 9), "CFLAGS": (0, 255)}
FACTS = {"DEVTYPE": "PowerFLARM-Core", "DEVICEID": "SIM1", "SWVER": "7.20", "SWEXP": "31.12.2027",
         "FLARMVER": "7.20", "BUILD": "0123456", "SER": "4711", "REGION": "EUR", "RADIOID": "1,DD1A2B",
         "CAP": "BARO;IGC", "OBSTDB": "", "OBSTEXP": "", "LIC": ""}
NEVER = ("CLEARLOGS", "CLEARMEM", "CLEAROBST", "DEF")


def checksum(body):
    total = 0
    for byte in body.encode("latin-1"):
        total ^= byte
    return total


def sentence(body):
    return f"${body}*{checksum(body):02X}\r\n".encode("latin-1")


def crc16(data):
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x1021) & 0xFFFF if value & 0x8000 else value << 1
    return value


def encode_frame(kind, sequence, payload=b"", version=0):
    head = (len(payload) + 8).to_bytes(2, "little") + bytes([version]) + sequence.to_bytes(2, "little") \
        + bytes([kind])
    plain = head + crc16(head + payload).to_bytes(2, "little") + payload
    coded = b"".join({START: b"\x78\x31", ESCAPE: b"\x78\x55"}.get(byte, bytes([byte])) for byte in plain)
    return bytes([START]) + coded


Frame = collections.namedtuple("Frame", "version sequence kind payload")


class FrameReader:
    """Takes bytes, gives good frames; what is damaged is counted."""

    def __init__(self):
        self.held = None
        self.escaped = False
        self.damaged = 0

    def feed(self, data):
        frames = []
        for byte in data:
            if byte == START:
                self.held, self.escaped = bytearray(), False
            elif self.held is not None:
                self._take(byte, frames)
        return frames

    def _take(self, byte, frames):
        if self.escaped:
            plain = {0x31: START, 0x55: ESCAPE}.get(byte)
            self.escaped = False
            if plain is None:
                return self._refuse()
            byte = plain
        elif byte == ESCAPE:
            self.escaped = True
            return
        self.held.append(byte)
        if len(self.held) < 2:
            return
        length = int.from_bytes(self.held[:2], "little")
        if not 8 <= length <= 64:
            return self._refuse()
        if len(self.held) == length:
            self._finish(frames)

    def _finish(self, frames):
        frame = bytes(self.held)
        self.held = None
        if crc16(frame[:6] + frame[8:]) != int.from_bytes(frame[6:8], "little"):
            self.damaged += 1
            return
        frames.append(Frame(frame[2], int.from_bytes(frame[3:5], "little"), frame[5], frame[8:]))

    def _refuse(self):
        self.held = None
        self.damaged += 1


class Flight:
    """An IGC file with what a logger's list says of it."""

    def __init__(self, name, data):
        self.name, self.data = name, data
        text = data.decode("latin-1")
        self.lines = text.split("\r\n") if "\r\n" in text else text.split("\n")
        if self.lines and self.lines[-1] == "":
            self.lines.pop()
        times = [int(t[1:3]) * 3600 + int(t[3:5]) * 60 + int(t[5:7]) for t in self.lines
                 if re.match(r"B\d{6}", t)]
        self.start = times[0] if times else 0
        self.duration = (times[-1] - self.start) % 86400 if times else 0
        self.pilot, self.competition_id = self._header("PLT"), self._header("CID")
        self.competition_class = self._header("CCL")
        date = re.search(r"^HFDTE(?:DATE)?:?\s*(\d\d)(\d\d)(\d\d)", text, re.M)
        self.date = (2000 + int(date[3]), int(date[2]), int(date[1])) if date else (2026, 1, 1)

    def _header(self, code):
        for line in self.lines:
            if line[1:5] in (f"F{code}", f"O{code}", f"P{code}") and ":" in line and line[0] == "H":
                return line.split(":", 1)[1].strip()
        return ""

    def info(self):
        clock = [f"{t // 3600:02}:{t // 60 % 60:02}:{t % 60:02}" for t in (self.start, self.duration)]
        fields = [self.name, "{:04}-{:02}-{:02}".format(*self.date), *clock, self.pilot, self.competition_id,
                  self.competition_class]
        return "|".join(fields).encode("latin-1", "replace") + b"\0"


class Faults:
    """What goes wrong on purpose, each so many times: `nack:2` refuses two blocks behind a first one,
    `timeout` leaves a frame and `lost` a sentence unanswered, `silence` everything from then on, `drop` loses a
    byte or a line, `crc` damages one, `echo` repeats a setting wrongly, `stale` sends an answer twice."""

    def __init__(self, words):
        self.left = collections.Counter()
        for word in words:
            name, _, count = word.partition(":")
            if name not in ("nack", "timeout", "lost", "drop", "crc", "silence", "echo", "stale"):
                raise ValueError(f"no fault is called {name}")
            self.left[name] += int(count or 1)

    def take(self, name):
        if self.left[name] > 0:
            self.left[name] -= name != "silence"
            return True
        return False


class Device:
    """What both kinds have: lines in, a log, sentences once a second."""

    def __init__(self, flights, airborne=False, faults=(), quiet=False, log=None):
        self.flights, self.airborne, self.quiet = list(flights), airborne, quiet
        self.faults, self.log = Faults(faults), log
        self.held = bytearray()
        self.seconds = 43200
        self.violations = []

    def note(self, kind, text):
        if kind == "violation":
            self.violations.append(text)
        if self.log:
            with open(self.log, "a", encoding="latin-1") as file:
                file.write(f"{kind} {text}\n")

    def receive(self, data):
        """Bytes came; what is answered, as a list of separate writes."""
        answers = []
        for byte in data:
            if byte in (10, 13):
                line, self.held = bytes(self.held), bytearray()
                if line:
                    answers += self.line(line.decode("latin-1"))
            elif byte == ord("$"):
                self.held = bytearray(b"$")
            elif len(self.held) < 300:
                self.held.append(byte)
        return answers

    def line(self, line):
        """Checks the frame of a line and hands on its fields."""
        body, star, digits = line.partition("*")
        if not body.startswith("$"):
            return []
        self.note("command", line)
        if self.airborne:
            self.note("violation", f"sent in flight: {line}")
        if self.faults.take("silence"):
            return []
        if star and not re.fullmatch(r"[0-9A-F]{2}", digits):
            return self.refuse(body, "malformed checksum")
        if star and int(digits, 16) != checksum(body[1:]):
            return self.refuse(body, "wrong checksum")
        if len(line) + 2 > self.longest:
            return self.refuse(body, "longer than the interface allows")
        if self.faults.take("lost"):
            return []
        return self.command(body[1:].split(","))

    def position(self):
        clock = f"{self.seconds // 3600 % 24:02}{self.seconds // 60 % 60:02}{self.seconds % 60:02}"
        speed = "52.3" if self.airborne else "0.0"
        return [sentence(f"GPRMC,{clock},A,4712.345,N,00832.501,E,{speed},090.0,140726,,,A"),
                sentence(f"GPGGA,{clock},4712.345,N,00832.501,E,1,09,1.0,500.1,M,48.0,M,,")]

    def tick(self):
        """What is sent once a second."""
        self.seconds += 1
        return [] if self.quiet else self.sentences()


class Flarm(Device):
    """Text and binary mode of a FLARM."""

    longest = LONGEST_LINE

    def __init__(self, flights, *, flex=False, classic=False, card=True, **others):
        super().__init__(flights, **others)
        self.flex, self.classic, self.card = flex, classic, card
        self.settings = {"PILOT": "", "COPIL": "", "GLIDERTYPE": "", "GLIDERID": "", "COMPID": "",
                         "COMPCLASS": "", "ID": "FFFFFF", "LOGINT": "4", "PRIV": "0", "NOTRACK": "0",
                         "THRE": "2", "ACFT": "1", "RANGE": "25500", "VRANGE": "2000", "NMEAOUT1": "71",
                         "NMEAOUT2": "71", "BAUD1": "2", "BAUD2": "2", "CFLAGS": "8"}
        self.declared, self.active = [], []
        self.restarting = 0
        self.copying = []
        self.binary = None

    # Sentences

    def sentences(self):
        if self.binary:
            return []
        if self.restarting:
            self.restarting -= 1
            if self.restarting == 0:
                self.active = list(self.declared)
            return []
        if self.copying:
            return [sentence(self.copying.pop(0))]
        state = 2 if self.airborne else 1
        angle = self.seconds % 360
        north, east = round(900 * math.cos(math.radians(angle))), round(900 * math.sin(math.radians(angle)))
        return [sentence(f"PFLAU,1,1,{state},1,0,,0,,,"),
                sentence(f"PFLAA,0,{north},{east},120,2,DD8F12,180,,30,1.5,1"),
                sentence(f"PGRMZ,{1640 + angle},F,2"), *self.position()]

    # Text mode

    def refuse(self, body, reason):
        self.note("refused", f"{body}: {reason}")
        return [sentence(f"{body[1:6]},A,ERROR" if body[1:4] == "PFL" else "PFLAC,A,ERROR")]

    def receive(self, data):
        if self.binary:
            return self.binary.receive(data)
        return super().receive(data)

    def command(self, fields):
        name = fields[0]
        if any(field in NEVER for field in fields):
            self.note("violation", f"erases: {','.join(fields)}")
            return self.refuse("$" + ",".join(fields), "never")
        handler = {"PFLAC": self.configuration, "PFLAX": self.enter, "PFLAR": self.restart,
                   "PFLAV": self.version, "PFLAE": self.errors, "PFLAI": self.copy}.get(name)
        if not handler:
            return self.refuse("$" + ",".join(fields), "no such sentence")
        return handler(fields)

    def enter(self, fields):
        if self.flex:
            return [sentence("PFLAX,A,ERROR,NOTSUPPORTED")]
        self.note("mode", "binary")
        self.binary = Binary(self)
        return []

    def leave(self):
        self.note("mode", "text")
        self.binary = None

    def restart(self, fields):
        if fields[1:] != ["0"]:
            self.note("violation", f"restart of kind {fields[1:]}")
            return self.refuse("$" + ",".join(fields), "not this")
        self.restarting = 2
        return []

    def version(self, fields):
        return [sentence("PFLAV,A,2.00,7.20,")]

    def errors(self, fields):
        return [sentence("PFLAE,A,2,31,GPS antenna"), sentence("PFLAE,A")]

    def copy(self, fields):
        if fields[1:] != ["IGCREADOUT"] or not self.card:
            return [sentence("PFLAI,A,IGCREADOUT,ERROR" if fields[1:] == ["IGCREADOUT"] else "PFLAI,A,ERROR")]
        self.copying = [f"PFLAQ,IGC,{flight.name},{percent}" for flight in self.flights
                        for percent in (50, 100)] + ["PFLAQ,IGC,,100"]
        return [sentence("PFLAI,A,IGCREADOUT,OK")]

    def configuration(self, fields):
        body = "$" + ",".join(fields)
        if len(fields) < 3:
            return self.refuse(body, "too short")
        verb, key, values = fields[1], fields[2], fields[3:]
        if verb == "R" and not values:
            return self.read(body, key)
        if verb == "S" and values:
            return self.write(body, key, values)
        return self.refuse(body, "neither a question nor a change")

    def read(self, body, key):
        if key == "TASK":
            return [sentence(f"PFLAC,A,TASK,{line}") for line in self.active] + [sentence("PFLAC,A,TASK")]
        known = {**FACTS, **self.settings}
        if key not in known or (self.classic and key in FACTS):
            return self.refuse(body, "no such key")
        return [sentence(f"PFLAC,A,{key},{known[key]}")]

    def write(self, body, key, values):
        if key == "NEWTASK":
            return self.new_task(body, values)
        if key == "ADDWP":
            return self.add_point(body, values)
        if len(values) != 1 or not self.accepts(key, values[0]):
            return self.refuse(body, "not a value of this key")
        self.settings[key] = values[0]
        return self.echo(key, values)

    def echo(self, key, values):
        text = ",".join(values)
        if self.faults.take("echo"):
            text = text[:-1]
        return [sentence(f"PFLAC,A,{key},{text}")]

    def accepts(self, key, value):
        if key in TEXTS:
            return len(value) <= TEXTS[key] and all(0x20 <= ord(c) < 0x7F for c in value)
        if key == "ID":
            return re.fullmatch(r"[0-9A-F]{6}", value) is not None
        if key not in NUMBERS or not re.fullmatch(r"\d{1,6}", value):
            return False
        low, high = NUMBERS[key]
        return low <= int(value) <= high

    def new_task(self, body, values):
        if len(values) != 1 or len(values[0]) > 50:
            return self.refuse(body, "no name of a task")
        self.declared = [values[0]]
        return self.echo("NEWTASK", values)

    def add_point(self, body, values):
        good = len(values) == 3 and re.fullmatch(r"[0-8]\d[0-5]\d{4}[NS]", values[0]) \
            and re.fullmatch(r"[01]\d\d[0-5]\d{4}[EW]", values[1])
        if not good or not self.declared:
            return self.refuse(body, "no point of a task")
        names = sum(len(line.split(",")[-1]) for line in self.declared) + len(values[2])
        if 7 + 9 * len(self.declared) + names > 192:
            return self.refuse(body, "the task is full")
        self.declared.append(",".join(values))
        return self.echo("ADDWP", values)


class Binary:
    """The binary mode, from PFLAX to EXIT."""

    def __init__(self, device):
        self.device = device
        self.reader = FrameReader()
        self.sequence = 0
        self.last = None
        self.record = None
        self.offset = None
        self.blocks = 0
        self.previous = None

    def receive(self, data):
        answers = []
        damaged = self.reader.damaged
        for frame in self.reader.feed(data):
            answers += self.frame(frame)
        if self.reader.damaged > damaged:
            self.device.note("violation", "a damaged frame was sent")
        return answers

    def frame(self, frame):
        device = self.device
        device.note("frame", f"{frame.kind:02x} {frame.sequence} {frame.payload.hex()}")
        if device.faults.take("silence"):
            return []
        if device.classic and frame.version == 0:
            return []
        if self.last is not None and (frame.sequence - self.last) & 0xFFFF not in range(1, 0x8000):
            device.note("violation", f"sequence {frame.sequence} follows {self.last}")
            return self.answer(NACK, frame)
        self.last = frame.sequence
        if frame.kind != PING and device.faults.take("timeout"):
            return []
        handler = {PING: self.ping, EXIT: self.exit, SELECT: self.select, INFO: self.info, IGC: self.igc}
        if frame.kind not in handler:
            device.note("violation", f"type {frame.kind:02x}")
            return self.answer(NACK, frame)
        return handler[frame.kind](frame)

    def answer(self, kind, frame, data=b""):
        self.sequence = (self.sequence + 1) & 0xFFFF
        coded = encode_frame(kind, self.sequence, frame.sequence.to_bytes(2, "little") + data)
        faults = self.device.faults
        if frame.kind == IGC and len(coded) > 40 and faults.take("drop"):
            coded = coded[:30] + coded[31:]
        if frame.kind == IGC and len(coded) > 40 and faults.take("crc"):
            coded = coded[:-2] + bytes([coded[-2] ^ 1]) + coded[-1:]
        return [coded]

    def ping(self, frame):
        return self.answer(ACK if not frame.payload else NACK, frame)

    def exit(self, frame):
        answers = self.answer(ACK, frame)
        self.device.leave()
        return answers

    def select(self, frame):
        if len(frame.payload) != 1 or frame.payload[0] >= len(self.device.flights):
            self.record = None
            return self.answer(NACK, frame)
        self.record, self.offset = self.device.flights[frame.payload[0]], 0
        return self.answer(ACK, frame)

    def info(self, frame):
        if not self.record:
            return self.answer(NACK, frame)
        return self.answer(ACK, frame, self.record.info())

    def igc(self, frame):
        if not self.record:
            return self.answer(NACK, frame)
        self.blocks += 1
        if self.blocks > 1 and self.device.faults.take("nack"):
            self.record = None
            return self.answer(NACK, frame)
        data = self.record.data + b"\x1a"
        block = data[self.offset:self.offset + BLOCK]
        if not block:
            return self.answer(NACK, frame)
        self.offset += len(block)
        percent = min(100, self.offset * 100 // len(data))
        stale = self.previous if self.device.faults.take("stale") else []
        self.previous = self.answer(ACK, frame, bytes([percent]) + block)
        return (stale or []) + self.previous


class LXNAV(Device):
    """A Nano, alone or behind a vario that has to pass through."""

    longest = 256

    def __init__(self, flights, *, vario=False, **others):
        super().__init__(flights, **others)
        self.vario, self.direct = vario, not vario
        self.declaration = {}

    def sentences(self):
        vario = "28.5" if self.airborne else "0.0"
        return [*self.position(), sentence(f"LXWP0,Y,,500.5,,,,,,,,,"),
                sentence(f"PLXVF,,1.00,0.87,-0.12,0.25,{vario},500.1")]

    def refuse(self, body, reason):
        self.note("refused", f"{body}: {reason}")
        return [sentence("PLXVC,ERROR")]

    def command(self, fields):
        if fields[0] == "PLXV0" and self.vario:
            return self.connection(fields)
        if fields[0] != "PLXVC" or len(fields) < 3 or not self.direct:
            self.note("refused", ",".join(fields))
            return []
        handler = {("INFO", "R"): self.info, ("LOGBOOKSIZE", "R"): self.size, ("LOGBOOK", "R"): self.logbook,
                   ("FLIGHT", "R"): self.flight, ("DECL", "W"): self.declare}.get(tuple(fields[1:3]))
        return handler(fields) if handler else self.refuse(",".join(fields), "no such command")

    def connection(self, fields):
        self.direct = fields[1:] == ["CONNECTION", "W", "DIRECT"]
        self.note("mode", "direct" if self.direct else "vario")
        return []

    def info(self, fields):
        return [sentence("PLXVC,INFO,A,NANO,2.05,May 12 2012 21:38:28,02000,4.10,3.00,500,0,0")]

    def size(self, fields):
        return [sentence(f"PLXVC,LOGBOOKSIZE,A,{len(self.flights)}")]

    def logbook(self, fields):
        first, end = int(fields[3]), int(fields[4])
        answers = []
        for number in range(first, min(end, len(self.flights) + 1)):
            flight = self.flights[number - 1]
            year, month, day = flight.date
            stop = (flight.start + flight.duration) % 86400
            clock = [f"{t // 3600:02}{t // 60 % 60:02}{t % 60:02}" for t in (flight.start, stop)]
            answers.append(sentence(f"PLXVC,LOGBOOK,A,{number},{len(self.flights)},{flight.name},"
                                    f"{day:02}.{month:02}.{year:04},{clock[0]},{clock[1]}"))
        return answers

    def flight(self, fields):
        flight = next((f for f in self.flights if f.name == fields[3]), None)
        first, end = int(fields[4]), int(fields[5])
        if not flight or first < 1 or end - first > 50:
            return self.refuse(",".join(fields), "no such lines")
        rows = [sentence(f"PLXVC,FLIGHT,A,{flight.name},{row},{len(flight.lines)},{flight.lines[row - 1]}")
                for row in range(first, min(end, len(flight.lines) + 1))]
        if len(rows) > 2 and self.faults.take("drop"):
            del rows[2]
        if len(rows) > 2 and self.faults.take("crc"):
            rows[2] = rows[2][:-4] + b"00\r\n"
        return rows

    def declare(self, fields):
        row, count = int(fields[3]), int(fields[4])
        if not 1 <= row <= count or (row > 1 and row - 1 not in self.declaration):
            return self.refuse(",".join(fields), "rows out of order")
        if row == 1:
            self.declaration = {}
        self.declaration[row] = ",".join(fields[5:])
        if row == count:
            self.note("declared", json.dumps(list(self.declaration.values())))
        return [sentence(f"PLXVC,DECL,C,{row}")]


# The line

class Pty:
    """A pseudo-terminal whose clients may come and go, one at a time. The device's side is not kept open here,
    so that a client can have it for itself."""

    def __init__(self):
        self.line, device = os.openpty()
        tty.setraw(device)
        self.name = os.ttyname(device)
        os.close(device)
        os.set_blocking(self.line, False)
        self.poll = select.poll()
        self.poll.register(self.line, select.POLLHUP)

    def has_client(self):
        return not any(event & select.POLLHUP for _, event in self.poll.poll(0))

    def sources(self):
        """Without a client the line is always ready for nothing; it is looked at again in a moment."""
        if self.has_client():
            return [self.line]
        time.sleep(0.02)
        return []

    def read(self, source):
        try:
            return os.read(self.line, 4096)
        except OSError:
            return b""

    def write(self, data):
        while data and self.has_client():
            try:
                data = data[os.write(self.line, data):]
            except BlockingIOError:
                time.sleep(0.01)
            except OSError:
                return


class Tcp:
    """A listening port on loopback, one client at a time; a new one replaces the last."""

    def __init__(self, port):
        self.server = socket.create_server(("127.0.0.1", port))
        self.name = "127.0.0.1:%d" % self.server.getsockname()[1]
        self.client = None

    def sources(self):
        return [self.server] + ([self.client] if self.client else [])

    def read(self, source):
        if source is self.server:
            self.drop()
            self.client, _ = self.server.accept()
            return b""
        # The line that was replaced a moment ago.
        if source is not self.client:
            return b""
        try:
            data = self.client.recv(4096)
        except OSError:
            data = b""
        if not data:
            self.drop()
        return data

    def drop(self):
        if self.client:
            self.client.close()
        self.client = None

    def write(self, data):
        if self.client:
            try:
                self.client.sendall(data)
            except OSError:
                self.drop()


def serve(device, line, interval=1.0, pace=0.0):
    due = time.monotonic()
    while True:
        wait = min(0.05, max(0, due - time.monotonic()))
        for source in select.select(line.sources(), [], [], wait)[0]:
            for answer in device.receive(line.read(source)):
                time.sleep(pace)
                line.write(answer)
        if time.monotonic() >= due:
            due += interval
            for answer in device.tick():
                line.write(answer)


def arguments(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("igc", nargs="*", help="flights in its memory, newest first")
    parser.add_argument("--tcp", type=int, metavar="PORT", help="listen on loopback; 0 takes a free port")
    parser.add_argument("--lxnav", action="store_true", help="be an LXNAV logger")
    parser.add_argument("--vario", action="store_true", help="with --lxnav: behind a vario")
    parser.add_argument("--flex", action="store_true", help="have no binary mode")
    parser.add_argument("--classic", action="store_true", help="ignore frames of version 0, know no info keys")
    parser.add_argument("--no-card", action="store_true", help="refuse IGCREADOUT")
    parser.add_argument("--airborne", action="store_true", help="say that it flies")
    parser.add_argument("--quiet", action="store_true", help="send no sentences by itself")
    parser.add_argument("--fault", action="append", default=[], metavar="NAME[:COUNT]",
                        help="nack, timeout, lost, drop, crc, silence, echo, stale")
    parser.add_argument("--interval", type=float, default=1.0, help="seconds between sentences")
    parser.add_argument("--log", help="file for commands, frames, refusals and violations")
    return parser.parse_args(words)


def main():
    options = arguments(sys.argv[1:])
    flights = [Flight(pathlib.Path(path).name.upper(), pathlib.Path(path).read_bytes()) for path in options.igc]
    common = dict(airborne=options.airborne, quiet=options.quiet, faults=options.fault, log=options.log)
    if options.lxnav:
        device = LXNAV(flights, vario=options.vario, **common)
    else:
        device = Flarm(flights, flex=options.flex, classic=options.classic, card=not options.no_card, **common)
    line = Tcp(options.tcp) if options.tcp is not None else Pty()
    print(line.name, flush=True)
    try:
        serve(device, line, interval=options.interval)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
