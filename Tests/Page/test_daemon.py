"""The page as the real recorder serves it."""

import unittest

from box import BINARIES, Box
from pagecase import TEXT, WORD, the_browser


@unittest.skipUnless((BINARIES / "barographd").exists(), "barographd is not built")
class DaemonTests(unittest.TestCase):
    """One flight from Start to its file."""

    def setUp(self):
        self.browser = the_browser()
        self.box = Box()
        self.addCleanup(self.box.close)
        self.addCleanup(self.browser.open, "about:blank")
        self.addCleanup(lambda: self.browser.run("localStorage.clear()"))
        self.box.start()
        self.browser.set_clocks(stand=False)
        self.browser.size(1280, 800)
        self.browser.complaints()
        self.browser.open(self.box.url)
        self.browser.wait(WORD, "IDLE", why="the recorder never became idle")
        self.browser.run("window.isFirst = true")

    def await_text(self, identifier, text):
        self.browser.wait(TEXT, identifier, text, why=f"{identifier} never told {text!r}")

    def start_recording(self):
        self.browser.click("start")
        self.browser.wait("return document.getElementById('token-dialog').open")
        self.browser.run("document.getElementById('token-field').value = arguments[0]", self.box.token)
        self.browser.click("token-yes")
        self.browser.wait(WORD, "RECORDING", why="it never recorded")

    def test_a_flight_is_started_marked_stopped_and_listed(self):
        self.start_recording()
        self.await_text("altitude", "1\u202f244")
        self.await_text("source-rows", "receiving")
        self.browser.wait("return document.querySelector('#track polyline.track')")
        self.browser.click("mark")
        self.await_text("job", "Marked at")
        self.browser.click("stop")
        self.browser.click("stop-yes")
        self.await_text("job", "Stopped: everything is written")
        self.browser.wait(WORD, "IDLE")
        self.await_text("flight-rows", "Ada <b>Example</b>")
        self.check_files()
        complaints = self.browser.complaints()
        self.assertEqual([line for line in complaints if "/v1/record/start" not in line], [])
        names = self.browser.run("return performance.getEntriesByType('resource').map(e => e.name)")
        self.assertEqual([name for name in names if not name.startswith(self.box.url)], [])
        self.assertTrue(self.browser.run("return window.isFirst"), "the page was loaded again")

    def check_files(self):
        kinds = self.browser.run("""
            const links = [...document.querySelectorAll('#flight-rows a')];
            return Promise.all(links.map(async (link) => {
              const response = await fetch(link.href);
              return [response.status, (await response.text()).slice(0, 4)];
            }));""")
        self.assertEqual([status for status, _ in kinds], [200, 200])
        self.assertEqual(kinds[1][1][0], "A")

    def test_the_page_outlives_the_recorder(self):
        self.box.stop()
        self.browser.advance(60)
        self.browser.wait(WORD, "LOST", why="it never saw that the recorder is gone")
        self.box.start()
        self.browser.wait(WORD, "IDLE", why="it never came back")
        self.assertTrue(self.browser.run("return window.isFirst"), "the page was loaded again")


if __name__ == "__main__":
    unittest.main()
