"""Tests of the power test's own parts. Run: python3 -m unittest discover -s Tests/Power"""

import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import boxes  # noqa: E402
from cuts import Plan, lost_fixes, told_late  # noqa: E402
from disk import contents  # noqa: E402
from feed import Feed, milliseconds  # noqa: E402
from glider import CLIMB, TOW_S, Glider, checked  # noqa: E402


class GliderTests(unittest.TestCase):
    def test_stands_until_the_launch(self):
        glider = Glider()
        self.assertEqual(glider.state(0), glider.state(10_000_000))
        glider.launch(5000)
        self.assertEqual(glider.state(5000)[3], 0.0)

    def test_moves_without_jumps(self):
        glider = Glider()
        glider.launch(0)
        before = glider.state(0)
        for second in range(1, 1000):
            now = glider.state(second * 1000)
            way = ((now[0] - before[0]) ** 2 + ((now[1] - before[1]) * 0.674) ** 2) ** 0.5 * 111_319
            self.assertLess(way, 30)
            self.assertLess(abs(now[2] - before[2]), CLIMB + 0.1)
            before = now
        self.assertGreater(glider.state(int(TOW_S * 1000))[2], 1100)

    def test_sentences_are_whole(self):
        glider = Glider()
        glider.launch(0)
        text = glider.sentences(1_783_162_801_200).decode()
        self.assertRegex(text, r"\$GPRMC,110001\.20,A,\d{4}\.\d{6},N,\d{5}\.\d{6},E,")
        for line in text.splitlines():
            body, total = re.fullmatch(r"\$(.*)\*(..)", line).groups()
            self.assertEqual(checked(body), f"{line}\r\n".encode())
            self.assertEqual(total, line[-2:])

    def test_without_sky_it_tells_the_time_alone(self):
        self.assertIn(b",V,,,,,,,", Glider.silence(1_783_162_801_000))


class FeedTests(unittest.TestCase):
    def test_what_nobody_reads_is_lost_and_not_late(self):
        ours, theirs = socket.socketpair()
        now = [0]

        def clock():
            now[0] += 400
            return now[0]

        feed = Feed(ours, lambda at: b"%d\n" % at, 1, clock)
        feed.start()
        while feed.passed < 5:
            pass
        self.assertEqual(feed.sent, 1)
        feed.stop()
        theirs.close()

    def test_times_of_gpsd(self):
        self.assertEqual(milliseconds(b"1970-01-01T00:00:01.250Z"), 1250)
        for text in (b"", b"1970", b"1970-01-01T00:00:01", b"x1970-01-01T00:00:01Z"):
            self.assertIsNone(milliseconds(text))


class CutTests(unittest.TestCase):
    def test_the_same_seed_is_the_same_plan(self):
        def moments(seed):
            plan = Plan(30, seed)
            return [(kind, plan.seconds(kind, 30)) for kind in plan.kinds]
        self.assertEqual(moments(3), moments(3))
        self.assertNotEqual(moments(3), moments(4))

    def test_half_of_the_cuts_follow_a_change_or_an_end_within_two_seconds(self):
        plan = Plan(50, 1)
        close = [kind for kind in plan.kinds if kind in ("change", "end")]
        self.assertGreaterEqual(len(close), 24)
        self.assertTrue(all(plan.seconds(kind, 30) <= 2 for kind in close))
        self.assertTrue(all(plan.seconds(kind, 30, 1) <= 3 for kind in close))

    def test_only_what_came_early_enough_is_lost(self):
        told = {1000: 1100, 2000: 2100, 3000: 3100, 4000: 4100}
        self.assertEqual(lost_fixes(told, {1000}, 1000, 4200, 1050), [2000, 3000])
        self.assertEqual(lost_fixes(told, {1000, 2000}, 1000, 4200, 1150), [])
        self.assertEqual(lost_fixes(told, {2000}, 2000, 3200, 1000), [])
        self.assertEqual(lost_fixes(told, set(), None, 9000, 1000), [])

    def test_lateness_is_that_of_the_last_seconds(self):
        self.assertEqual(told_late({1000: 3000, 5000: 5100}, 4000), 100)
        self.assertEqual(told_late({}, 0), 0)

    def test_every_box_has_every_setting(self):
        for name in boxes.BOXES:
            self.assertEqual(set(boxes.box(name)), set(boxes.USUAL))


class DiskTests(unittest.TestCase):
    def test_files_come_out_of_an_image(self):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "in").mkdir()
            (folder / "in/word").write_text("kept")
            subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-d", folder / "in",
                            folder / "image", "4M"], check=True, stdout=subprocess.DEVNULL)
            self.assertEqual(contents(folder / "image", folder / "look/state"), "")
            self.assertEqual((folder / "look/state/word").read_text(), "kept")


if __name__ == "__main__":
    unittest.main()
