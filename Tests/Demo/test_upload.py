"""Tests of how the demo judges an upload. Run: python3 -m unittest discover -s Tests/Demo"""

import unittest

import upload


class UploadTests(unittest.TestCase):
    def test_a_service_holds_one_file_sent_once(self):
        flight = {"sha256": "ab", "uploads": 1}
        self.assertTrue(upload.holds([flight], "ab"))
        self.assertFalse(upload.holds([], "ab"))
        self.assertFalse(upload.holds([flight], "cd"))
        self.assertFalse(upload.holds([flight, flight], "ab"))
        self.assertFalse(upload.holds([dict(flight, uploads=2)], "ab"))

    def test_the_box_knows_the_number_there(self):
        known = {"service": "weglide", "state": "done", "server_id": "500001"}
        self.assertTrue(upload.is_done({"uploads": [known]}))
        for name, value in (("state", "known"), ("server_id", None), ("service", "skylines")):
            self.assertFalse(upload.is_done({"uploads": [dict(known, **{name: value})]}))
        self.assertFalse(upload.is_done({}))


if __name__ == "__main__":
    unittest.main()
