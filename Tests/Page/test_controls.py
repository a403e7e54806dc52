"""Start, stop and mark."""

import threading
import unittest

from pagecase import PageCase


class ControlTests(PageCase):
    """What is said is what has happened."""

    def setUp(self):
        super().setUp()
        self.may_end = threading.Event()
        self.addCleanup(self.may_end.set)

    def posts(self):
        return [path for method, path, _ in self.stub.requests if method == "POST"]

    def answer_later(self, path, status, value):
        def answer(_):
            self.may_end.wait(60)
            return status, value
        self.stub.answers[path] = answer

    def test_stopped_is_said_when_everything_is_written(self):
        self.answer_later("/v1/record/stop", 202, {"result": "accepted", "recording_id": 42,
                                                   "flight_id": None, "igc_path": None})
        self.open()
        self.browser.click("stop")
        self.assertEqual(self.posts(), [])
        self.browser.click("stop-yes")
        self.await_text("job", "Stopping")
        self.send()
        self.assertNotIn("Stopped", self.text("job"))
        self.assertEqual(self.text("state-word"), "RECORDING")
        self.may_end.set()
        self.await_text("job", "the IGC file is being written")
        self.send(state="finishing", recording=None, unfinished_recordings=1)
        self.await_word("FINISHING")
        self.assertNotIn("Stopped", self.text("job"))
        self.send(state="armed", unfinished_recordings=0)
        self.await_text("job", "Stopped: everything is written")
        self.assertEqual(self.posts(), ["/v1/record/stop"])

    def test_stop_asks_first(self):
        self.open()
        self.browser.click("stop")
        self.assertEqual(self.browser.run("return document.activeElement.textContent"), "Go on recording")
        self.browser.press("\ue007")
        self.browser.wait("return !document.getElementById('stop-dialog').open")
        self.browser.click("stop")
        self.browser.press("\ue00c")
        self.browser.wait("return !document.getElementById('stop-dialog').open")
        self.assertEqual(self.posts(), [])

    def test_the_file_is_named_when_it_is_there(self):
        self.stub.answers["/v1/record/stop"] = (200, {
            "result": "finished", "recording_id": 42, "flight_id": "ab" * 32,
            "igc_path": "/var/lib/barograph/igc/2026-07-04-XBG-ABC-01.IGC"})
        self.open()
        self.browser.click("stop")
        self.browser.click("stop-yes")
        self.await_text("job", "Stopped: everything is written, 2026-07-04-XBG-ABC-01.IGC")

    def test_start_and_mark(self):
        self.stub.answers["/v1/record/start"] = (201, {"id": 43})
        self.stub.answers["/v1/record/mark"] = (200, {"recording_id": 43, "at": "2026-07-04T14:13:54Z"})
        self.open()
        self.browser.click("mark")
        self.await_text("job", "Marked at 14:13:54Z")
        self.send(state="armed", recording=None)
        self.await_word("ARMED")
        self.browser.click("start")
        self.await_text("job", "Recording 43 has begun")

    def test_a_refusal_is_told_with_what_to_do(self):
        self.stub.answers["/v1/record/mark"] = (409, {
            "error": "not-recording", "message": "nothing is recorded", "hint": "start first"})
        self.open()
        self.browser.click("mark")
        self.await_text("job", "nothing is recorded. start first")

    def test_a_token_is_asked_for_and_the_job_is_done(self):
        def answer(handler):
            if handler.headers.get("Authorization") != "Bearer abc":
                return 401, {"message": "changing needs the token", "hint": ""}
            return 200, {"recording_id": 42, "at": "2026-07-04T14:13:54Z"}
        self.stub.answers["/v1/record/mark"] = answer
        self.addCleanup(lambda: self.browser.run("localStorage.clear()"))
        self.open()
        self.browser.click("mark")
        self.browser.wait("return document.getElementById('token-dialog').open")
        self.browser.run("document.getElementById('token-field').value = 'abc'")
        self.browser.click("token-yes")
        self.await_text("job", "Marked at 14:13:54Z")


if __name__ == "__main__":
    unittest.main()
