"""The doctor on a box that is well, and on one that is not; what it says to do is done."""

import json

from sentences import Log, Sending
from stage import demand


def play(stage):
    box = stage.box()
    line = box.receiver()
    sending = Sending(line, Log("demo", day="230726").instants, 1)
    with stage.step("with a receiver that speaks, nothing would cost a flight"):
        armed = box.wait_until(lambda told: told["state"] == "armed"
                               and told["fix"]["latitude_deg"], "it is not armed")
        code, checks = examine(box)
        print("        " + box.barograph("doctor", check=False).strip()
              .replace("\n", "\n        "), flush=True)
        demand(code < 2 and not found(checks, "failure"), f"{code}: {found(checks, 'failure')}")
    with stage.step("gpsd off: it fails, says what to do, and that helps"):
        box.sh("systemctl stop gpsd.socket gpsd")
        fix = fault(box, "gpsd-reachable")
        demand("systemctl enable --now gpsd.socket" in fix, fix)
        box.sh("systemctl enable --now gpsd.socket")
        well_again(box, "gpsd-reachable")
    with stage.step("without the udev rules ModemManager would speak to instruments: it warns"):
        box.sh("mv /usr/lib/udev/rules.d/70-barograph.rules /root/")
        fault(box, "udev-rules")
        box.sh("mv /root/70-barograph.rules /usr/lib/udev/rules.d/")
        well_again(box, "udev-rules")
    with stage.step("a recorder that does not run is found, and its remedy helps"):
        box.sh("systemctl stop barographd")
        fix = fault(box, "recorder-running")
        demand("systemctl start barographd" in fix, fix)
        box.sh("systemctl start barographd")
        well_again(box, "recorder-running")
    with stage.step("the bundle holds no position, and is refused to nobody but others"):
        box.sh("rm -f /root/report.tar.gz")
        box.barograph("doctor --bundle /root/report.tar.gz", check=False)
        names = box.sh("tar tzf /root/report.tar.gz; stat -c %a /root/report.tar.gz")
        demand("MANIFEST.txt" in names and names.strip().endswith("600"), names)
        told = box.sh("tar xzOf /root/report.tar.gz")
        demand(f"{armed['fix']['latitude_deg']:.3f}" not in told, "the position is in it")
    sending.stop()
    box.pull_gadget("receiver")


def examine(box):
    """The exit code and the checks."""
    code, text = box.run("barograph doctor --json")
    return code, json.loads(text)["checks"]


def found(checks, *words):
    """What is wrong, as it tells it."""
    return [f"{check['id']}: {check['message']}" for check in checks if check["status"] in words]


def fault(box, name):
    """The remedy of a check that must be wrong."""
    code, checks = examine(box)
    wrong = [check for check in checks
             if check["id"] == name and check["status"] in ("warning", "failure")]
    demand(code and wrong, f"{code}, {name} is not among {found(checks, 'warning', 'failure')}")
    return wrong[0]["fix"]


def well_again(box, name):
    """A check must be good, after a while."""
    def is_good(told):
        return all(check["status"] == "ok" for check in told["checks"] if check["id"] == name)
    box.wait_until(is_good, f"{name} is still wrong", "doctor")
