"""Tests of the VESC simulator. Run: python3 -m unittest discover -s Tests/Simulators"""

import json
import os
import random
import select
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import tty
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
from nmea_ride import Positions  # noqa: E402
from vesc_controller import FORBIDDEN, Board, Forbidden  # noqa: E402
from vesc_frames import Deframer, crc16, frame, half  # noqa: E402
from vesc_ride import PROFILES, Ride  # noqa: E402

with open(os.path.join(HERE, "..", "..", "Fixtures", "vesc", "vesc.json")) as file:
    VECTORS = json.load(file)


def rows(kind):
    return [row for row in VECTORS if row["kind"] == kind]


def i32(data, at):
    return struct.unpack_from(">i", data, at)[0]


def i16(data, at):
    return struct.unpack_from(">h", data, at)[0]


class FrameTests(unittest.TestCase):
    def test_checksums(self):
        for row in rows("crc"):
            self.assertEqual(crc16(bytes.fromhex(row["hex"])), int(row["expect"]["crc"], 16), row["name"])

    def test_requests_and_replies_are_framed_alike(self):
        for row in rows("request") + rows("reply"):
            if "payload" in row.get("expect", {}):
                payload = bytes.fromhex(row["expect"]["payload"])
                self.assertEqual(frame(payload).hex(), row["hex"], row["name"])

    def test_streams_whole_and_cut_anywhere(self):
        chance = random.Random(7)
        for row in rows("stream"):
            data = bytes.fromhex(row["hex"])
            cuts = sorted(chance.randrange(len(data) + 1) for _ in range(4))
            pieces = [[data], [data[i : i + 1] for i in range(len(data))]]
            pieces.append([data[a:b] for a, b in zip([0] + cuts, cuts + [len(data)])])
            for parts in pieces:
                deframer = Deframer(row["maxPayload"])
                found = [payload.hex() for part in parts for payload in deframer.feed(part)]
                self.assertEqual(found, row["expect"]["frames"], row["name"])
                self.assertEqual(deframer.skipped, row["skipped"], row["name"])
                self.assertEqual(len(deframer.held), row["pending"], row["name"])
                if "afterFlush" in row:
                    late = [payload.hex() for _ in range(row["pending"]) for payload in deframer.flush()]
                    self.assertEqual(late, row["afterFlush"]["frames"], row["name"])
                    self.assertEqual(deframer.skipped, row["afterFlush"]["skipped"], row["name"])

    def test_small_floats_read_back(self):
        for row in rows("float16"):
            value = next(iter(row["expect"].values()))
            value = value["value"] if isinstance(value, dict) else value
            if row["hex"] not in ("8000",):
                self.assertEqual(half(value).hex(), row["hex"], row["name"])


class RideTests(unittest.TestCase):
    def test_the_same_name_and_seed_are_the_same_ride(self):
        self.assertEqual(Ride("commute", 3).truth(), Ride("commute", 3).truth())
        self.assertNotEqual(Ride("commute", 3).truth(), Ride("commute", 4).truth())

    def test_sums_do_not_depend_on_sampling(self):
        for name in PROFILES:
            ride = Ride(name)
            truth = ride.truth()
            distance = used = regained = 0.0
            last = ride.at(0)
            for tick in range(1, int(ride.duration * 7) + 8):
                t = tick / 7
                if not ride.is_on(t):
                    continue
                now = ride.at(t)
                restarted = now["uptime"] < last["uptime"]
                base = dict(distance=0, wh=0, wh_in=0) if restarted else last
                distance += now["distance"] - base["distance"]
                used += now["wh"] - base["wh"]
                regained += now["wh_in"] - base["wh_in"]
                last = now
            # What passes between the last sample and a power cut is nobody's.
            self.assertAlmostEqual(distance, truth["distanceM"], delta=0.01 + 1.2 * len(truth["powerOff"]), msg=name)
            self.assertAlmostEqual(used, truth["wattHoursDrawn"], delta=0.001 + 0.02 * len(truth["powerOff"]), msg=name)
            self.assertAlmostEqual(regained, truth["wattHoursRegained"], delta=0.001, msg=name)

    def test_integrating_what_is_seen_gives_the_counters(self):
        ride = Ride("commute")
        last, used = ride.at(0), 0.0
        for tick in range(1, int(ride.duration * 20) + 1):
            now = ride.at(tick / 20)
            power = [round(row["volts"], 1) * round(row["amperes"], 2) for row in (last, now)]
            used += max(0.0, sum(power) / 2) / 20 / 3600
            last = now
        self.assertAlmostEqual(used / ride.truth()["wattHoursDrawn"], 1, delta=0.003)

    def test_the_course_ends_with_the_sums(self):
        truth = Ride("short").truth()
        self.assertEqual(truth["course"][0], [0, 0, 0, 0])
        for value, name in zip(truth["course"][-1], ("durationS", "distanceM", "wattHoursDrawn", "wattHoursRegained")):
            self.assertAlmostEqual(value, truth[name], places=3)

    def test_counters_restart_and_the_odometer_goes_on(self):
        ride = Ride("restart")
        before, after = ride.at(29.9), ride.at(31.5)
        self.assertGreater(before["wh"], after["wh"])
        self.assertGreater(before["uptime"], after["uptime"])
        self.assertGreater(after["odometer"], before["odometer"])

    def test_the_position_stands_while_the_wheel_spins(self):
        ride = Ride("free-spin")
        positions = Positions(ride, "2026-06-01T10:00:00", 1, None)
        self.assertGreater(ride.at(46)["speed"], 10)
        self.assertEqual(positions.place(41)[:2], positions.place(51)[:2])
        self.assertEqual(positions.place(46)[2], 0)
        self.assertLess(ride.truth()["positionDistanceM"], ride.truth()["distanceM"] - 50)

    def test_sentences_have_checksums_and_times(self):
        text = Positions(Ride("short"), "2026-06-01T10:00:00", 1, None).sentences(30.0).decode()
        self.assertIn("$GPRMC,100030.00,A,4700.", text)
        for line in text.splitlines():
            body, checksum = line[1:].split("*")
            value = 0
            for byte in body.encode():
                value ^= byte
            self.assertEqual(f"{value:02X}", checksum)


class BoardTests(unittest.TestCase):
    def setUp(self):
        self.ride = Ride("commute", motors=2)
        self.board = Board(self.ride, bms=True)

    def ask(self, request, t=60.0):
        return self.board.answer(bytes.fromhex(request), t)

    def test_lengths_are_those_of_firmware(self):
        lengths = {"04": 74, "2f": 70, "32000081cc": 5 + 17, "33003fffff": 74, "3e": 2, "4101ff": 3 + 9 * 4 + 1}
        lengths |= {"5b": 50, "8007ff": 5 + 44, "24650a01": 35, "24650a02": 42, "24650a03": 55, "24650a04": 59}
        lengths |= {"2465000200": 61, "246500": 6, "246521010000114000000000": 28}
        for request, length in lengths.items():
            self.assertEqual(len(self.ask(request)), length, request)

    def test_selected_values_are_those_of_all(self):
        everything, chosen = self.ask("04"), self.ask("32003fffff")
        self.assertEqual(everything[1:], chosen[5:])
        self.assertEqual(self.ask("2f")[1:], self.ask("33003fffff")[5:])

    def test_two_motors_share_currents_and_counters(self):
        first, second, whole = self.ask("04"), self.ask("226204"), self.ask("2f")
        self.assertEqual((first[58], second[58], whole[57]), (7, 98, 2))
        for own, total in ((5, 5), (9, 9), (37, 35), (41, 39)):
            self.assertAlmostEqual(i32(first, own) + i32(second, own), i32(whole, total), delta=2)
        self.assertEqual(i32(first, 23), i32(second, 23))

    def test_speed_follows_from_erpm_and_the_wheel(self):
        erpm, calibration = i32(self.ask("04"), 23), self.ask("5b")
        poles = calibration[41]
        gear, wheel = struct.unpack_from(">ff", calibration, 42)
        self.assertAlmostEqual(erpm / (poles / 2) / 60 * 3.14159265 * wheel / gear, self.ride.speed(60.0), places=2)

    def test_refloat_agrees_with_the_controller(self):
        values, package = self.ask("04"), self.ask("24650a03")[1:]
        self.assertEqual(i16(package, 22), i16(values, 27))
        self.assertEqual(i16(package, 24), i32(values, 23))
        speed, current, volts = struct.unpack_from(">fff", self.ask("246521010000114000000000"), 16)
        self.assertAlmostEqual(volts, i16(values, 27) / 10, delta=0.1)
        self.assertAlmostEqual(speed / 3.6, i16(package, 26) / 10, delta=0.1)
        self.assertAlmostEqual(current, i16(package, 28) / 10, delta=0.1)

    def test_faults_come_and_go(self):
        self.assertEqual([self.ask("04", t)[53] for t in (124.9, 125.1, 125.9, 126.1)], [0, 9, 9, 0])
        self.assertEqual(self.ask("24650a03", 125.5), bytes([36, 101, 10, 69, 9]))
        self.assertIn(b"UNDER_VOLTAGE", self.ask("246523", 125.5))
        self.assertEqual(self.ask("246523", 127.0).hex(), "24652300000000" + "0000000000" + "0000")

    def test_cells_lie_as_far_apart_as_asked(self):
        self.board.cell_spread = (150, 70.0)
        for t, spread in ((60.0, 150), (71.0, 16)):
            cells = [i16(self.ask("60", t), 26 + 2 * i) for i in range(20)]
            self.assertAlmostEqual(max(cells) - min(cells), spread, delta=2)

    def test_strangers_and_unknown_commands_get_no_reply(self):
        for request in ("0e", "c8", "24ff0a03", "246500"[:4], "226304", "2262", "32", "41", "15"):
            self.assertIsNone(self.ask(request), request)

    def test_forbidden_commands_are_named_also_behind_a_forward(self):
        for command in sorted(FORBIDDEN):
            for request in (bytes([command]), bytes([34, 98, command, 0]), bytes([34, 5, command])):
                with self.assertRaises(Forbidden, msg=request.hex()):
                    self.board.answer(request, 1.0)
        for sub in (2, 3, 4, 12, 20, 34, 99):
            with self.assertRaises(Forbidden):
                self.ask(f"2465{sub:02x}")
        self.assertTrue({2, 3, 19, 95, 110, 156, 159} <= FORBIDDEN)


class Process:
    """The program itself, ended with the block."""

    def __init__(self, *arguments):
        self.folder = tempfile.TemporaryDirectory()
        self.truth_file = os.path.join(self.folder.name, "truth.json")
        command = [sys.executable, os.path.join(HERE, "vesc.py"), "--truth", self.truth_file, *arguments]
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.place = self.child.stdout.readline().strip()
        self.deframer = Deframer()
        if self.place.startswith("/dev"):
            self.line = os.open(self.place, os.O_RDWR | os.O_NOCTTY)
            tty.setraw(self.line)
        else:
            host, port = self.place.split(":")
            self.socket = socket.create_connection((host, int(port)))
            self.line = self.socket.fileno()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        if self.child.poll() is None:
            self.child.terminate()
        self.child.communicate(timeout=10)
        if hasattr(self, "socket"):
            self.socket.close()
        else:
            os.close(self.line)
        self.folder.cleanup()

    def send(self, data):
        os.write(self.line, data)

    def receive(self, patience=10.0):
        """The next payload, or None after `patience` seconds."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if select.select([self.line], [], [], max(0, end - time.monotonic()))[0]:
                payloads = self.deframer.feed(os.read(self.line, 1 if patience > 1 else 4096))
                if payloads:
                    return payloads[0]
        return None

    def ask(self, request, patience=10.0):
        self.send(frame(bytes.fromhex(request)))
        return self.receive(patience)

    def ended(self):
        """Exit status and what was said."""
        _, errors = self.child.communicate(timeout=10)
        return self.child.returncode, errors

    def truth(self):
        with open(self.truth_file) as file:
            return json.load(file)


class ProcessTests(unittest.TestCase):
    def test_a_whole_ride_in_short_time_adds_up(self):
        for place in ([], ["--tcp", "0"]):
            with Process("--profile", "short", "--scale", "30", "--exit-at-end", *place) as vesc:
                rest, last = 0, None
                while True:
                    try:
                        reply = vesc.ask("2f", 5.0)
                    except OSError:
                        break
                    if reply is None or vesc.child.poll() is not None:
                        break
                    last = reply
                    rest += 1
                self.assertEqual(vesc.ended()[0], 0)
                truth = vesc.truth()
                self.assertGreater(rest, 50)
                self.assertAlmostEqual(i32(last, 47) / 1000, truth["distanceM"], delta=1.0)
                self.assertAlmostEqual(i32(last, 35) / 1e4, truth["wattHoursDrawn"], delta=0.01)
                self.assertEqual(truth["served"]["replies"] >= rest, True)

    def test_damaged_requests_get_no_reply_and_do_not_hold_up_the_next(self):
        with Process() as vesc:
            bad = bytearray(frame(b"\x04"))
            bad[3] ^= 1
            vesc.send(bytes(bad))
            self.assertEqual(vesc.ask("00")[0], 0)
            vesc.send(b"\x02\xfa\x04")
            self.assertEqual(vesc.ask("5b")[0], 91)

    def test_a_forbidden_command_ends_it_with_a_message(self):
        with Process() as vesc:
            vesc.send(frame(bytes.fromhex("0600000064")))
            status, errors = vesc.ended()
            self.assertEqual(status, 3)
            self.assertIn("command 6", errors)
            self.assertEqual(vesc.truth()["forbidden"][0]["request"], "0600000064")

    def test_losses_and_damage_happen_as_often_as_asked(self):
        with Process("--drop", "0.3", "--corrupt", "0.3", "--seed", "5") as vesc:
            good = sum(vesc.ask("04", 0.05) is not None for _ in range(60))
            vesc.child.send_signal(signal.SIGTERM)
            self.assertEqual(vesc.ended()[0], 0)
            served = vesc.truth()["served"]
            self.assertEqual(served["requests"], 60)
            self.assertTrue(8 <= served["dropped"] <= 30 and 3 <= served["corrupted"] <= 30, served)
            self.assertLess(good, 55)
            self.assertGreater(good, 10)

    def test_silence_before_and_after(self):
        with Process("--delay", "0.5", "--silent-after", "3") as vesc:
            self.assertIsNone(vesc.ask("00", 0.1))
            while vesc.ask("04", 0.1) is None:
                self.assertIsNone(vesc.child.poll())
            misses = 0
            while misses < 3:
                misses = 0 if vesc.ask("04", 0.3) else misses + 1
            self.assertGreater(vesc.truth()["durationS"], 0)

    def test_power_off_is_silence_and_then_new_counters(self):
        with Process("--profile", "restart", "--scale", "20", "--start-now") as vesc:
            uptimes, silences = [], 0
            while not uptimes or len(uptimes) < 2 or uptimes[-1] >= uptimes[-2]:
                reply = vesc.ask("3300200000", 0.1)
                if reply is None:
                    silences += 1
                else:
                    uptimes.append(int.from_bytes(reply[5:9], "big"))
                self.assertLess(len(uptimes) + silences, 100_000)
            self.assertLess(uptimes[-1], uptimes[-2])

    def test_replies_take_their_time(self):
        with Process("--reply-latency", "0.2", "--ping-latency", "0.6", "--motors", "2") as vesc:
            for request, least in (("00", 0.2), ("3e", 0.6)):
                begin = time.monotonic()
                self.assertIsNotNone(vesc.ask(request))
                self.assertGreaterEqual(time.monotonic() - begin, least)

    def test_too_fast_a_client_is_not_served(self):
        with Process("--max-hz", "2") as vesc:
            replies = sum(vesc.ask("04", 0.02) is not None for _ in range(10))
            self.assertLess(replies, 5)

    def test_the_link_leads_to_the_terminal_and_goes_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            link = os.path.join(folder, "vesc")
            with Process("--link", link, "--unplug-after", "0.3") as vesc:
                self.assertEqual(os.path.realpath(link), vesc.place)
                self.assertEqual(vesc.ended()[0], 0)
                self.assertFalse(os.path.lexists(link))

    def test_a_client_has_the_terminal_alone_and_another_follows_it(self):
        with Process("--scale", "1") as vesc:
            holders = [
                number for number in os.listdir(f"/proc/{vesc.child.pid}/fd")
                if os.path.realpath(f"/proc/{vesc.child.pid}/fd/{number}") == vesc.place
            ]
            self.assertEqual(holders, [])
            self.assertIsNotNone(vesc.ask("00"))
            os.close(vesc.line)
            vesc.line = os.open(vesc.place, os.O_RDWR | os.O_NOCTTY)
            tty.setraw(vesc.line)
            self.assertIsNotNone(vesc.ask("00"))

    def test_the_terminal_goes_and_comes_back_under_its_link(self):
        with tempfile.TemporaryDirectory() as folder:
            link = os.path.join(folder, "vesc")
            with Process("--link", link, "--start-now", "--away", "2", "3") as vesc:
                for is_there in (False, True):
                    while os.path.lexists(link) != is_there:
                        self.assertIsNone(vesc.child.poll())
                        time.sleep(0.01)
                os.close(vesc.line)
                vesc.line = os.open(link, os.O_RDWR | os.O_NOCTTY)
                tty.setraw(vesc.line)
                self.assertIsNotNone(vesc.ask("00"))

    def test_it_ends_at_once_when_told_to(self):
        for place in (["--profile", "commute"], ["--tcp", "0"]):
            with Process(*place) as vesc:
                vesc.ask("00")
                begin = time.monotonic()
                vesc.child.send_signal(signal.SIGTERM)
                self.assertEqual(vesc.ended()[0], 0)
                self.assertLess(time.monotonic() - begin, 1.0)
                self.assertEqual(vesc.truth()["served"]["requests"], 1)

    def test_positions_come_on_a_terminal_of_their_own(self):
        link = os.path.join(tempfile.gettempdir(), f"vesc-{os.getpid()}")
        with Process("--nmea", "--start-now", "--scale", "10", "--link", link) as vesc:
            receiver = vesc.child.stdout.readline().strip()
            self.assertEqual(os.path.realpath(link + "-receiver"), receiver)
            receiver = os.open(receiver, os.O_RDWR | os.O_NOCTTY)
            text = b""
            while text.count(b"$GPRMC") < 5:
                text += os.read(receiver, 4096)
            os.close(receiver)
            self.assertIn(b"$GPRMC,100003.00,A", text)


if __name__ == "__main__":
    unittest.main()
