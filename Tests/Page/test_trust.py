"""What comes from outside is shown, never run; nothing goes outside."""

import unittest

from pagecase import PageCase

HOSTILE = ["<img src=x onerror=window.hacked=1>", "\"><script>window.hacked=1</script>",
           "javascript:window.hacked=1", "${window.hacked=1}", "\u202egnp.exe\u2066", "\x00\x07\x1b[31m",
           "'; window.hacked=1; '", "<svg onload=window.hacked=1>", "A" * 5000]


class HostileNameTests(PageCase):
    """Names from loggers, servers and files."""

    def poison(self, name):
        """Puts a name into every text of the document."""
        def poisoned(value, key=""):
            if isinstance(value, dict):
                return {k: poisoned(v, k) for k, v in value.items()}
            if isinstance(value, list):
                return [poisoned(v) for v in value]
            kept = {"state", "link", "generated_at", "expires_at", "build", "mode", "schema"}
            return name if isinstance(value, str) and key not in kept else value
        document = poisoned(self.document)
        document["problems"] = [{"id": name, "subject": name, "severity": name, "since": name,
                                 "message": name, "fix": name}]
        document["imports"]["last"] = {"at": name, "file": {"name": name, "outcome": name, "reason": name}}
        document["state"] = "recording"
        return document

    def test_nothing_of_them_is_run(self):
        for name in HOSTILE:
            document = self.poison(name)
            self.stub.flights = [document["last_flight"], dict(document["last_flight"], id="../../v1/x"),
                                 dict(document["last_flight"], id="abcd1234")]
            self.stub.send(document)
            self.open()
            self.browser.wait("return document.getElementById('flight-rows').children.length === 3")
            self.assertIsNone(self.browser.run("return window.hacked ?? null"), name[:40])
            self.assertEqual(self.browser.run(
                "return document.querySelectorAll('img, script:not([src]), [onerror], [onload]').length"), 0)
            self.assertEqual(self.browser.complaints(), [], name[:40])
            links = self.browser.run(
                "return [...document.querySelectorAll('#flight-rows a')].filter(a => a.checkVisibility())"
                ".map(a => a.pathname)")
            self.assertEqual(links, ["/v1/flights/abcd1234/report", "/v1/flights/abcd1234/igc"])
            self.assertLess(len(self.browser.run("return document.body.textContent")), 40_000)

    def test_rows_are_capped(self):
        self.document["sources"] = self.document["sources"] * 500
        self.document["problems"] = [{"id": "x", "severity": "warning", "since": None, "message": str(i),
                                      "fix": ""} for i in range(500)]
        self.stub.flights = self.stub.flights * 500
        self.open()
        self.browser.wait("return document.getElementById('flight-rows').children.length > 0")
        counts = self.browser.run("return ['source-rows', 'problem-list', 'flight-rows']"
                                  ".map(id => document.getElementById(id).children.length)")
        self.assertEqual(counts, [40, 20, 10])
        self.assertIn("480 more", self.text("problem-more"))

    def test_points_that_are_none_are_left_out(self):
        self.stub.track["points"] += [None, [], ["a", "b", "c"], [1, 999, 999, 0, 0], [5000, 48.1, 11.5, None, None]]
        self.open()
        self.browser.wait("return document.querySelector('#track polyline.track')")
        self.assertEqual(self.browser.complaints(), [])
        self.assertNotIn("NaN", self.browser.run("return document.getElementById('track').outerHTML"))


class NetworkTests(PageCase):
    """Requests go to the recorder alone."""

    def test_nothing_is_asked_of_anybody_else(self):
        self.open()
        self.browser.wait("return document.querySelector('#track polyline.track')")
        names = self.browser.run("return performance.getEntriesByType('resource').map(e => e.name)")
        self.assertGreater(len(names), 20)
        self.assertEqual([name for name in names if not name.startswith(self.stub.url)], [])
        self.assertEqual(self.browser.complaints(), [])

    def test_units_stay_as_chosen(self):
        self.open()
        self.browser.run("""
            for (const [name, unit] of [['altitude', 'ft'], ['speed', 'kt'], ['climb', 'ft/min']]) {
              const select = document.getElementById('choose-' + name);
              select.value = unit;
              select.dispatchEvent(new Event('change'));
            }""")
        self.assertEqual(self.text("altitude"), "4\u202f080")
        self.open()
        shown = [self.text(f"{name}{part}") for name in ["altitude", "speed", "climb"] for part in ["", "-unit"]]
        self.assertEqual(shown, ["4\u202f080", "ft", "47", "kt", "−236", "ft/min"])


class TokenTests(PageCase):
    """In field mode everything but the page needs the token."""

    def setUp(self):
        super().setUp()
        self.stub.token = "s3cret-token"
        self.addCleanup(self.forget)

    def forget(self):
        self.browser.open(self.stub.url)
        self.browser.run("localStorage.clear()")

    def test_it_is_taken_from_the_address_and_kept(self):
        self.stub.send(self.document)
        self.browser.open(self.stub.url + "#token=s3cret-token")
        self.await_word("RECORDING")
        self.assertEqual(self.browser.run("return location.href"), self.stub.url)
        self.open()
        self.assertFalse(any("s3cret" in request[1] for request in self.stub.requests))

    def test_it_is_asked_for_where_it_is_missing(self):
        self.stub.send(self.document)
        self.browser.open(self.stub.url)
        self.browser.wait("return document.getElementById('token-dialog').open")
        self.assertIn("this needs a token", self.text("token-reason"))
        self.browser.run("document.getElementById('token-field').value = ' s3cret-token '")
        self.browser.click("token-yes")
        self.await_word("RECORDING")
        self.assertIn("A token is kept", self.text("token-state"))

    def test_a_report_opens_beside_the_page(self):
        self.stub.send(self.document)
        self.browser.open(self.stub.url + "#token=s3cret-token")
        self.browser.wait("return document.getElementById('flight-rows').children.length === 1")
        page = self.browser.windows()[0]
        self.browser.run("document.querySelector('#flight-rows a').id = 'report'")
        self.browser.click("report")
        self.stub.wait_until(lambda: len(self.browser.windows()) == 2)
        other = next(window for window in self.browser.windows() if window != page)
        self.browser.look_at(other)
        self.browser.wait("return document.title === 'Report'")
        self.browser.close_window()
        self.browser.look_at(page)

    def test_files_are_fetched_with_it(self):
        self.stub.send(self.document)
        self.browser.open(self.stub.url + "#token=s3cret-token")
        self.browser.wait("return document.getElementById('flight-rows').children.length === 1")
        self.browser.run("document.querySelector('#flight-rows a[download]').click()")
        self.stub.wait_until(lambda: any(
            path.endswith("/igc") and headers.get("Authorization") == "Bearer s3cret-token"
            for _, path, headers in self.stub.requests))


if __name__ == "__main__":
    unittest.main()
