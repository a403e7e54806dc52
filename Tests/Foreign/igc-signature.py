#!/usr/bin/env python3
"""Checks the G records of an IGC file as docs/formats.md describes them, with none of our code.

usage: igc-signature.py FLIGHT.igc ...

Prints a line a file: `valid KEY LINKS`, `cut KEY LINKS`, `altered` or `unsigned`; exit 0 only if all
are valid.
"""

import base64
import hashlib
import re
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def decode(text):
    """32 bytes, or None if the unused bits are not zero."""
    value = base64.b64decode(text + b"=", validate=True)
    return value if base64.b64encode(value) == text + b"=" else None


def is_covered(line):
    if line[:1] == b"H":
        return line[1:2] not in (b"O", b"P")
    if line[:1] == b"L":
        return line[1:4] == b"XBG"
    return True


def check(data):
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    lines = [line.rstrip(b" \t\0\x1a") for line in re.split(rb"\r\n|\r|\n", data)]
    key, links, complete, link = None, 0, False, []
    ours = strange = False
    chain = hashlib.sha256(bytes(32))
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        if line[:1] != b"G":
            if is_covered(line):
                if complete or link:
                    return "altered"
                chain.update(line + b"\n")
            continue
        match = re.fullmatch(rb"GXBG1(K|S|T|[DE]\d{6})([A-Za-z0-9+/]{43})", line)
        value = match and decode(match[2])
        if not value:
            if number == len(lines):
                break  # No line end follows: the stump of a record at a cut.
            strange = True
            continue
        ours = True
        kind = match[1]
        if kind == b"K":
            if key:
                return "altered"
            key = value
            chain.update(line + b"\n")
        elif kind[:1] in b"DE":
            digest = chain.digest()
            if not key or link or complete or int(kind[1:]) != links + 1 or value != digest:
                return "altered"
            link = [line, digest, b""]
        elif kind == b"S":
            if not link or link[2]:
                return "altered"
            link[2] = value
        else:
            if not link or not link[2]:
                return "altered"
            try:
                Ed25519PublicKey.from_public_bytes(key).verify(link[2] + value, link[0])
            except InvalidSignature:
                return "altered"
            links += 1
            complete = link[0][5:6] == b"E"
            chain = hashlib.sha256(link[1])
            link = []
    if ours and strange:
        return "altered"
    if not key:
        return "unsigned"
    return f"{'valid' if complete else 'cut'} {key.hex()} {links}"


def main(paths):
    verdicts = []
    for path in paths:
        with open(path, "rb") as file:
            verdicts.append(check(file.read()))
        print(verdicts[-1])
    return 0 if all(verdict.startswith("valid") for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if len(sys.argv) > 1 else __doc__)
