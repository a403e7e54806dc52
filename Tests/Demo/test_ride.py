"""Tests of the demo's second act. Run: python3 -m unittest discover -s Tests/Demo"""

import unittest

import ride

TRUTH = dict(served=dict(values=700), distanceM=175.45, wattHoursDrawn=2.037, wattHoursRegained=0.774,
             durationS=38.0, forbidden=[])
FOUND = (699, 175.44, 2.025, 0.768)


class RideTests(unittest.TestCase):
    def test_what_the_quantisation_explains_is_no_loss(self):
        self.assertEqual(ride.losses(FOUND, TRUTH), [])
        self.assertEqual(ride.lines(FOUND, TRUTH)["ride-distance"], "175.44 m of 175.45 m")

    def test_each_difference_is_told(self):
        for place, value, word in ((0, 680, "samples"), (0, 701, "samples"), (1, 175.40, "length"),
                                   (2, 2.00, "took"), (2, 2.07, "took"), (3, 0.74, "gave back")):
            found = FOUND[:place] + (value,) + FOUND[place + 1:]
            sentences = ride.losses(found, TRUTH)
            self.assertEqual(len(sentences), 1, sentences)
            self.assertIn(word, sentences[0])

    def test_nothing_at_all_and_a_forbidden_request_are_told(self):
        self.assertEqual(len(ride.losses((None,) * 4, TRUTH)), 1)
        self.assertEqual(len(ride.losses(FOUND, dict(TRUTH, forbidden=[{}]))), 1)


if __name__ == "__main__":
    unittest.main()
