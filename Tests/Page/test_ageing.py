"""Nothing that is old may look as if it were true."""

import json
import unittest

from pagecase import PageCase


class AgeingTests(PageCase):
    """The page counts ages by itself."""

    def test_values_become_late_and_lost_without_any_event(self):
        self.open()
        self.assertEqual(self.text("altitude"), "1 244".replace(" ", "\u202f"))
        self.assertIn("● LIVE", self.text("freshness"))
        self.stub.fall_silent()
        self.browser.advance(6)
        self.await_text("freshness", "◐ LATE, 6 s ago")
        self.assertIn("◐ LATE", self.text("altitude-age"))
        self.assertEqual(self.text("altitude"), "1\u202f244")
        self.browser.advance(40)
        self.await_word("LOST")
        for identifier in ["altitude", "climb", "speed", "fix-position"]:
            self.assertEqual(self.text(identifier), "–")
        self.assertIn("last seen 14:13:54Z", self.text("altitude-age"))
        self.assertIn("It was RECORDING", self.text("state-line"))

    def test_a_new_document_makes_everything_live_again(self):
        self.open()
        self.stub.fall_silent()
        self.browser.advance(40)
        self.await_word("LOST")
        self.send(state="landed")
        self.await_word("LANDED")
        self.assertIn("● LIVE", self.text("altitude-age"))

    def test_what_the_recorder_calls_lost_is_lost_at_once(self):
        self.document["fix"].update(state="lost", age_s=61, mean_sea_altitude_m=None)
        self.open()
        self.assertEqual(self.text("altitude"), "–")
        self.assertIn("LOST, last seen 14:13:54Z", self.text("altitude-age"))

    def test_a_height_above_the_ellipsoid_is_called_so(self):
        self.document["fix"].update(mean_sea_altitude_m=None)
        self.open()
        self.assertEqual(self.text("altitude"), "1\u202f291")
        self.assertIn("above the ellipsoid", self.text("altitude-age"))

    def test_an_idle_recorder_may_be_silent_for_longer(self):
        generated = self.document["generated_at"]
        self.send(state="armed", recording=None,
                  expires_at=f"{generated[:11]}23:59:59.000Z", generated_at=f"{generated[:11]}23:59:48.000Z")
        self.open("ARMED")
        self.stub.fall_silent()
        self.browser.advance(8)
        self.await_text("freshness", "LIVE, 8 s ago")
        self.browser.advance(14)
        self.await_text("freshness", "LATE")
        self.browser.advance(40)
        self.await_word("LOST")

    def test_a_source_has_link_and_data_apart(self):
        self.document["sources"][0].update(state="lost", age_s=75)
        self.open()
        cells = self.browser.run(
            "return [...document.querySelector('#source-rows tr').cells].map(c => c.textContent)")
        self.assertEqual(cells[1:3], ["● connected", "✕ lost, 75 s ago"])

    def test_no_time_is_shown_of_a_clock_that_is_not_set(self):
        self.document.update(generated_at="1970-01-01T00:01:02.000Z", expires_at="1970-01-01T00:01:05.000Z")
        self.document["clock"].update(plausible=False, source="none", offset_s=None)
        self.document["recording"].update(takeoff_at="1980-01-06T00:00:00Z")
        self.open()
        self.assertIn("clock not set", self.text("clock-facts"))
        self.assertIn("take-off clock not set", self.text("state-line"))
        whole = self.browser.run("return document.body.innerText")
        for wrong in ["1970", "1980", "NaN", "undefined", "null", "Invalid"]:
            self.assertNotIn(wrong, whole)

    def test_idle_says_what_it_waits_for(self):
        self.send(state="idle", policy="manual", recording=None)
        self.open("IDLE")
        self.await_text("state-line", "Records when it is told to.")
        self.send(policy="auto")
        self.await_text("state-line", "armed again after the landing")

    def test_nothing_known_is_a_dash_and_no_error(self):
        for key in ["fix", "clock", "storage", "sync", "imports"]:
            self.document[key] = {name: None for name in self.document[key]}
        self.document.update(sources=[], counters=None, last_flight=None, recording=None, state="idle",
                             uptime_s=None, problems=[])
        self.open("IDLE")
        self.assertEqual(self.browser.complaints(), [])
        whole = self.browser.run("return document.body.innerText")
        for wrong in ["NaN", "undefined", "null"]:
            self.assertNotIn(wrong, whole)


class StreamTests(PageCase):
    """The stream comes back whatever happens to it."""

    def test_a_silent_stream_is_opened_anew_after_15_s(self):
        self.open()
        self.stub.wait_for_streams(1)
        self.browser.advance(16)
        self.stub.wait_for_streams(2)
        self.await_text("freshness", "LIVE")

    def test_a_stream_that_ends_is_opened_again_and_again(self):
        self.open()
        for opened in range(2, 5):
            self.stub.end_streams()
            self.stub.wait_for_streams(opened)
        self.send(state="landed")
        self.await_word("LANDED")

    def test_a_page_that_is_not_seen_asks_for_nothing(self):
        self.open()
        self.hide()
        self.stub.wait_for_leavers()
        self.assertEqual(self.stub.count("/v1/events"), 1)

    def test_after_a_sleep_everything_is_asked_for_anew(self):
        self.open()
        flights, track = self.stub.count("/v1/flights"), self.stub.count("/v1/track")
        self.hide()
        self.stub.fall_silent()
        self.browser.advance(3600)
        self.wake()
        self.await_word("LOST")
        self.stub.wait_for_streams(2)
        self.send(state="finishing")
        self.await_word("FINISHING")
        self.stub.wait_until(lambda: self.stub.count("/v1/flights") > flights)
        self.stub.wait_until(lambda: self.stub.count("/v1/track") > track)

    def test_a_page_from_the_cache_of_pages_is_woken(self):
        self.open()
        self.browser.run("window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
        self.stub.wait_for_streams(2)

    def test_without_an_answer_it_says_so(self):
        self.stub.events_status = 503
        self.browser.open(self.stub.url)
        self.await_word("NO ANSWER")
        self.assertIn("Trying again", self.text("failure"))
        self.stub.events_status = 200
        self.stub.send(self.document)
        self.await_word("RECORDING")
        self.assertEqual(self.text("failure"), "")

    def test_an_event_that_cannot_be_read_changes_nothing(self):
        self.open()
        self.stub.send_text("event: status\ndata: {broken\n\nevent: other\ndata: 1\n\n: heartbeat\n\n")
        self.send(state="landed")
        self.await_word("LANDED")

    def test_events_are_the_same_in_whatever_pieces_they_come(self):
        self.open()
        read = self.browser.run("""
            const text = ': hello\\n\\nid: 1\\nevent: status\\ndata: {"a":1,\\ndata: "ä": 2}\\n\\r\\n'
              + 'data:x\\r\\n\\r\\nevent: status\\n\\ndata: cut';
            return import('/assets/stream.js').then(({ EventParser }) => {
              const pieces = [];
              for (let size = 1; size <= text.length; size++) {
                const parser = new EventParser();
                const found = [];
                for (let at = 0; at < text.length; at += size) found.push(...parser.feed(text.slice(at, at + size)));
                pieces.push(JSON.stringify(found));
              }
              return [...new Set(pieces)];
            });""")
        self.assertEqual(len(read), 1, read)
        self.assertEqual(json.loads(read[0]), [{"name": "status", "data": '{"a":1,\n"ä": 2}'},
                                               {"name": "message", "data": "x"}])

    def test_another_schema_is_not_guessed_at(self):
        self.send(schema=2)
        self.browser.open(self.stub.url)
        self.await_text("failure", "another version")


class BuildTests(PageCase):
    """After an update the page is loaded again, and only once."""

    def test_it_loads_the_page_of_the_new_build(self):
        self.open()
        self.stub.build = "new"
        self.send(build="new", state="landed")
        self.await_word("LANDED")
        self.stub.wait_until(lambda: self.stub.count("/") == 2)
        self.browser.wait("return document.querySelector('meta[name=build]').content === 'new'")

    def test_a_page_that_stays_old_is_loaded_once(self):
        self.open()
        self.send(build="new")
        self.stub.wait_until(lambda: self.stub.count("/") == 2)
        self.send(state="landed")
        self.await_word("LANDED")
        self.send(state="finishing")
        self.await_word("FINISHING")
        self.assertEqual(self.stub.count("/"), 2)


if __name__ == "__main__":
    unittest.main()
