"""The boxes that a flight is played on: `--box NAME`."""


def always(glider, _):
    """A receiver that has a fix as soon as it has power."""
    return glider.sentences


def late(seconds):
    """A receiver that needs its time for the first fix."""
    def tell(glider, began_ms):
        first = began_ms + seconds * 1000
        return lambda at: glider.sentences(at) if at >= first else glider.silence(at)
    return tell


USUAL = {
    "memory": 768, "processors": 2, "rate": 1, "clock": "utc", "words": [], "tell": always,
    "prepare": "true",
}

BOXES = {
    "usual": {},
    # A Zero 2 W with nothing to spare.
    "small": {"memory": 512, "processors": 1},
    "fast": {"rate": 10},
    # Nothing is written but the data volume and what lies in memory.
    "read-only": {"words": ["ro"], "prepare": "read-only"},
    "no-clock": {"clock": "1970-01-02T00:00:00"},
    "old-clock": {"clock": "2016-06-01T00:00:00"},
    # A minute of the time alone, then the sky.
    "late-fix": {"tell": late(60)},
    # With the VESC of `strain`, which is silent until it is asked.
    "everything": {"rate": 10, "prepare": "printf '[instrument]\\naddress = /dev/ttyUSB2\\n"
                   "driver = vesc\\n' >/etc/barograph/barograph.conf.d/vesc.conf; systemctl restart barographd"},
}


def box(name):
    """The settings of a box; KeyError names one that is not known."""
    return USUAL | BOXES[name]
