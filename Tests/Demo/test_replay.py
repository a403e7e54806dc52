"""Tests of the replay against the real gpsd. Run: python3 -m unittest discover -s Tests/Demo"""

import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import replay  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FLIGHTS = os.path.join(HERE, "..", "..", "Fixtures", "flights")


def log(case, name="flight.nmea"):
    return os.path.join(FLIGHTS, case, name)


def running(port):
    """Our programs that still have the port on their command line."""
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        name = os.path.basename(words[0])
        if name in (b"gpsd", b"gpspipe") and any(str(port).encode() in word for word in words):
            found.append(int(entry))
    return found


class Logs(unittest.TestCase):
    def test_only_valid_fixes_count(self):
        self.assertEqual(replay.fixes_sent(replay.read_log(log("minute"))), 68)
        self.assertEqual(replay.fixes_sent(replay.read_log(log("minute-garbage"))), 68)
        self.assertEqual(replay.fixes_sent(replay.read_log(log("minute-lost-fix"))), 60)

    def test_a_wrong_checksum_is_no_fix(self):
        line = next(line for line in replay.read_log(log("minute")) if replay.fix_key(line))
        self.assertIsNone(replay.fix_key(line.replace(b",A,", b",A,1", 1)))


class Replays(unittest.TestCase):
    def check(self, logs, expected, **options):
        with replay.Replay(logs, rate=50, **options) as run:
            port = run.port
            run.feed()
            self.assertTrue(run.wait(), run.counts())
            counts = run.counts()
        self.assertEqual(counts["fixes-sent"], expected)
        self.assertEqual(counts["fixes-reported"], expected)
        self.assertEqual(running(port), [])

    def test_nothing_is_lost_through_a_pty(self):
        self.check(log("minute"), 68)

    def test_nothing_is_lost_through_gpsfake(self):
        self.check(log("minute"), 68, mode="gpsfake")

    def test_garbage_costs_no_fix(self):
        self.check(log("minute-garbage"), 68)

    def test_two_receivers(self):
        with replay.Replay([log("minute-two-receivers"),
                            log("minute-two-receivers", "second.nmea")], rate=50) as run:
            run.feed()
            run.wait()
            while run.is_feeding:
                time.sleep(0.05)
            time.sleep(0.3)
            run.witness.scan()
            self.assertEqual([run.witness.count(device) for device in run.devices], [68, 68])

    def test_gpsd_can_come_back(self):
        with replay.Replay(log("minute"), rate=30) as run:
            run.feed()
            time.sleep(0.5)
            run.pause()
            run.stop_gpsd()
            self.assertEqual([pid for pid in running(run.port)
                              if os.path.basename(os.readlink(f"/proc/{pid}/exe")) == "gpsd"], [])
            run.start_gpsd()
            run.witness = replay.Witness(run.children, run.port, run.json_log)
            run.resume()
            run.wait(patience=2)
            self.assertGreater(run.witness.count(), 30)

    def test_an_exception_leaves_nothing(self):
        with self.assertRaises(KeyError):
            with replay.Replay(log("minute"), mode="gpsfake") as run:
                port = run.port
                self.assertNotEqual(running(port), [])
                raise KeyError("anything")
        self.assertEqual(running(port), [])


class Command(unittest.TestCase):
    def start(self, *words):
        return subprocess.Popen(
            [sys.executable, os.path.join(HERE, "replay.py"), *words], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ended_by(self, number, mode):
        command = self.start("--mode", mode, "--wait", "--keep", log("minute"))
        port = int(command.stdout.readline().split()[1])
        self.assertNotEqual(running(port), [])
        command.send_signal(number)
        command.communicate(timeout=10)
        deadline = time.monotonic() + 5
        while running(port) and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(running(port), [])

    def test_signals_leave_nothing(self):
        for mode in ("pty", "gpsfake"):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
                with self.subTest(mode=mode, number=number):
                    self.ended_by(number, mode)

    def test_commands_on_standard_input(self):
        with tempfile.TemporaryDirectory() as directory:
            seen = os.path.join(directory, "seen.json")
            command = self.start("--wait", "--keep", "--json", seen, log("minute"))
            self.assertTrue(command.stdout.readline().startswith("port "))
            command.stdin.write("feed\n")
            command.stdin.flush()
            self.assertEqual(command.stdout.readline(), "done feed\n")
            lines = [command.stdout.readline().split() for _ in range(5)]
            self.assertEqual(dict(lines)["fixes-reported"], "68")
            command.communicate("quit\n", timeout=10)
            self.assertEqual(command.returncode, 0)
            with open(seen, encoding="utf-8") as file:
                self.assertIn('"class":"TPV"', file.read())


if __name__ == "__main__":
    unittest.main()
