"""The plan of the cuts, and what each may cost."""

import random

# A second, by which what came in is on its way to the disk.
GRACE_MS = 1000
# How close a cut comes to a change or an end.
CLOSE_S = 2.0


class Plan:
    """When the power goes, told by a seed: `kind` and the seconds after what the kind begins with."""

    def __init__(self, cuts, seed):
        self._random = random.Random(seed)
        self.kinds = [("aloft", "change", "end", "start")[index % 4] for index in range(cuts)]
        self._random.shuffle(self.kinds)

    def seconds(self, kind, start_s, answer_s=0.0):
        """Seconds until the cut; `start_s` is how long the box takes to record, `answer_s` how long
        to do what a command asks for."""
        longest = {"aloft": 20.0, "start": start_s * 1.2}.get(kind, CLOSE_S + answer_s)
        return self._random.uniform(0.0, longest)


def lost_fixes(told, stored, first_ms, cut_ms, allowed_ms):
    """Times of fixes that should be on the disk and are not.

    told: fix to when gpsd told of it; stored: what is on the disk; first_ms: the first that was
    stored in this life; allowed_ms: how much before the cut a fix may be lost."""
    if first_ms is None:
        return []
    return sorted(at for at, when in told.items()
                  if at >= first_ms and when <= cut_ms - allowed_ms and at not in stored)


def told_late(told, since_ms):
    """By how much gpsd's word came late, of fixes told since a moment: a busy machine is late with
    everything."""
    return max((when - at for at, when in told.items() if when >= since_ms), default=0)
