"""What the tests of the pages share: one browser for all, a server for each."""

import atexit
import functools
import unittest

from stub import Stub, a_track, in_flight
from webdriver import Browser

WORD = "return document.getElementById('state-word').textContent === arguments[0]"
TEXT = "return document.getElementById(arguments[0]).textContent.includes(arguments[1])"


@functools.cache
def the_browser():
    browser = Browser()
    atexit.register(browser.close)
    return browser


class PageCase(unittest.TestCase):
    """A page in front of a server that plays a recorder."""

    def setUp(self):
        self.browser = the_browser()
        self.stub = Stub()
        self.addCleanup(self.stub.close)
        self.addCleanup(self.browser.open, "about:blank")
        self.stub.track.update(points=a_track(), next=4290)
        self.document = in_flight()
        self.document["fix"].update(zip(["latitude_deg", "longitude_deg"], a_track()[-1][1:3]))
        self.stub.flights = [self.document["last_flight"]]
        self.browser.set_clocks(stand=True)
        self.browser.size(1280, 800)
        self.browser.prefer("light")

    def open(self, word="RECORDING"):
        """Opens the page and waits until it shows the document."""
        if self.stub.last is None:
            self.stub.send(self.document)
        self.browser.complaints()
        self.browser.open(self.stub.url)
        self.await_word(word)

    def send(self, **changes):
        """Sends the document with changes."""
        self.document.update(changes)
        self.stub.send(self.document)

    def await_word(self, word):
        self.browser.wait(WORD, word, why=f"the state never became {word}")

    def await_text(self, identifier, text):
        self.browser.wait(TEXT, identifier, text, why=f"{identifier} never told {text!r}")

    def hide(self):
        """Does what a browser does when its page is no longer seen."""
        self._be_hidden(True)

    def wake(self):
        self._be_hidden(False)

    def _be_hidden(self, is_hidden):
        self.browser.run(
            "Object.defineProperty(document, 'hidden', {configurable: true, value: arguments[0]});"
            "document.dispatchEvent(new Event('visibilitychange'))", is_hidden)

    def text(self, identifier):
        return self.browser.text(identifier)
