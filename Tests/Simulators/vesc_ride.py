"""Rides that are known before they begin: what a board does at every instant, and the sums of it."""

import bisect
import math
import random

STEP = 0.02

# (seconds, speed in km/h at their end); speeds change evenly. `spin`: the wheel turns, the board stands.
PROFILES = {
    "standing": dict(legs=[(30, 0)]),
    "short": dict(
        legs=[(3, 0), (6, 24), (12, 24), (4, 10), (8, 30), (10, 30), (9, 0), (8, 0)], faults=[(20.0, 3, 0.5)]
    ),
    "block": dict(legs=[(2, 0), (5, 22), (8, 22), (3, 12), (5, 27), (6, 27), (6, 0), (3, 0)]),
    "commute": dict(
        legs=[(10, 0), (8, 25), (90, 25), (6, 8), (20, 12), (10, 35), (120, 35), (15, 0), (40, 0)]
        + [(8, 22), (100, 28), (5, 44), (60, 44), (30, 18), (45, 18), (13, 0), (20, 0)],
        faults=[(125.0, 9, 1.0), (460.0, 4, 0.5)],
    ),
    "power-cut": dict(
        legs=[(4, 0), (6, 20), (25, 20), (8, 0), (17, 0), (6, 26), (25, 26), (9, 0), (5, 0)], off=[(47.0, 6.0)]
    ),
    "restart": dict(legs=[(4, 0), (6, 20), (50, 20), (8, 0), (5, 0)], off=[(30.0, 1.0)]),
    "free-spin": dict(
        legs=[(4, 0), (6, 18), (20, 18), (6, 0), (5, 0), (2, 45), (5, 45), (3, 0), (5, 0)]
        + [(6, 21), (20, 21), (7, 0), (4, 0)],
        spin=[(40.0, 52.0)],
    ),
    "reverse": dict(legs=[(3, 0), (4, 12), (8, 12), (4, 0), (4, -9), (6, -9), (4, 0), (4, 0)]),
}


class Ride:
    """One profile, played by a board of `motors` equal motors with a battery of `cells` cells.

    Currents are those of all motors together. Everything depends on profile, seed and motors only."""

    poles, gear, wheel = 30, 1.0, 0.2794
    current_limit, regen_limit = 60.0, -35.0
    mass, resistance, flux = 95.0, 0.055, 0.084

    def __init__(self, profile, seed=1, motors=1, cells=20):
        plan = PROFILES[profile]
        self.profile, self.seed, self.motors, self.cells = profile, seed, motors, cells
        self.faults = [(at, at + lasting, code) for at, code, lasting in plan.get("faults", [])]
        self.off = [(at, at + lasting) for at, lasting in plan.get("off", [])]
        self.spin = plan.get("spin", [])
        self._draw(plan["legs"])
        self._integrate()

    def _draw(self, legs):
        noise = random.Random(f"{self.profile} {self.seed}")
        self._waves = [(noise.uniform(0.2, 1.4), noise.uniform(0, 2 * math.pi)) for _ in range(3)]
        self._knots, self._speeds = [0.0], [0.0]
        for seconds, kmh in legs:
            self._knots.append(self._knots[-1] + seconds)
            self._speeds.append(kmh / 3.6 * (1 if abs(kmh) < 1 else noise.uniform(0.97, 1.03)))
        for index in range(1, len(legs) + 1):
            if legs[index - 1][1] == (legs[index - 2][1] if index > 1 else 0):
                self._speeds[index] = self._speeds[index - 1]
        self.duration = self._knots[-1]

    def speed(self, t):
        """m/s of the wheel's rim."""
        if t >= self.duration:
            return 0.0
        i = max(0, bisect.bisect_right(self._knots, t) - 1)
        part = (t - self._knots[i]) / (self._knots[i + 1] - self._knots[i])
        return self._speeds[i] + part * (self._speeds[i + 1] - self._speeds[i])

    def _motor_current(self, t):
        speed = self.speed(t)
        if speed == 0 and self.speed(t + STEP) == 0:
            return 0.0
        acceleration = (self.speed(t + STEP) - self.speed(t - STEP if t >= STEP else 0)) / (2 * STEP)
        mass = 6.0 if self.is_spinning(t) else self.mass
        force = mass * acceleration + math.copysign(11 + 0.28 * speed * speed, speed)
        ripple = sum(math.sin(rate * t + phase) for rate, phase in self._waves)
        return max(self.regen_limit, min(self.current_limit, force * 0.2 + ripple))

    def _integrate(self):
        """Values at each step, and the integrals of power, current and way up to it."""
        self._rows = []
        sums = dict(distance=0.0, signed=0.0, ground=0.0, wh=0.0, wh_in=0.0, ah=0.0, ah_in=0.0)
        last = None
        fet, motor = 24.0, 23.0
        for step in range(int(round(self.duration / STEP)) + 1):
            t = step * STEP
            speed, current = self.speed(t), self._motor_current(t)
            ocv = self.cells * (4.12 - 0.0004 * (sums["wh"] - sums["wh_in"]))
            duty = (speed / 3.6 * 0.19 * 20 / self.cells + current * 0.0006) if current or speed else 0.0
            duty = max(-0.95, min(0.95, duty))
            amperes = current * duty * 1.04 + 0.12
            volts = ocv - self.resistance * amperes
            if last is not None and self.is_on(t) and self.is_on(t - STEP):
                self._add(sums, last, (speed, amperes, volts, self.is_spinning(t)))
            fet += (24 + 0.02 * current * current - fet) * STEP / 90
            motor += (23 + 0.03 * current * current - motor) * STEP / 150
            last = (speed, amperes, volts, self.is_spinning(t))
            self._rows.append(dict(sums, speed=speed, current=current, duty=duty, amperes=amperes, volts=volts, fet=fet, motor=motor))

    @staticmethod
    def _add(sums, before, now):
        mean = [(before[i] + now[i]) / 2 for i in range(2)]
        power = (before[1] * before[2] + now[1] * now[2]) / 2
        sums["signed"] += mean[0] * STEP
        sums["distance"] += abs(mean[0]) * STEP
        if not now[3]:
            sums["ground"] += abs(mean[0]) * STEP
        sums["wh" if power >= 0 else "wh_in"] += abs(power) * STEP / 3600
        sums["ah" if mean[1] >= 0 else "ah_in"] += abs(mean[1]) * STEP / 3600

    def is_on(self, t):
        """Whether the board has power."""
        return not any(begin <= t < end for begin, end in self.off)

    def is_spinning(self, t):
        return any(begin <= t < end for begin, end in self.spin)

    def fault(self, t):
        return next((code for begin, end, code in self.faults if begin <= t < end), 0)

    def powered_at(self, t):
        """When the power came on last, seconds."""
        return max([end for _, end in self.off if end <= t], default=0.0)

    def total(self, t):
        """Values and integrals at an instant; between two steps those of the earlier one and a part of the way."""
        place = max(0.0, min(t, self.duration)) / STEP
        index = min(int(place), len(self._rows) - 1)
        before, after = self._rows[index], self._rows[min(index + 1, len(self._rows) - 1)]
        part = place - index
        return {key: before[key] + part * (after[key] - before[key]) for key in before}

    def at(self, t):
        """What the board's counters and sensors say: `total` with counters since the last power-on."""
        now, start = self.total(t), self.total(self.powered_at(t))
        now["odometer"] = now["distance"]
        for key in ("distance", "signed", "wh", "wh_in", "ah", "ah_in"):
            now[key] -= start[key]
        now.update(time=t, uptime=max(0.0, t) - self.powered_at(t), fault=self.fault(t))
        now["erpm"] = now["speed"] / (math.pi * self.wheel) * 60 * self.gear * (self.poles / 2)
        per_metre = 3 * self.poles * self.gear / (math.pi * self.wheel)
        now["tacho"], now["tacho_abs"] = now["signed"] * per_metre, now["distance"] * per_metre
        now["level"] = max(0.0, 0.9 - (now["wh"] - now["wh_in"]) / 900)
        return now

    def truth(self):
        """The sums and extremes of the whole ride while the power was on, in SI units, Wh and Ah."""
        on = [(i * STEP, row) for i, row in enumerate(self._rows) if self.is_on(i * STEP)]
        grip = [row for t, row in on if not self.is_spinning(t)]
        end = self._rows[-1]
        return {
            "profile": self.profile, "seed": self.seed, "motors": self.motors, "durationS": self.duration,
            "distanceM": end["distance"], "positionDistanceM": end["ground"],
            "wattHoursDrawn": end["wh"], "wattHoursRegained": end["wh_in"],
            "ampHoursDrawn": end["ah"], "ampHoursRegained": end["ah_in"],
            "maxima": self._maxima([row for _, row in on]), "maximaOutsideFreeSpin": self._maxima(grip),
            "minVoltageV": min(row["volts"] for _, row in on),
            "movingS": STEP * sum(abs(row["speed"]) >= 3.0 / 3.6 for _, row in on),
            "faults": [dict(atS=begin, untilS=stop, code=code) for begin, stop, code in self.faults],
            "powerOff": [dict(atS=begin, untilS=stop) for begin, stop in self.off],
            "freeSpin": [dict(atS=begin, untilS=stop) for begin, stop in self.spin],
            "course": self.course(),
            "wheel": dict(poles=self.poles, gear=self.gear, diameterM=self.wheel),
        }

    def course(self, every=0.1):
        """Seconds, metres, Wh drawn and Wh regained at each tenth of a second: what a part of the ride adds up to."""
        steps = range(0, len(self._rows), round(every / STEP))
        keys = ("distance", "wh", "wh_in")
        return [[round(i * STEP, 3), *(round(self._rows[i][key], 6) for key in keys)] for i in steps]

    @staticmethod
    def _maxima(rows):
        def largest(key):
            return max(abs(row[key]) for row in rows)

        return {
            "speedMps": largest("speed"), "duty": largest("duty"), "motorCurrentA": largest("current"),
            "inputCurrentA": largest("amperes"), "mosfetC": largest("fet"), "motorC": largest("motor"),
        }
