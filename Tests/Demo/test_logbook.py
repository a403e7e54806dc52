"""Tests of the demo's third act. Run: python3 -m unittest discover -s Tests/Demo"""

import pathlib
import tempfile
import unittest

import logbook

TRUTH = """# simulated
epochMs,mode,latE7,lonE7,ellipsoidCm,mslCm,pressureCm,speedCmPerS,trackCentiDeg,climbCmPerS,satellites
1783162800000,3,504988953,-99538759,95227,90407,83952,15,0,-2,9
1783162801000,3,503000000,-99538750,95222,90402,83913,6,0,-4,9
1783162802000,3,504000000,-97000000,95215,90395,83913,11,0,-9,9
"""
FLIGHT = dict(filename="67EX4711.igc", pilot="Grace Example", analysis_version=2, takeoff_at="a",
              landing_at="b", optimised_distance_m=61200, task_completed=True,
              takeoff_name="Wasserkuppe")
ANALYSIS = dict(takeoff="a", landing="b",
                distances=dict(fiveTurnpoints=dict(sphere=61200.4)))
PAGE = "<!DOCTYPE html><svg></svg>Grace Example"


class LoggerTests(unittest.TestCase):
    def test_the_files_are_what_a_logger_and_a_program_write(self):
        with tempfile.TemporaryDirectory() as folder:
            truth = pathlib.Path(folder) / "truth.csv"
            truth.write_text(TRUTH, encoding="ascii")
            logger = logbook.Logger(truth, pathlib.Path(folder))
            flight = logger.flight.read_bytes().decode("ascii").split("\r\n")
            places = logger.places.read_bytes().decode("ascii").split("\r\n")
        self.assertEqual(flight[1], "HFDTE050726")
        self.assertIn("C050726100000000000000102Round", flight)
        self.assertIn("B1100005029934N00957233WA0083900952", [line for line in flight if line[0:1] == "B"])
        self.assertEqual(sum(line.startswith("C") for line in flight), 7)
        self.assertEqual(sum("OZ=" in line for line in flight), 4)
        self.assertEqual(places[1], '"Wasserkuppe","WAS",DE,5029.934N,00957.233W,900.0m,4,,,,')
        self.assertIn('"Round",,"Wasserkuppe","Mill","Bridge","Wasserkuppe",', places)

    def test_minutes_never_round_up_to_sixty(self):
        self.assertEqual(logbook.degrees(479999999, 2, "NS"), "4800000N")


class LogbookTests(unittest.TestCase):
    def test_what_agrees_is_no_loss(self):
        self.assertEqual(logbook.losses([FLIGHT] * 2, [ANALYSIS] * 2, PAGE), [])
        with tempfile.NamedTemporaryFile() as report:
            report.write(b"x" * 2000)
            report.flush()
            found = logbook.lines([FLIGHT] * 2, [ANALYSIS] * 2, pathlib.Path(report.name))
        self.assertEqual(found["logbook-flights"], "2 of 2")
        self.assertEqual(found["logbook-distance"], "122.4 km of 122.4 km")
        self.assertTrue(found["report"].endswith(" 2 kB"))

    def test_each_difference_is_told(self):
        for name, value, word in (("optimised_distance_m", 61000, "distance"),
                                  ("optimised_distance_m", None, "distance"),
                                  ("takeoff_at", "c", "take-off"), ("landing_at", "c", "landing"),
                                  ("task_completed", False, "task"), ("takeoff_name", None, "name")):
            other = dict(FLIGHT, **{name: value})
            pair = [other, FLIGHT] if name != "task_completed" else [other, other]
            sentences = logbook.losses(pair, [ANALYSIS] * 2, PAGE)
            self.assertEqual(len(sentences), 1, sentences)
            self.assertIn(word, sentences[0])
        self.assertEqual(len(logbook.losses([FLIGHT], [ANALYSIS], PAGE)), 1)
        for page in ("Grace Example", "<svg>", PAGE + '<img src="http://x">'):
            self.assertEqual(len(logbook.losses([FLIGHT] * 2, [ANALYSIS] * 2, page)), 1)


if __name__ == "__main__":
    unittest.main()
