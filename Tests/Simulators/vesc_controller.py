"""What a VESC of firmware 6 with the Refloat package answers; it knows no port and no clock."""

import math
import struct

from vesc_frames import f16, f32, f32_auto, half, u8, u16, u32

FW_VERSION, GET_VALUES, FORWARD_CAN, CUSTOM_APP_DATA = 0, 4, 34, 36
SETUP, SELECTIVE, SETUP_SELECTIVE, PING_CAN = 47, 50, 51, 62
IMU, MCCONF_TEMP, BMS, STATS = 65, 91, 96, 128

# They move a motor, change settings, start a boot loader or write flash.
FORBIDDEN = (
    {1, 2, 3, 13, 16, 20, 35, 48, 49, 63, 64, 85, 86, 87, 88, 89, 90, 95, 110, 142, 143, 144, 156, 159}
    | set(range(5, 13)) | {19} | set(range(22, 30)) | set(range(57, 62))
)
REFLOAT = 101
REFLOAT_READING = {0, 1, 10, 31, 32, 33, 35, 41}
FAULT_NAMES = {3: "DRV", 4: "ABS_OVER_CURRENT", 5: "OVER_TEMP_FET", 9: "MCU_UNDER_VOLTAGE"}


class Forbidden(Exception):
    """A request that no recorder may ever send."""


class Board:
    """The controllers of one board: `ids[0]` is on the line, the others on its CAN bus."""

    def __init__(self, ride, firmware=(6, 5), ids=(7, 98), uuid=bytes(range(0x10, 0x1C)), bms=False, refloat=True):
        self.ride, self.firmware, self.uuid = ride, firmware, uuid
        self.ids = ids[: ride.motors]
        self.bms, self.refloat = bms, refloat
        # Highest less lowest cell in mV, and until when; a balanced pack's from there on.
        self.cell_spread = (16, math.inf)

    def answer(self, payload, t, unit=0):
        """The reply to one request at a time of the ride, or None where a VESC stays silent."""
        command, rest = payload[0], payload[1:]
        if command == FORWARD_CAN:
            if len(rest) < 2 or rest[0] not in self.ids[1:] or rest[1] == FORWARD_CAN:
                self._refuse(rest[1:])
                return None
            return self.answer(rest[1:], t, self.ids.index(rest[0]))
        self._refuse(payload)
        reader = self._READERS.get(command)
        body = reader(self, rest, self.ride.at(t), unit) if reader else None
        return None if body is None else bytes([command]) + body

    def _refuse(self, payload):
        if not payload:
            return
        if payload[0] in FORBIDDEN:
            raise Forbidden(f"command {payload[0]} ({payload.hex()}) moves a motor or writes settings or flash")
        if payload[:2] == bytes([CUSTOM_APP_DATA, REFLOAT]) and payload[2:3] and payload[2] not in REFLOAT_READING:
            raise Forbidden(f"Refloat command {payload[2]} ({payload.hex()}) writes")

    def _share(self, unit):
        """The part of the currents and counters that one controller has."""
        return 1.0 if len(self.ids) == 1 else (0.55, 0.45)[unit]

    def _firmware(self, rest, now, unit):
        head = bytes(self.firmware)
        if self.firmware[0] < 3:
            return head
        uuid = self.uuid[:-1] + u8(self.uuid[-1] + unit)
        tail = bytes([0, 0, 0, 1 if self.refloat else 0, 1, 0, 0, 0]) + b"simulated\0" + u32(0xCAFEF00D)
        return head + b"Sim_HW_1\0" + uuid + tail

    def _values(self, rest, now, unit):
        if self.firmware[0] < 3:
            return self._old_values(now)
        return b"".join(self._value_fields(now, unit))

    def _old_values(self, now):
        """The order of firmware 2: seven temperatures first."""
        return (
            f16(now["fet"], 10) * 6 + f16(now["motor"], 10) + f32(now["current"], 100) + f32(now["amperes"], 100)
            + f16(now["duty"], 1000) + f32(now["erpm"], 1) + f16(now["volts"], 10)
            + b"".join(f32(now[key], 1e4) for key in ("ah", "ah_in", "wh", "wh_in"))
            + f32(now["tacho"], 1) + f32(now["tacho_abs"], 1) + u8(now["fault"])
        )

    def _value_fields(self, now, unit):
        part = self._share(unit)
        current, duty = now["current"] * part, now["duty"]
        fet = f16(now["fet"], 10)
        return [
            fet, f16(now["motor"], 10), f32(current, 100), f32(now["amperes"] * part, 100), f32(0, 100),
            f32(current, 100), f16(duty, 1000), f32(now["erpm"], 1), f16(now["volts"], 10),
            f32(now["ah"] * part, 1e4), f32(now["ah_in"] * part, 1e4), f32(now["wh"] * part, 1e4),
            f32(now["wh_in"] * part, 1e4), f32(now["tacho"], 1), f32(now["tacho_abs"], 1),
            u8(now["fault"] if unit == 0 else 0), f32(0, 1e6), u8(self.ids[unit]), fet * 3,
            f32(0, 1e3), f32(duty * now["volts"], 1e3), u8(0),
        ]

    def _setup(self, rest, now, unit):
        return b"".join(self._setup_fields(now, unit))

    def _setup_fields(self, now, unit):
        return [
            f16(now["fet"], 10), f16(now["motor"], 10), f32(now["current"], 100), f32(now["amperes"], 100),
            f16(now["duty"], 1000), f32(now["erpm"], 1), f32(now["speed"], 1e3), f16(now["volts"], 10),
            f16(now["level"], 1e3), f32(now["ah"], 1e4), f32(now["ah_in"], 1e4), f32(now["wh"], 1e4),
            f32(now["wh_in"], 1e4), f32(now["signed"], 1e3), f32(now["distance"], 1e3), f32(0, 1e6),
            u8(now["fault"] if unit == 0 else 0), u8(self.ids[unit]), u8(len(self.ids)),
            f32(now["level"] * 900, 1e3), u32(4_123_000 + now["odometer"]), u32(now["uptime"] * 1000),
        ]

    def _chosen(fields):
        """A reader of `fields` that a 32-bit mask chooses and the reply repeats."""

        def read(self, rest, now, unit):
            if len(rest) < 4:
                return None
            mask = int.from_bytes(rest[:4], "big")
            return rest[:4] + b"".join(field for bit, field in enumerate(fields(self, now, unit)) if mask >> bit & 1)

        return read

    def _ping(self, rest, now, unit):
        return bytes(self.ids[1:])

    def _imu(self, rest, now, unit):
        if len(rest) < 2:
            return None
        mask = int.from_bytes(rest[:2], "big")
        pitch, roll = self._pitch(now), 0.02 * math.sin(now["uptime"])
        values = [roll, math.radians(pitch), 0.1, 0.01, -0.02, 0.98, 0, 0, 0, 20, -15, 40]
        values += [math.cos(roll / 2), math.sin(roll / 2), 0, 0]
        chosen = b"".join(f32_auto(value) for bit, value in enumerate(values) if mask >> bit & 1)
        return rest[:2] + chosen + u8(self.ids[unit])

    def _mcconf(self, rest, now, unit):
        limits = [1, 1, -100000, 100000, 0.005, 0.95, -15000, 15000, self.ride.regen_limit, 80]
        ride = self.ride
        return b"".join(map(f32_auto, limits)) + u8(ride.poles) + f32_auto(ride.gear) + f32_auto(ride.wheel)

    def _bms(self, rest, now, unit):
        if not self.bms:
            return None
        count, cell = self.ride.cells, now["volts"] / self.ride.cells
        spread, until = self.cell_spread
        step = (spread if now["time"] < until else 16) / 4000
        cells = b"".join(f16(cell + step * ((i * 7) % 5 - 2), 1e3) for i in range(count))
        return (
            f32(now["volts"], 1e6) + f32(0, 1e6) + f32(now["amperes"], 1e6) * 2 + f32(now["ah"], 1e3)
            + f32(now["wh"], 1e3) + u8(count) + cells + bytes(count) + u8(2) + f16(25, 100) + f16(26.5, 100)
            + f16(31, 100) + f16(26, 100) + f16(45, 100) + f16(26.5, 100) + f16(now["level"], 1e3) + f16(0.99, 1e3)
            + u8(10)
        )

    def _stats(self, rest, now, unit):
        if len(rest) < 2:
            return None
        mask = int.from_bytes(rest[:2], "big")
        seconds = max(now["uptime"], 0.001)
        values = [now["distance"] / seconds, now["speed"], now["wh"] * 3600 / seconds, now["volts"] * now["amperes"]]
        values += [now["current"]] * 2 + [now["fet"]] * 2 + [now["motor"]] * 2 + [seconds]
        return u32(mask) + b"".join(f32_auto(value) for bit, value in enumerate(values) if mask >> bit & 1)

    def _package(self, rest, now, unit):
        if not self.refloat or len(rest) < 2 or rest[0] != REFLOAT:
            return None
        reader = {0: self._info, 10: self._all_data, 33: self._realtime, 35: self._alerts}.get(rest[1])
        body = reader(rest[2:], now) if reader else None
        return None if body is None else rest[:2] + body

    def _info(self, rest, now):
        if rest[:1] != b"\x02":
            return bytes([13, 1, 0])
        name = b"Refloat".ljust(20, b"\0")
        return b"\x02\0" + name + bytes([1, 3, 0]) + bytes(20) + u32(0x89AB01CD) + u32(10000) + u32(5) + b"\0"

    @staticmethod
    def _pitch(now):
        return -0.3 * now["speed"] if now["speed"] else 0.0

    @staticmethod
    def _state(now):
        """1 is riding, 6 is stopped by the footpads."""
        return 1 if now["speed"] else 6

    def _all_data(self, rest, now):
        if not rest:
            return None
        if now["fault"]:
            return bytes([69, now["fault"]])
        mode, pitch = rest[0], self._pitch(now)
        riding = self._state(now) == 1
        pads = 3.0 if riding else 0.1

        def centred(value, scale=5):
            return u8(128 + value * scale)

        body = (
            u8(mode) + f16(now["current"], 10) + f16(pitch, 10) + f16(0, 10) + u8(self._state(now)) + u8(2 if riding else 0)
            + u8(pads * 50) * 2 + centred(0) * 6 + f16(pitch, 10) + u8(128) + f16(now["volts"], 10)
            + f16(now["erpm"], 1) + f16(now["speed"], 10) + f16(now["current"], 10) + f16(now["amperes"], 10)
            + centred(now["duty"], 100) + u8(222)
        )
        if mode >= 2:
            body += f32_auto(now["distance"]) + u8(now["fet"] * 2) + u8(now["motor"] * 2) + u8(0)
        if mode >= 3:
            body += u32(4_123_000 + now["odometer"]) + f16(now["ah"], 10) + f16(now["ah_in"], 10)
            body += f16(now["wh"], 1) + f16(now["wh_in"], 1) + u8(now["level"] * 200)
        if mode >= 4:
            body += f16(0, 10) * 2
        return body

    def _realtime(self, rest, now):
        if len(rest) < 9:
            return None
        control = rest[0]
        masks = [int.from_bytes(rest[1:5], "big"), int.from_bytes(rest[5:9], "big")]
        number = f32_auto if control & 1 else half
        ticks = u32(now["uptime"] * 10000)
        fields = self._realtime_fields(now, number, ticks)
        chosen = b"".join(
            field for mask, row in zip(masks, fields) for bit, field in sorted(row.items()) if mask >> bit & 1
        )
        return rest[:9] + ticks + chosen

    def _realtime_fields(self, now, number, ticks):
        pitch, riding = self._pitch(now), self._state(now) == 1
        pads = 3.0 if riding else 0.1
        flags = u8(0x13 if riding else 0x12) + u8(0xC0 if riding else 0) + u8(0) * 2
        first = [now["speed"] * 3.6, now["erpm"], now["current"], now["current"], now["current"], now["duty"]]
        first += [now["volts"], now["amperes"], now["level"], now["fet"], now["motor"], pitch, pitch, 0, pads, pads]
        first += [0] * 7 + [now["current"], 832]
        second = [now["distance"], 0, 0, now["ah"], now["ah_in"], now["wh"], now["wh_in"], 0]
        one = {0: u8(0), 1: flags} | {6 + index: number(value) for index, value in enumerate(first)}
        two = {0: u32(4_123_000 + now["odometer"])} | {1 + i: number(value) for i, value in enumerate(second)}
        two |= {9: struct.pack(">d", 0), 10: struct.pack(">d", 0)} | {bit: number(0) for bit in (11, 12, 13)} | {14: ticks}
        return one, two

    def _alerts(self, rest, now):
        code = now["fault"]
        name = FAULT_NAMES.get(code, f"FAULT_{code}").encode() if code else b""
        text = u8(len(name)) + name
        log = u8(1) + u32(now["uptime"] * 10000) + bytes([1, 1, code]) + text if code else u8(0)
        return u32(1 if code else 0) + u32(0) + u8(code) + text + log

    _READERS = {
        FW_VERSION: _firmware, GET_VALUES: _values, CUSTOM_APP_DATA: _package, SETUP: _setup,
        SELECTIVE: _chosen(_value_fields), SETUP_SELECTIVE: _chosen(_setup_fields), PING_CAN: _ping,
        IMU: _imu, MCCONF_TEMP: _mcconf, BMS: _bms, STATS: _stats,
    }
