"""A newer package is installed in mid-flight."""

import pathlib
import re
import subprocess
import tempfile

from sentences import Log, Sending
from stage import demand


def play(stage):
    box = stage.box()
    package = box.put(newer(stage.package, box.folder))
    log = Log("demo", day="150726")
    line = box.receiver()
    with stage.step("a flight is recorded"):
        take_off(box, line, log)
        sending = Sending(line, log.instants[220:], 1)
        before = box.wait_until(lambda told: told["recording"]["phase"] == "airborne"
                                and not told["storage"]["pending_fixes"], "no flight is recorded")
    with stage.step("apt install of a newer package"):
        box.sh(f"apt-get install -y {package}")
        demand(box.sh("dpkg-query -W -f '${Version}' barograph").endswith("+later"),
               "the package is not the newer one")
    with stage.step("the same recording goes on"):
        fixes = before["recording"]["fixes"]
        after = box.wait_until(lambda told: told["recording"]["phase"] == "airborne"
                               and told["recording"]["fixes"] > fixes + 20, "it does not go on")
        demand(after["recording"]["id"] == before["recording"]["id"], "it is another recording")
        demand(box.show("barographd", "NRestarts") == "0", "it had to be restarted")
    with stage.step("one file, and what is missing in it came while the service was exchanged"):
        sending.stop()
        stopped = box.end_flight()
        have = box.igc_seconds(stopped["igc_path"])
        gaps = [(one, other) for one, other in zip(have, have[1:]) if other - one > 1]
        demand(len(gaps) <= 1, f"there are holes: {gaps}")
        hole = gaps[0][1] - gaps[0][0] - 1 if gaps else 0
        away = exchange_seconds(box)
        print(f"        a hole of {hole} s; the service was away for {away:.1f} s", flush=True)
        # The fix on its way when it went, and the next one that gpsd tells of.
        demand(hole <= away + 3, "the hole is longer than the service was away")
        box.barograph(f"verify '{stopped['igc_path']}'")
    box.pull_gadget("receiver")


def exchange_seconds(box):
    """From the end of the older service to the moment when the newer one watched gpsd, in its own
    words."""
    text = box.sh("journalctl --no-pager -o short-unix -u barographd").splitlines()
    told = [(float(line.split()[0]), line) for line in text if line[:1].isdigit()]
    ends = [at for at, line in told if "stopping on signal" in line]
    begins = [at for at, line in told if "watching gpsd at" in line]
    # The last end is that of `end_flight`.
    return next(at for at in begins if at > ends[-2]) - ends[-2]


def take_off(box, line, log):
    """Sends as fast as the box takes it, up to the climb."""
    Sending(line, log.instants[:60], 10).join()
    box.wait_until(lambda told: told["state"] == "armed", "it is not armed")
    Sending(line, log.instants[60:220], 10).join()


def newer(package, folder):
    """The same package with a higher version."""
    with tempfile.TemporaryDirectory(dir=folder) as work:
        tree = pathlib.Path(work) / "tree"
        subprocess.run(["dpkg-deb", "-R", package, tree], check=True)
        control = tree / "DEBIAN/control"
        control.write_text(re.sub(r"(?m)^(Version: .*)$", r"\1+later", control.read_text()))
        path = folder / "barograph-later.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", tree, path],
                       check=True, stdout=subprocess.DEVNULL)
    return path
