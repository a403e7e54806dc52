#!/usr/bin/env python3
"""Makes the archives of this folder with Python's zipfile; each time the same bytes."""

import gzip
import pathlib
import zipfile

HERE = pathlib.Path(__file__).parent
WHEN = (2026, 7, 14, 12, 0, 0)


def info(name, mode=0o100644, system=3):
    entry = zipfile.ZipInfo(name, WHEN)
    entry.external_attr = mode << 16
    entry.create_system = system
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def write(name, entries):
    with zipfile.ZipFile(HERE / name, "w") as archive:
        for entry, content in entries:
            archive.writestr(entry, content)
    return bytearray((HERE / name).read_bytes())


def main():
    two = [(info("manifest.json"), b'{"format": "x"}\n'), (info("db.sqlite"), b"0123456789" * 20_000)]
    good = write("good.zip", two)
    write("names.zip", [
        (info("../../etc/evil"), b"up"), (info("/etc/evil"), b"absolute"), (info("a\x01b\x7f"), b"control"),
        (info("link", 0o120777), b"/etc/passwd"), (info("folder/", 0o040755), b""),
        (info("x" * 400), b"long"), (info("end"), b"end"),
    ])  # fmt: skip
    three = write("one-broken.zip", [
        (info("first"), b"first"), (info("broken"), b"0123456789" * 20_000), (info("last"), b"last"),
    ])  # fmt: skip
    three[three.index(b"broken") + 100] ^= 0x10
    (HERE / "one-broken.zip").write_bytes(three)
    (HERE / "text.gz").write_bytes(gzip.compress(b"one line\n" * 1000, mtime=0))
    (HERE / "bomb.gz").write_bytes(gzip.compress(bytes(12 << 20), mtime=0))
    write("many.zip", [(info(f"{number}"), b"") for number in range(70)])
    write("bomb.zip", [(info("zeros"), bytes(12 << 20))])
    write("empty.zip", [])
    (HERE / "cut.zip").write_bytes(good[: len(good) // 2])
    wrong = bytearray(good)
    wrong[wrong.index(b"db.sqlite") + 100] ^= 0x10
    (HERE / "wrong-content.zip").write_bytes(wrong)
    locked = bytearray(write("locked.zip", [(info("secret"), b"secret content")]))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(signature) + flags] |= 1
    (HERE / "locked.zip").write_bytes(locked)


if __name__ == "__main__":
    main()
