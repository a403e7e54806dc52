"""A page that stays open all day costs no more in the evening."""

import unittest

from pagecase import PageCase


class LoadTests(PageCase):
    """Many documents, one page."""

    def metrics(self):
        self.browser.devtools("HeapProfiler.collectGarbage")
        found = self.browser.devtools("Performance.getMetrics")["metrics"]
        return {metric["name"]: metric["value"] for metric in found}

    def play(self, documents, begin):
        """Sends documents, each with values of its own, until the last is shown."""
        for number in range(begin, begin + documents):
            self.document["recording"]["fixes"] = number
            self.document["fix"]["mean_sea_altitude_m"] = 1000 + number % 900
            self.document["sources"][0]["messages"] = number
            self.send()
        self.await_text("state-line", f"{number:,} fixes".replace(",", "\u202f"))

    def test_neither_nodes_nor_memory_grow(self):
        self.browser.devtools("Performance.enable")
        self.open()
        self.play(200, 10_000)
        before = self.metrics()
        self.play(1500, 20_000)
        after = self.metrics()
        self.assertLess(after["Nodes"], before["Nodes"] + 200)
        self.assertLess(after["JSEventListeners"], before["JSEventListeners"] + 5)
        self.assertLess(after["JSHeapUsedSize"], before["JSHeapUsedSize"] + 1_000_000)


if __name__ == "__main__":
    unittest.main()
