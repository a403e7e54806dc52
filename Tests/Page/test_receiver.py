"""The receiver's page."""

import unittest

from pagecase import PageCase


def overview():
    return {"generated_at": "2026-07-04T14:13:54Z", "build": "stub", "version": "0.1.0", "accounts": [
        {"name": "Ada <img src=x onerror=window.hacked=1>", "flights": 12, "rides": 3, "bytes": 10240000,
         "devices": [
             {"name": "glider", "last_contact": "2026-07-04T14:13:24Z",
              "app_version": "0.1.0"},
             {"name": "board", "last_contact": None, "app_version": None}]},
        {"name": "Empty", "flights": 0, "rides": 0, "bytes": 0, "devices": []}]}


class ReceiverTests(PageCase):
    """Accounts, devices, and their ages."""

    def setUp(self):
        super().setUp()
        self.stub.overview = overview()

    def open_receiver(self):
        self.browser.complaints()
        self.browser.open(self.stub.url + "receiver")
        self.await_text("freshness", "LIVE")

    def cells(self, identifier):
        return self.browser.run(
            "return [...document.getElementById(arguments[0]).rows].map(r => [...r.cells].map(c => c.textContent))",
            identifier)

    def test_accounts_and_devices(self):
        self.open_receiver()
        accounts = self.cells("account-rows")
        self.assertEqual(accounts[0][1:4], ["12", "3", "2"])
        self.assertRegex(accounts[0][4], r"2026-07-04 14:13:24Z, 3\d s ago")
        self.assertEqual(accounts[0][5], "10.2 MB")
        self.assertEqual(accounts[1], ["Empty", "0", "0", "0", "never", "0 B"])
        devices = self.cells("device-rows")
        self.assertRegex(devices[0][2], r"Z, \d+ \w+ ago")
        self.assertEqual(devices[0][3], "0.1.0")
        self.assertEqual(devices[1][2:], ["never", "–"])
        self.assertIsNone(self.browser.run("return window.hacked ?? null"))
        self.assertEqual(self.browser.complaints(), [])

    def test_it_ages_and_comes_back(self):
        self.open_receiver()
        self.hide()
        self.browser.advance(20)
        self.await_text("freshness", "LATE")
        self.browser.advance(120)
        self.await_text("freshness", "LOST")
        self.wake()
        self.await_text("freshness", "LIVE")

    def test_it_is_no_wider_than_a_small_phone(self):
        self.stub.overview["accounts"][0]["name"] = "x" * 400
        self.browser.size(360, 800, mobile=True)
        self.open_receiver()
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 360)

    def test_it_is_loaded_again_once_for_another_build(self):
        self.open_receiver()
        self.stub.overview["build"] = "new"
        self.stub.wait_until(lambda: self.stub.count("/receiver") == 2)
        asked = self.stub.count("/v1/overview")
        self.stub.wait_until(lambda: self.stub.count("/v1/overview") >= asked + 2)
        self.assertEqual(self.stub.count("/receiver"), 2)


if __name__ == "__main__":
    unittest.main()
