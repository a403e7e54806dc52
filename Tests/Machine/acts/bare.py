"""The poorest box: no clock, no network, no gpsd, no BlueZ, nothing in /etc that can be written."""

from recorder import Recorder
from sentences import Listening, Log, Sending
from stage import demand

MASKED = ("gpsd.socket", "gpsd.service", "bluetooth.service", "NetworkManager.service",
          "ModemManager.service")


def play(stage):
    with stage.step("the box is switched off in order"):
        base = stage.put_away()
    words = [f"systemd.mask={unit}" for unit in MASKED]
    with Recorder("bare", base=base, memory=512, clock="2000-01-01T00:00:00", words=words) as box:
        try:
            act(stage, box)
        except Exception:
            box.save()
            raise


def act(stage, box):
    with stage.step("512 MB, a clock of the year 2000: the service is active"):
        box.boot()
        box.sh("mount -o bind /etc /etc && mount -o remount,ro,bind /etc && "
               "systemctl restart barographd")
        demand(box.run("touch /etc/barograph/barograph.conf")[0] != 0, "/etc can be written")
        box.wait_for("systemctl is-active barographd", "barographd is not active")
    with stage.step("status tells of gpsd and of the clock, devices of Bluetooth"):
        text = box.barograph("status", check=False)
        demand("gpsd" in text and "GONE" in text, text)
        demand(not box.status()["clock"]["plausible"], text)
        devices = box.barograph("devices", check=False)
        demand("Bluetooth: BlueZ does not run" in devices, devices)
        print("        " + text.strip().replace("\n", "\n        "), flush=True)
    with stage.step("a receiver on a serial adapter is enough for a flight"):
        box.plug_serial("nmea")
        line = box.connect("nmea")
        Listening(line)
        log = Log("demo", day="250726")
        standing = Sending(line, log.instants[:80], 4)
        box.wait_until(lambda told: told["state"] == "armed", "it is not armed")
        standing.join()
        Sending(line, log.instants[80:240], 4)
        box.wait_until(lambda told: told["recording"]["phase"] == "airborne",
                       "no flight is recorded")
        stopped = box.ask("record stop")
        box.barograph(f"verify '{stopped['igc_path']}'")
