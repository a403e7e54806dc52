"""The shipped unit: how exposed it is, and that systemd restarts a recorder that hangs."""

import re

from sentences import Log, Sending
from stage import demand

EXPOSURE = 1.3


def play(stage):
    box = stage.box()
    with stage.step(f"its exposure is at most {EXPOSURE}"):
        told = box.sh("systemd-analyze security --no-pager barographd.service")
        score = float(re.search(r"exposure level for barographd.service: ([\d.]+)", told).group(1))
        demand(score <= EXPOSURE, f"it is {score}")
    with stage.step("it has no right beyond an ordinary user's"):
        pid = box.show("barographd", "MainPID")
        rights = box.sh(f"grep -E 'CapEff|CapBnd|NoNewPrivs|Seccomp:' /proc/{pid}/status").split()
        demand(rights[1] == rights[3] == "0" * 16 and rights[5] == "1" and rights[7] == "2",
               " ".join(rights))
    line = box.receiver()
    log = Log("demo", day="200726")
    with stage.step("a flight is recorded"):
        Sending(line, log.instants[:60], 10).join()
        box.wait_until(lambda told: told["state"] == "armed", "it is not armed")
        Sending(line, log.instants[60:220], 10).join()
        before = box.wait_until(lambda told: told["recording"]["phase"] == "airborne",
                                "no flight is recorded")
    sending = Sending(line, log.instants[220:], 1)
    with stage.step("it hangs in flight; systemd's watchdog restarts it"):
        box.sh(f"kill -STOP {pid}")
        box.wait_for("test $(systemctl show barographd -p NRestarts --value) -gt 0",
                     "it was not restarted")
    with stage.step("the same recording goes on"):
        box.wait_until(lambda told: told["recording"]["id"] == before["recording"]["id"]
                       and told["recording"]["phase"] == "airborne", "it does not go on")
        sending.stop()
        box.end_flight()
    box.pull_gadget("receiver")
