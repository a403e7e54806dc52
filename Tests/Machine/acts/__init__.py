"""The acts of the test of a whole machine, in the order in which they are played."""

from acts import (bare, bluetooth, doctor, flight, install, instruments, lamp, network, page, power,
                  sandbox, sticks, upgrade)

ACTS = {
    "install": install.play,
    "flight": flight.play,
    "instruments": instruments.play,
    "sticks": sticks.play,
    "bluetooth": bluetooth.play,
    "network": network.play,
    "upgrade": upgrade.play,
    "sandbox": sandbox.play,
    "lamp": lamp.play,
    "doctor": doctor.play,
    "page": page.play,
    "bare": bare.play,
    "power": power.play,
}
SHORT = ("install", "flight", "instruments", "power")
"""What the short form plays, each act as far as `stage.short` lets it."""
