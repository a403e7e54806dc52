"""Tests of what the receiver of a machine sends."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from sentences import Log, dated, later, second_of_day, sentence  # noqa: E402
from replay import fix_key  # noqa: E402


class SentenceTests(unittest.TestCase):
    def test_a_sentence_has_its_checksum(self):
        self.assertEqual(sentence(b"GPGLL"), b"$GPGLL*50\r\n")

    def test_another_day_changes_the_date_alone(self):
        log = Log("minute")
        moved = dated(log.instants[3], "100726")
        day, clock = fix_key(moved.splitlines(keepends=True)[0])
        self.assertEqual(day, b"100726")
        self.assertEqual(clock, fix_key(log.instants[3].splitlines(keepends=True)[0])[1])
        self.assertEqual(dated(moved, "040726"), log.instants[3])

    def test_it_stands_on_after_the_log(self):
        log = Log("minute")
        count, last = len(log.instants), second_of_day(log.instants[-1])
        log.prolong(3)
        self.assertEqual([second_of_day(instant) for instant in log.instants[count:]],
                         [last + 1, last + 2, last + 3])
        lines = later(log.instants[0]).splitlines(keepends=True)
        self.assertEqual(fix_key(lines[0])[1], b"110001.00")

    def test_it_stands_before_the_log(self):
        log = Log("minute")
        first = second_of_day(log.instants[0])
        log.lead(2)
        self.assertEqual([second_of_day(instant) for instant in log.instants[:3]],
                         [first - 2, first - 1, first])

    def test_the_file_needs_what_the_truth_says(self):
        self.assertEqual(len(Log("demo").seconds_due()), 2259)


if __name__ == "__main__":
    unittest.main()
