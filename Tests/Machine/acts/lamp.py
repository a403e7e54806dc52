"""A lamp of the kernel's tells the recorder's state, driven by the unit of the package."""

import time

from sentences import Log, Sending
from stage import demand

FOLDER = "/run/lamp"


def play(stage):
    box = stage.box()
    with stage.step("a lamp of the kernel's is there"):
        box.sh(f"modprobe uinput; systemd-run -q --unit=lamp /mnt/lamp {FOLDER}")
        name = box.wait_for(f"cat {FOLDER}/name", "there is no lamp").strip()
    before = look(box, name)
    with stage.step("its service starts, and it tells that no receiver speaks: three flashes"):
        box.sh(f"systemctl enable --now barograph-lamp@{name}")
        watch(box, "no receiver", lambda on, off: on < 0.5 and count(off) == 3)
    line = box.receiver()
    log = Log("demo", day="220726")
    with stage.step("armed it flashes once, recording it is on with short gaps"):
        Sending(line, log.instants[:60], 10).join()
        sending = Sending(line, log.instants[60:], 1)
        watch(box, "armed", lambda on, off: on < 0.5 and count(off) == 1)
        box.barograph("record start")
        watch(box, "recording", lambda on, off: on > 1 and max(off) < 1)
    with stage.step("a recorder that does not run is a fault: fast blinking"):
        box.sh("systemctl stop barographd")
        watch(box, "a fault", lambda on, off: on < 0.5 and max(off) < 0.5)
        box.sh("systemctl start barographd")
        watch(box, "recording again", lambda on, off: on > 1 and max(off) < 1)
    with stage.step("when the service ends, lamp and trigger are as they were"):
        sending.stop()
        box.end_flight()
        box.sh(f"systemctl disable --now barograph-lamp@{name}")
        demand(look(box, name) == before, f"{look(box, name)} instead of {before}")
    box.pull_gadget("receiver")
    box.sh("systemctl stop lamp")


def look(box, name):
    """Brightness and trigger."""
    return box.sh(f"cd '/sys/class/leds/{name}'; cat brightness; grep -o '\\[.*\\]' trigger")


def count(off):
    """Flashes between two long pauses: one pause is long, the others are short."""
    long = [index for index, length in enumerate(off) if length > 0.9]
    return long[1] - long[0] if len(long) > 1 else 0


def watch(box, what, fits, patience=120):
    """Until the lamp's last ten seconds look as they must: `fits` gets how long it was on, s, in the
    middle of all, and the lengths of the pauses."""
    deadline = time.monotonic() + patience
    while True:
        time.sleep(10)
        lines = box.sh(f"tail -n 40 {FOLDER}/changes").split("\n")[:-1]
        changes = [(float(line.split()[0]), line.endswith("1")) for line in lines]
        now = float(box.sh("cut -d' ' -f1 /proc/uptime"))
        steps = [(after - at, lit) for (at, lit), (after, _) in zip(changes, changes[1:])
                 if at > now - 10]
        on = sorted(length for length, lit in steps if lit)
        off = [length for length, lit in steps if not lit]
        if on and off and fits(on[len(on) // 2], off):
            return
        demand(time.monotonic() < deadline, f"it does not tell of {what}: on {on}, off {off}")
