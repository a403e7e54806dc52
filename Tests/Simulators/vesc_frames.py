"""Frames and number formats of the VESC's serial protocol, as firmware reads and writes them."""

import struct

LARGEST_PAYLOAD = 512


def crc16(data):
    """CRC-16/XMODEM: polynomial 0x1021, start 0, no reflection."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def frame(payload):
    """A payload of 1 byte or more between start, length, checksum and end."""
    if not 0 < len(payload) < 65536:
        raise ValueError("a frame holds 1 to 65535 bytes")
    head = bytes([2, len(payload)]) if len(payload) < 256 else b"\x03" + struct.pack(">H", len(payload))
    return head + payload + struct.pack(">H", crc16(payload)) + b"\x03"


class Deframer:
    """Finds the whole frames in bytes that arrive in any pieces; one byte is skipped at each error."""

    def __init__(self, largest=LARGEST_PAYLOAD):
        self.largest = largest
        self.held = bytearray()
        self.skipped = 0

    def feed(self, data):
        """The payloads that these bytes complete."""
        self.held += data
        payloads = []
        while self.held:
            taken = self._candidate()
            if taken is None:
                break
            size, payload = taken
            if payload is None:
                self.skipped += 1
            else:
                payloads.append(payload)
            del self.held[:size]
        return payloads

    def flush(self):
        """What was behind a candidate that never became whole: its first byte is given up."""
        if not self.held:
            return []
        self.skipped += 1
        del self.held[:1]
        return self.feed(b"")

    def _candidate(self):
        """(bytes to remove, payload or None), or None to wait for more."""
        head = {2: 2, 3: 3, 4: 4}.get(self.held[0])
        if head is None:
            return 1, None
        if len(self.held) < head:
            return None
        length = int.from_bytes(self.held[1:head], "big")
        least = {2: 1, 3: 255, 4: 65535}[self.held[0]]
        if not least <= length <= self.largest:
            return 1, None
        end = head + length
        if len(self.held) < end + 3:
            return None
        payload = bytes(self.held[head:end])
        if self.held[end + 2] != 3 or crc16(payload) != int.from_bytes(self.held[end : end + 2], "big"):
            return 1, None
        return end + 3, payload


def scaled(value, scale, bits):
    """A number times its scale, cut toward zero; 16-bit values wrap, larger ones stop at the limit."""
    number = int(value * scale)
    if bits == 16:
        return struct.pack(">H", number & 0xFFFF)
    limit = 2**31
    return struct.pack(">i", max(-limit, min(limit - 1, number)))


def f16(value, scale):
    return scaled(value, scale, 16)


def f32(value, scale):
    return scaled(value, scale, 32)


def f32_auto(value):
    return struct.pack(">f", value)


def u8(value):
    return bytes([int(value) & 0xFF])


def u16(value):
    return struct.pack(">H", int(value) & 0xFFFF)


def u32(value):
    return struct.pack(">I", int(value) & 0xFFFFFFFF)


def half(value):
    """Refloat's 16-bit float: no infinity, no NaN, exponent 31 is a number."""
    sign = 0x8000 if value < 0 else 0
    magnitude = min(abs(value), 131008.0)
    exponent = 1
    while exponent < 31 and magnitude >= 2.0 ** (exponent - 14):
        exponent += 1
    mantissa = round(magnitude * 2.0 ** (25 - exponent))
    if mantissa == 2048:
        exponent, mantissa = exponent + 1, 1024
    code = mantissa if mantissa < 1024 else (exponent << 10) + mantissa - 1024
    return struct.pack(">H", sign | min(code, 0x7FFF))
