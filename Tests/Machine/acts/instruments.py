"""USB instruments come and go: a FLARM behind a serial adapter, a VESC with an identity of its own."""

import contextlib
import subprocess
import sys
import time

from machine import HERE
from stage import demand

SIMULATORS = HERE.parent / "Simulators"
VESC = "0483 5740 'ChibiOS/RT Virtual COM Port' 304"


@contextlib.contextmanager
def simulator(name, *words):
    """A simulator outside; the TCP port where it listens."""
    process = subprocess.Popen([sys.executable, SIMULATORS / name, "--tcp", "0", *words],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline().rsplit(":", 1)[1])
    finally:
        process.kill()
        process.wait()


def known(kind, state, told):
    """The instrument of a kind in a state, in the answer of `barograph devices`."""
    found = [one for one in told["instruments"] if one["kind"] == kind and one["state"] == state]
    return found[0] if found else None


def play(stage):
    box = stage.box()
    with simulator("flarm.py") as port:
        flarm(stage, box, port)
    if not stage.short:
        truth = box.folder / "ride.json"
        with simulator("vesc.py", "--profile", "block", "--ping-latency", "0.04", "--truth",
                       str(truth)) as port:
            vesc(stage, box, port)


def flarm(stage, box, port):
    with stage.step("a FLARM is plugged in and found by what it says"):
        box.plug_serial("flarm", port, socket=1)
        first = box.wait_until(lambda told: known("flarm", "ok", told), "no FLARM is found",
                               "devices")
        name = known("flarm", "ok", first)["devnode"]
    with stage.step("gpsd does not have its port"):
        asked = box.sh("exec 3<>/dev/tcp/127.0.0.1/2947; echo '?DEVICES;' >&3; timeout 5 cat <&3",
                       check=False)
        demand('"DEVICES"' in asked, f"gpsd does not answer: {asked[-300:]}")
        demand(name not in asked, f"gpsd has {name}")
    with stage.step("it drops for 2 s, comes back under another name and goes on"):
        box.unplug("flarm")
        box.plug_serial("other", socket=2)
        time.sleep(2)
        box.plug_serial("flarm", port, socket=1)
        again = box.wait_until(lambda told: known("flarm", "ok", told)["devnode"] != name,
                               "the FLARM is not read under its new name", "devices")
        one = known("flarm", "ok", again)
        demand(one["id"] == known("flarm", "ok", first)["id"], "it is taken for another one")
        demand(one["reconnects"] > 0, "no reconnection is counted")
    with stage.step("pulled, it is told as gone"):
        box.unplug("flarm")
        box.unplug("other")
        box.wait_until(lambda told: not known("flarm", "ok", told), "the FLARM is still there",
                       "devices")
    with stage.step("all that without a restart"):
        demand(box.show("barographd", "NRestarts") == "0", "it was restarted")


def vesc(stage, box, port):
    box.sh("systemctl start ModemManager")
    with stage.step("a VESC is plugged in and known by its USB identity"):
        box.plug_gadget("vesc", VESC, port)
        told = box.wait_until(lambda told: known("vesc", "ok", told), "no VESC is found", "devices")
        port = known("vesc", "ok", told)["devnode"]
    with stage.step("udev gives it a name and keeps ModemManager off"):
        link = box.sh("ls /dev/barograph").split()
        demand(len(link) == 1 and link[0].startswith("vesc-"), f"/dev/barograph has {link}")
        demand(box.sh(f"readlink -f /dev/barograph/{link[0]}").strip() == port,
               "the link leads elsewhere")
        usb = box.sh(f"udevadm info -q property -p $(udevadm info -q path -n {port})/../../..")
        demand("ID_MM_DEVICE_IGNORE=1" in usb, f"the USB device has no such property: {usb}")
        demand(not box.sh("mmcli -L").count("/Modem/"), "ModemManager took it for a modem")
    with stage.step("its ride is recorded"):
        box.wait_until(lambda status: status["counters"]["frames"] > 20, "no frames are stored")
    with stage.step("pulled in mid-ride, it is told as gone; the ride is kept"):
        box.pull_gadget("vesc")
        box.wait_until(lambda told: not known("vesc", "ok", told), "the VESC is still there",
                       "devices")
        box.sh("systemctl stop ModemManager")
        box.barograph("record stop", check=False)
        box.wait_until(lambda told: told["rides"], "there is no ride", "rides list")
