"""The page as it looks, to look at: BAROGRAPH_PICTURES=FOLDER."""

import os
import unittest

from pagecase import PageCase

FOLDER = os.environ.get("BAROGRAPH_PICTURES")


@unittest.skipUnless(FOLDER, "BAROGRAPH_PICTURES names no folder")
class PictureTests(PageCase):
    """Phone and desk, light and dark, live and lost."""

    def draw(self, name, width, height, scheme="light"):
        self.browser.devtools("Emulation.setScrollbarsHidden", hidden=True)
        self.browser.size(width, height, mobile=width < 500)
        self.browser.prefer(scheme)
        self.open()
        self.browser.wait("return document.querySelector('#track polyline.track')")
        self.browser.wait("return document.getElementById('flight-rows').children.length > 0")
        self.browser.picture(f"{FOLDER}/{name}.png")

    def test_pictures(self):
        self.document["fix"].update(climb_m_per_s=2.3, pressure_altitude_m=1230)
        self.draw("page", 1000, 1150)
        self.draw("page-desk", 1280, 800)
        self.draw("page-whole", 1280, 3200)
        self.draw("page-phone-dark", 360, 800, "dark")
        self.draw("page-phone", 360, 800)
        self.stub.fall_silent()
        self.browser.advance(60)
        self.await_word("LOST")
        self.browser.picture(f"{FOLDER}/page-lost.png")


if __name__ == "__main__":
    unittest.main()
