"""One flight on a box whose power is cut again and again, and what must be true after each cut."""

import json
import shutil
import time

from box import Life, clock_ms
from cuts import GRACE_MS, Plan, lost_fixes, told_late

SETTING = "zoneStartR1M"
# Up to here a recording goes on after a cut, whatever else (docs/recording.md).
GOES_ON_MS = 300_000


class Flight:
    """Flies, cuts and looks; `play` returns a sentence for each loss."""

    def __init__(self, box, server):
        self.box, self.server = box, server
        self.faults = []
        self.last = None
        self.start_s = 30.0
        # The setting: what it was changed to last, and what was answered for.
        self.wanted = self.answered = 1000
        # Recordings that were stopped, with an answer that they are finished.
        self.finished = set()

    def play(self, cuts, seed):
        plan = Plan(cuts, seed)
        self.take_off()
        for number, kind in enumerate(plan.kinds, 1):
            life = self.live(plan, kind)
            self.judge(life, kind, number)
        # Of a box that has lost something it is known already.
        if not self.faults:
            self.land()
        return self.faults

    # Lives

    def take_off(self):
        """The first life: signs in, flies, and is switched off in order in mid-flight."""
        life = Life(self.box)
        life.begin(self.server)
        self.box.glider.launch(clock_ms() + 5000)
        life.wait_for("the take-off is seen", is_airborne)
        life.switch_off()
        self.last = self.box.look("look-0")

    def live(self, plan, kind):
        """A life that ends with a cut."""
        life = Life(self.box)
        if kind == "start":
            time.sleep(plan.seconds(kind, self.start_s))
        else:
            life.machine.await_agent()
            life.wait_for("it records again", is_recording)
            self.start_s = (clock_ms() - life.began_ms) / 1000
            until = time.monotonic() + plan.seconds(kind, self.start_s, life.answer_s)
            {"change": self.change, "end": self.end}.get(kind, lambda *_: None)(life, until)
            life.watch(until)
        life.cut()
        return life

    def change(self, life, until):
        """Changes a setting and the declaration, and starts the service anew."""
        self.wanted += 1
        setting = life.machine.begin(f"barograph settings set {SETTING} {self.wanted}")
        life.machine.begin(
            f"printf '[declaration]\\npilot = Pilot {self.wanted}\\n' "
            ">/etc/barograph/barograph.conf.d/pilot.conf; systemctl restart barographd")
        if life.answer(setting, until)[0] == 0:
            self.answered = self.wanted
            life.deaf_ms = clock_ms()

    def end(self, life, until):
        """Stops the recording."""
        code, text = life.answer(life.machine.begin("barograph record stop --json"), until)
        if code == 0 and '"finished"' in text:
            self.finished.add(json.loads(text)["recording_id"])

    # Judgement

    def judge(self, life, kind, number):
        """Looks at the disk and compares it with what is known to have been there."""
        look = self.box.look(f"look-{number}")
        look.check_files()
        new = sorted(set(look.fixes) - set(self.last.fixes))
        allowed = GRACE_MS + life.sync_ms + told_late(life.witness.told, life.cut_ms - 5000)
        found = [*look.faults, *self.losses(life, look, new, allowed), *self.breaks(look, new)]
        newest = life.witness.told.get(new[-1]) if new else None
        print(f"cut {number:2} {kind:6} {(life.cut_ms - life.began_ms) / 1000:6.1f} s after "
              f"power-on: {len(new):3} new fixes"
              + (f", the newest came {life.cut_ms - newest} ms before" if newest else "")
              + f", {allowed} ms allowed, {len(look.files)} files"
              + (f", {len(found)} FAULTS" if found else ""), flush=True)
        self.faults += [f"cut {number} ({kind}): {fault}" for fault in found]
        self.last = look
        if not found:
            shutil.rmtree(look.state)

    def losses(self, life, look, new, allowed):
        """What is not there and should be."""
        # What comes while the service starts anew has nobody to receive it.
        told = {at: when for at, when in life.witness.told.items() if when < life.deaf_ms}
        lost = lost_fixes(told, look.fixes, new[0] if new else None, life.cut_ms, allowed)
        if lost:
            yield (f"{len(lost)} fixes are lost that came up to {life.cut_ms - told[lost[0]]} ms "
                   f"before the cut, {allowed} ms are allowed")
        gone = [at for at, recording in self.last.fixes.items() if at not in look.fixes
                and look.recordings.get(recording, ("", ""))[1] != "discarded"]
        if gone:
            yield f"{len(gone)} fixes are gone that were there before"
        stored = life.status.get("counters", {}).get("fixes_stored", 0)
        if len(new) < stored:
            yield f"the box said that {stored} fixes are stored; {len(new)} are"
        if self.answered > int(look.settings.get(SETTING, 1000)):
            yield f"the setting {self.answered} is gone"
        if not self.last.pilot <= look.pilot <= self.wanted:
            yield f"the kept configuration has pilot {look.pilot} after {self.last.pilot}"

    def breaks(self, look, new):
        """Recordings that did not go on, or are not finished although the box said so."""
        ended = {key for key, (_, reason, file) in look.recordings.items() if reason and file}
        if self.finished - ended:
            yield f"recordings {self.finished - ended} were finished, and are not"
        running = [key for key, row in self.last.recordings.items() if not row[1]]
        if running and new and new[0] - max(self.last.fixes) < GOES_ON_MS:
            if look.fixes[new[0]] != running[-1]:
                yield f"recording {running[-1]} did not go on"

    def land(self):
        """The last life: everything is finished, and the server gets what it lacks."""
        life = Life(self.box)
        life.machine.await_agent()
        life.wait_for("it records again", is_recording)
        life.machine.sh("barograph record stop")
        verdict = life.finish()
        life.switch_off()
        look = self.box.look("look-last")
        look.check_files()
        self.faults += [f"at the end: {fault}" for fault in look.faults]
        if look.unwritten():
            self.faults.append(f"recordings without a file: {look.unwritten()}")
        if not verdict.get("server_equals_store"):
            self.faults.append(f"the server does not hold what the box holds: {verdict}")
        print(f"{len(look.fixes)} fixes, {len(look.files)} files, server equals store: "
              f"{verdict.get('server_equals_store')}", flush=True)


def is_recording(status):
    """Whether fixes come and are kept."""
    return status["recording"] is not None and status["counters"]["fixes_stored"] > 0


def is_airborne(status):
    """Whether a flight is recorded."""
    return (status["recording"] or {}).get("phase") == "airborne"
