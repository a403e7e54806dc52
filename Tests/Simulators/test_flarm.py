"""Tests of the simulator itself, against frames and sentences known from elsewhere."""

import os
import pathlib
import select
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import flarm  # noqa: E402

FILE = (b"AXBG7A1\r\nHFDTEDATE:140726,01\r\nHFPLTPILOTINCHARGE:Sample Pilot\r\nHFCIDCOMPETITIONID:SX\r\n"
        + b"".join(b"B12%02d004722613N00832501EA0081200861\r\n" % minute for minute in range(30)))


def flights(count=2):
    return [flarm.Flight(f"67EXA01{number}.IGC", FILE) for number in range(count)]


class Client:
    """Requests with growing sequence numbers, as a download program makes them."""

    def __init__(self, device):
        self.device, self.sequence = device, 0
        self.reader = flarm.FrameReader()

    def ask(self, kind, payload=b"", version=1, sequence=None):
        self.sequence = self.sequence + 1 if sequence is None else sequence
        request = flarm.encode_frame(kind, self.sequence, payload, version)
        answers = b"".join(self.device.receive(request))
        return self.parse(answers)

    @staticmethod
    def parse(data):
        """The frame in an answer, without the reader under test's bound."""
        if not data:
            return None
        plain, escaped = bytearray(), False
        for byte in data[1:]:
            if escaped:
                plain.append({0x31: 0x73, 0x55: 0x78}[byte])
                escaped = False
            elif byte == 0x78:
                escaped = True
            else:
                plain.append(byte)
        assert int.from_bytes(plain[:2], "little") == len(plain)
        assert flarm.crc16(plain[:6] + plain[8:]) == int.from_bytes(plain[6:8], "little")
        return flarm.Frame(plain[2], int.from_bytes(plain[3:5], "little"), plain[5], bytes(plain[8:]))


class FrameTests(unittest.TestCase):
    def test_known_frames(self):
        self.assertEqual(flarm.encode_frame(flarm.PING, 1, version=1).hex(), "73080001010001e75c")
        self.assertEqual(flarm.encode_frame(flarm.SELECT, 2, b"\0", 1).hex(), "73090001020020136a00")
        self.assertEqual(flarm.encode_frame(flarm.ACK, 1, b"\1\0").hex(), "730a00000100a080b50100")
        self.assertEqual(flarm.encode_frame(flarm.PING, 2, version=0).hex(), "73080000020001037831")

    def test_reads_what_it_writes_in_pieces_and_restarts(self):
        frame = flarm.encode_frame(flarm.SELECT, 0x7378, b"\x73", 1)
        reader = flarm.FrameReader()
        found = []
        for byte in frame[:5] + frame + b"noise" + frame:
            found += reader.feed(bytes([byte]))
        self.assertEqual(found, [flarm.Frame(1, 0x7378, flarm.SELECT, b"\x73")] * 2)

    def test_refuses_damage(self):
        frame = bytearray(flarm.encode_frame(flarm.SELECT, 2, b"\0", 1))
        frame[-1] ^= 1
        reader = flarm.FrameReader()
        self.assertEqual(reader.feed(frame), [])
        self.assertEqual(reader.damaged, 1)


class TextTests(unittest.TestCase):
    def setUp(self):
        self.device = flarm.Flarm(flights())

    def say(self, body, checksum=True):
        line = flarm.sentence(body) if checksum else f"${body}\r\n".encode()
        return [answer.decode().strip() for answer in self.device.receive(line)]

    def test_known_sentences(self):
        self.assertEqual(self.say("PFLAC,S,NEWTASK,Task"), ["$PFLAC,A,NEWTASK,Task*49"])
        self.assertEqual(self.say("PFLAC,S,FFS,2"), ["$PFLAC,A,ERROR*41"])
        self.assertEqual(flarm.sentence("PFLAX"), b"$PFLAX*43\r\n")

    def test_settings_are_kept_and_checked(self):
        echo = flarm.sentence("PFLAC,A,PILOT,Ada").decode().strip()
        self.assertEqual(self.say("PFLAC,S,PILOT,Ada", checksum=False), [echo])
        self.assertEqual(self.say("PFLAC,R,PILOT"), [echo])
        for body in ("LOGINT,9", "LOGINT,x", "PILOT," + "x" * 48, "ID,12", "PILOT,a,b", "SER,1"):
            self.assertEqual(self.say("PFLAC,S," + body), ["$PFLAC,A,ERROR*41"], body)
        self.assertEqual(self.device.settings["PILOT"], "Ada")

    def test_a_wrong_checksum_is_refused(self):
        answers = self.device.receive(b"$PFLAC,S,PILOT,Ada*00\r\n")
        self.assertEqual(answers, [b"$PFLAC,A,ERROR*41\r\n"])
        self.assertEqual(self.device.settings["PILOT"], "")

    def test_what_erases_is_a_violation(self):
        for key in flarm.NEVER:
            self.say(f"PFLAC,S,{key},1")
        self.say("PFLAR,99")
        self.assertEqual(len(self.device.violations), 5)

    def test_a_command_in_flight_is_a_violation(self):
        self.device.airborne = True
        self.say("PFLAC,R,PILOT")
        self.assertEqual(len(self.device.violations), 1)

    def test_a_task_counts_after_a_restart(self):
        self.say("PFLAC,S,NEWTASK,T")
        self.assertEqual(self.say("PFLAC,S,ADDWP,4712000N,00830000E,A")[0][:28],
                         "$PFLAC,A,ADDWP,4712000N,0083")
        self.assertEqual(self.say("PFLAC,S,ADDWP,4761000N,00830000E,A"), ["$PFLAC,A,ERROR*41"])
        self.assertEqual(len(self.say("PFLAC,R,TASK")), 1)
        self.say("PFLAR,0")
        self.assertEqual([self.device.tick(), self.device.tick()], [[], []])
        self.assertEqual(len(self.say("PFLAC,R,TASK")), 3)

    def test_a_task_has_192_bytes(self):
        self.say("PFLAC,S,NEWTASK,")
        room = [self.say(f"PFLAC,S,ADDWP,4712000N,00830000E,{'x' * 20}")[0] for _ in range(7)]
        self.assertEqual(room.index("$PFLAC,A,ERROR*41"), 6)

    def test_speaks_once_a_second(self):
        names = [answer.split(b",")[0] for answer in self.device.tick()]
        self.assertEqual(names, [b"$PFLAU", b"$PFLAA", b"$PGRMZ", b"$GPRMC", b"$GPGGA"])

    def test_copies_to_the_card(self):
        self.assertEqual(self.say("PFLAI,IGCREADOUT")[0][:22], "$PFLAI,A,IGCREADOUT,OK")
        steps = [self.device.tick()[0].split(b"*")[0] for _ in range(5)]
        self.assertEqual(steps[-1], b"$PFLAQ,IGC,,100")
        self.device.card = False
        self.assertIn("ERROR", self.say("PFLAI,IGCREADOUT")[0])


class BinaryTests(unittest.TestCase):
    def client(self, **options):
        device = flarm.Flarm(flights(), **options)
        self.assertEqual(device.receive(b"\n" + flarm.sentence("PFLAX")), [])
        return Client(device)

    def fetch(self, client, record):
        self.assertEqual(client.ask(flarm.SELECT, bytes([record])).kind, flarm.ACK)
        data = b""
        for _ in range(100):
            answer = client.ask(flarm.IGC)
            if answer is None or answer.kind != flarm.ACK:
                return None
            data += answer.payload[3:]
            if data.endswith(b"\x1a"):
                return data[:-1]
        return None

    def test_whole_download(self):
        client = self.client()
        self.assertEqual(client.device.tick(), [])
        self.assertEqual(client.ask(flarm.PING).payload, b"\1\0")
        client.ask(flarm.SELECT, b"\1")
        self.assertEqual(client.ask(flarm.INFO).payload[2:],
                         b"67EXA011.IGC|2026-07-14|12:00:00|00:29:00|Sample Pilot|SX|\0")
        self.assertEqual(client.ask(flarm.SELECT, b"\2").kind, flarm.NACK)
        self.assertEqual(self.fetch(client, 1), FILE)
        self.assertEqual(client.ask(flarm.EXIT).kind, flarm.ACK)
        self.assertNotEqual(client.device.tick(), [])
        self.assertEqual(client.device.violations, [])

    def test_a_sequence_that_does_not_grow_is_refused(self):
        client = self.client()
        client.ask(flarm.PING)
        self.assertEqual(client.ask(flarm.PING, sequence=1).kind, flarm.NACK)
        self.assertEqual(len(client.device.violations), 1)

    def test_other_types_are_violations(self):
        client = self.client()
        for kind in (0x02, 0x10, 0x11):
            self.assertEqual(client.ask(kind, b"\0").kind, flarm.NACK)
        self.assertEqual(len(client.device.violations), 3)

    def test_the_first_devices_ignore_version_0(self):
        client = self.client(classic=True)
        self.assertIsNone(client.ask(flarm.PING, version=0))
        self.assertIsNotNone(client.ask(flarm.PING))

    def test_no_binary_mode(self):
        device = flarm.Flarm(flights(), flex=True)
        self.assertEqual(device.receive(b"$PFLAX*43\r\n"), [b"$PFLAX,A,ERROR,NOTSUPPORTED*6D\r\n"])

    def test_faults(self):
        client = self.client(faults=["nack"])
        self.assertIsNone(self.fetch(client, 0))
        self.assertEqual(self.fetch(client, 0), FILE)
        client = self.client(faults=["timeout"])
        client.ask(flarm.PING)
        self.assertIsNone(client.ask(flarm.SELECT, b"\0"))
        self.assertEqual(self.fetch(client, 0), FILE)
        device = flarm.Flarm(flights(), faults=["silence"])
        self.assertEqual(device.receive(flarm.sentence("PFLAC,R,PILOT")), [])
        device = flarm.Flarm(flights(), faults=["lost"])
        self.assertEqual([len(device.receive(flarm.sentence("PFLAC,R,PILOT"))) for _ in range(2)], [0, 1])


class LXNAVTests(unittest.TestCase):
    def say(self, device, body):
        return [answer.decode().split("*")[0] for answer in device.receive(flarm.sentence(body))]

    def test_logbook_and_flight(self):
        device = flarm.LXNAV(flights())
        self.assertEqual(self.say(device, "PLXVC,LOGBOOKSIZE,R"), ["$PLXVC,LOGBOOKSIZE,A,2"])
        self.assertEqual(self.say(device, "PLXVC,LOGBOOK,R,1,3")[1],
                         "$PLXVC,LOGBOOK,A,2,2,67EXA011.IGC,14.07.2026,120000,122900")
        rows = self.say(device, "PLXVC,FLIGHT,R,67EXA010.IGC,1,3")
        self.assertEqual(rows[1], "$PLXVC,FLIGHT,A,67EXA010.IGC,2,34,HFDTEDATE:140726,01")
        self.assertEqual(len(rows), 2)
        self.assertEqual(self.say(device, "PLXVC,FLIGHT,R,67EXA010.IGC,1,99"), ["$PLXVC,ERROR"])

    def test_declaration_in_order(self):
        device = flarm.LXNAV([])
        self.assertEqual(self.say(device, "PLXVC,DECL,W,2,2,x"), ["$PLXVC,ERROR"])
        self.assertEqual(self.say(device, "PLXVC,DECL,W,1,2,a,b"), ["$PLXVC,DECL,C,1"])
        self.say(device, "PLXVC,DECL,W,2,2,c")
        self.assertEqual(device.declaration, {1: "a,b", 2: "c"})

    def test_a_vario_passes_through_only_when_told(self):
        device = flarm.LXNAV(flights(), vario=True)
        self.assertEqual(self.say(device, "PLXVC,INFO,R"), [])
        self.say(device, "PLXV0,CONNECTION,W,DIRECT")
        self.assertEqual(len(self.say(device, "PLXVC,INFO,R")), 1)
        self.say(device, "PLXV0,CONNECTION,W,VSEVEN")
        self.assertFalse(device.direct)


class ProgramTests(unittest.TestCase):
    def start(self, *words):
        program = subprocess.Popen([sys.executable, str(pathlib.Path(flarm.__file__)), *words],
                                   stdout=subprocess.PIPE, text=True)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.wait)
        self.addCleanup(program.terminate)
        return program.stdout.readline().strip()

    def expect(self, read, ready, wanted):
        data = b""
        while wanted not in data:
            self.assertTrue(select.select([ready], [], [], 10)[0], data)
            data += read()
        return data

    def test_pseudo_terminal(self):
        path = self.start()
        line = os.open(path, os.O_RDWR | os.O_NOCTTY)
        self.addCleanup(os.close, line)
        self.expect(lambda: os.read(line, 4096), line, b"$PFLAU,1,1,1,1,0,,0,,,*")
        os.write(line, flarm.sentence("PFLAC,R,DEVTYPE"))
        self.expect(lambda: os.read(line, 4096), line, b"$PFLAC,A,DEVTYPE,PowerFLARM-Core*")

    def test_tcp_and_log(self):
        with tempfile.TemporaryDirectory() as folder:
            log = os.path.join(folder, "log")
            host, port = self.start("--tcp", "0", "--log", log).split(":")
            with socket.create_connection((host, int(port)), timeout=10) as client:
                client.sendall(b"$PFLAC,S,CLEARLOGS,1\r\n")
                self.expect(lambda: client.recv(4096), client, b"$PFLAC,A,ERROR*41")
            self.assertIn("violation erases", pathlib.Path(log).read_text())

    def test_a_line_that_was_replaced_says_nothing(self):
        line = flarm.Tcp(0)
        self.addCleanup(line.server.close)
        self.addCleanup(line.drop)
        host, port = line.name.split(":")
        with socket.create_connection((host, int(port)), timeout=10):
            line.read(line.server)
            replaced = line.client
            with socket.create_connection((host, int(port)), timeout=10) as client:
                line.read(line.server)
                client.sendall(b"$PFLAV,R\r\n")
                self.assertEqual(line.read(replaced), b"")
                self.expect(lambda: line.read(line.client), line.client, b"$PFLAV,R")


if __name__ == "__main__":
    unittest.main()
