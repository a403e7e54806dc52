"""The VESC simulator is asked by pyvesc. Run with the packages of requirements.txt:

python3 -m unittest discover -s Tests/Foreign

pyvesc's own messages are those of firmware 2; for firmware 6 its classes for messages are given the
fields of today, so that frames, checksums, lengths and numbers are read by its code alone."""

import json
import os
import select
import subprocess
import sys
import tempfile
import time
import tty
import unittest
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pyvesc
    from pyvesc.messages.base import VESCMessage
    from pyvesc.messages.getters import GetValues

SIMULATOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Simulators", "vesc.py")

VALUES = [
    ("temp_fet", "h", 10), ("temp_motor", "h", 10), ("current_motor", "i", 100), ("current_in", "i", 100),
    ("current_d", "i", 100), ("current_q", "i", 100), ("duty_now", "h", 1000), ("rpm", "i", 1), ("v_in", "h", 10),
    ("amp_hours", "i", 10000), ("amp_hours_charged", "i", 10000), ("watt_hours", "i", 10000),
    ("watt_hours_charged", "i", 10000), ("tachometer", "i", 1), ("tachometer_abs", "i", 1), ("fault", "B", 1),
    ("pid_pos", "i", 1000000), ("controller_id", "B", 1), ("temp_mos1", "h", 10), ("temp_mos2", "h", 10),
    ("temp_mos3", "h", 10), ("vd", "i", 1000), ("vq", "i", 1000), ("status", "B", 1),
]  # fmt: skip


class SelectedValues(metaclass=VESCMessage):
    id = 50
    fields = [("mask", "I", 1)] + VALUES


class SetupValues(metaclass=VESCMessage):
    id = 47
    fields = [
        ("temp_fet", "h", 10), ("temp_motor", "h", 10), ("current_motor", "i", 100), ("current_in", "i", 100),
        ("duty_now", "h", 1000), ("rpm", "i", 1), ("speed", "i", 1000), ("v_in", "h", 10), ("level", "h", 1000),
        ("amp_hours", "i", 10000), ("amp_hours_charged", "i", 10000), ("watt_hours", "i", 10000),
        ("watt_hours_charged", "i", 10000), ("distance", "i", 1000), ("distance_abs", "i", 1000),
        ("pid_pos", "i", 1000000), ("fault", "B", 1), ("controller_id", "B", 1), ("controllers", "B", 1),
        ("watt_hours_left", "i", 1000), ("odometer", "I", 1), ("uptime_ms", "I", 1),
    ]  # fmt: skip


class Version(metaclass=VESCMessage):
    id = 0
    fields = [("major", "B"), ("minor", "B"), ("hardware", "9s")] + [(f"uuid{i}", "B") for i in range(12)]


class Client:
    """A simulator and pyvesc on its line."""

    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        truth = os.path.join(self.folder.name, "truth.json")
        self.child = subprocess.Popen(
            [sys.executable, SIMULATOR, "--truth", truth, *options], stdout=subprocess.PIPE, text=True
        )
        self.line = os.open(self.child.stdout.readline().strip(), os.O_RDWR | os.O_NOCTTY)
        tty.setraw(self.line)
        with open(truth) as file:
            self.truth = json.load(file)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.child.terminate()
        self.child.communicate(timeout=10)
        os.close(self.line)
        self.folder.cleanup()

    def ask(self, request):
        """The message that pyvesc makes of the reply to framed bytes."""
        os.write(self.line, request)
        held, end = b"", time.monotonic() + 10
        while time.monotonic() < end:
            if select.select([self.line], [], [], 1)[0]:
                held += os.read(self.line, 4096)
                message, _ = pyvesc.decode(held)
                if message:
                    return message
        raise AssertionError("no reply that pyvesc can read")


class PyvescTests(unittest.TestCase):
    def test_the_version_is_read(self):
        with Client() as client:
            version = client.ask(pyvesc.encode_request(Version))
            self.assertEqual((version.major, version.minor, version.hardware), (6, 5, b"Sim_HW_1\0"))
            uuid = bytes(getattr(version, f"uuid{i}") for i in range(12))
            self.assertEqual(uuid.hex(), client.truth["uuid"])

    def test_a_ride_on_firmware_6_adds_up(self):
        with Client("--profile", "short", "--scale", "30") as client:
            fastest = highest = 0
            faults = set()
            while True:
                now = client.ask(pyvesc.encode_request(SetupValues))
                fastest, highest = max(fastest, now.speed), max(highest, abs(now.duty_now))
                faults.add(now.fault)
                if now.uptime_ms > client.truth["durationS"] * 1000:
                    break
            truth = client.truth
            self.assertAlmostEqual(now.distance_abs, truth["distanceM"], delta=0.002)
            self.assertAlmostEqual(now.watt_hours, truth["wattHoursDrawn"], delta=0.0002)
            self.assertAlmostEqual(now.watt_hours_charged, truth["wattHoursRegained"], delta=0.0002)
            self.assertAlmostEqual(fastest, truth["maxima"]["speedMps"], delta=0.2)
            self.assertAlmostEqual(highest, truth["maxima"]["duty"], delta=0.02)
            self.assertEqual(faults, {0} | {fault["code"] for fault in truth["faults"]})

    def test_values_by_mask_are_all_values(self):
        mask = SelectedValues(*([0x3FFFFF] + [0] * len(VALUES)))
        request = pyvesc.packet.codec.frame(VESCMessage.pack(mask)[:5])
        with Client("--motors", "2") as client:
            values = client.ask(request)
            self.assertEqual((values.mask, values.controller_id, values.status), (0x3FFFFF, 7, 0))
            self.assertAlmostEqual(values.v_in, 82.4, delta=0.2)
            forwarded = client.ask(pyvesc.packet.codec.frame(bytes([34, 98]) + VESCMessage.pack(mask)[:5]))
            self.assertEqual(forwarded.controller_id, 98)

    def test_firmware_2_is_read_by_its_own_messages(self):
        with Client("--firmware", "2.18", "--profile", "short", "--scale", "30") as client:
            values = client.ask(pyvesc.encode_request(GetValues))
            while values.rpm < 3000:
                values = client.ask(pyvesc.encode_request(GetValues))
            self.assertAlmostEqual(values.v_in, 82, delta=2)
            self.assertGreater(values.duty_now, 0.1)
            self.assertGreater(values.tachometer, 10)


if __name__ == "__main__":
    unittest.main()
