"""BlueZ with an adapter and a heart-rate strap that are played by Bumble; the shipped unit speaks D-Bus."""

from acts.instruments import known
from sentences import Log, Sending
from stage import demand

ADDRESS, BEATS = "F0:00:00:00:00:01", 72
CONFIGURATION = f"[instrument]\naddress = {ADDRESS}\ndriver = heart-rate"


def play(stage):
    box = stage.box()
    with stage.step("an adapter appears; BlueZ starts"):
        box.sh("modprobe hci_vhci && systemd-run -q --collect --unit=strap "
               f"/mnt/strap {ADDRESS} {BEATS}")
        box.wait_for("bluetoothctl list | grep -q .", "BlueZ has no adapter")
        box.sh("bluetoothctl power on", check=False)
    with stage.step("barograph devices --nearby names the strap"):
        box.wait_for(f"barograph devices --nearby | grep -q '{ADDRESS}.*heart rate'",
                     "the strap is not heard")
    with stage.step("named in the configuration it is connected, and its heart rate comes"):
        box.configure("strap", CONFIGURATION)
        box.wait_until(lambda told: known("heart-rate", "ok", told), "no heart rate comes",
                       "devices")
    with stage.step("it is in the recording's file"):
        demand("XXH" in recorded(box), "the file has no heart rate")
    with stage.step("switched off, it is told as gone; switched on, it is back"):
        box.sh("systemctl stop strap")
        box.wait_until(lambda told: not known("heart-rate", "ok", told), "it is still there",
                       "devices")
        box.sh(f"systemd-run -q --collect --unit=strap /mnt/strap {ADDRESS} {BEATS}")
        box.wait_until(lambda told: known("heart-rate", "ok", told), "it does not come back",
                       "devices")
    box.sh("rm /etc/barograph/barograph.conf.d/strap.conf; systemctl restart barographd; "
           "systemctl stop strap")


def recorded(box):
    """The IGC file of some seconds on the ground."""
    line = box.receiver()
    sending = Sending(line, Log("demo", day="100726").instants[:90], 2)
    box.wait_until(lambda status: status["fix"]["state"] == "ok", "there is no fix")
    box.barograph("record start")
    sending.join()
    stopped = box.ask("record stop")
    box.pull_gadget("receiver")
    return box.sh(f"cat '{stopped['igc_path']}'")
