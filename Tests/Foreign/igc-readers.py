#!/usr/bin/env python3
"""Reads IGC files with readers of other people and compares them with what must be in them.

usage: igc-readers.py [--form-only] FLIGHT.igc EXPECTED.csv [FLIGHT.igc EXPECTED.csv ...]

With --form-only the files may tell of what nothing flies: libigc, which doubts that, is not asked.

EXPECTED.csv has a header line and one line a fix, in order:
time_s (UTC seconds since 1970, may have decimals), latitude, longitude (degrees), pressure_m
(empty in all lines if the recorder has no sensor), gnss_m, validity (A or V).

Exit 0 if every reader takes the file without a warning and agrees on the number of fixes, on times
exactly, positions within 1.9 m, altitudes within 1 m and validity; else 1 with the first
difference of each reader in each file.
"""

import csv
import math
import sys
import warnings

POSITION_TOLERANCE_M = 1.9
ALTITUDE_TOLERANCE_M = 1.0


class Difference(Exception):
    pass


def expected_fixes(path):
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(file)]
    return [
        dict(
            time=float(row["time_s"]),
            latitude=float(row["latitude"]),
            longitude=float(row["longitude"]),
            pressure=float(row["pressure_m"]) if row["pressure_m"] else None,
            gnss=float(row["gnss_m"]),
            validity=row["validity"],
        )
        for row in rows
    ]


def metres(latitude1, longitude1, latitude2, longitude2):
    north = math.radians(latitude2 - latitude1)
    turn = (longitude2 - longitude1 + 180) % 360 - 180
    east = math.radians(turn) * math.cos(math.radians((latitude1 + latitude2) / 2))
    return 6371000 * math.hypot(north, east)


def compare(found, expected):
    if len(found) != len(expected):
        raise Difference(f"{len(found)} fixes, {len(expected)} expected")
    for number, (fix, want) in enumerate(zip(found, expected), 1):
        at = f"fix {number}"
        if abs(fix["time"] - want["time"]) > 0.0005:
            raise Difference(f"{at}: time {fix['time']}, {want['time']} expected")
        away = metres(fix["latitude"], fix["longitude"], want["latitude"], want["longitude"])
        if away > POSITION_TOLERANCE_M:
            raise Difference(f"{at}: {away:.2f} m away")
        for name in ("pressure", "gnss"):
            wanted = want[name] or 0
            if abs(fix[name] - wanted) > ALTITUDE_TOLERANCE_M:
                raise Difference(f"{at}: {name} altitude {fix[name]}, {wanted} expected")
        if fix["validity"] != want["validity"]:
            raise Difference(f"{at}: validity {fix['validity']}, {want['validity']} expected")


def read_with_aerofiles(path, expected):
    from aerofiles.igc import Reader

    with open(path, encoding="ascii") as file:
        parsed = Reader().read(file)
    for name, (errors, _) in parsed.items():
        if errors:
            raise Difference(f"errors in {name}: {errors}")
    tds = [f["bytes"] for f in parsed["fix_record_extensions"][1] if f["extension_type"] == "TDS"]
    scale = 10 ** (tds[0][1] - tds[0][0] + 1) if tds else 1
    return [
        dict(
            time=fix["datetime"].timestamp() + fix.get("TDS", 0) / scale,
            latitude=fix["lat"],
            longitude=fix["lon"],
            pressure=fix["pressure_alt"],
            gnss=fix["gps_alt"],
            validity=fix["validity"],
        )
        for fix in parsed["fix_records"][1]
    ]


def read_with_libigc(path, expected):
    from libigc.core import Flight

    flight = Flight.create_from_file(path)
    notes = flight.notes
    if all(fix["pressure"] is None for fix in expected):
        # Without a sensor every pressure altitude is 0, and it rightly remarks on that.
        notes = [n for n in notes if not n.startswith("Warning: average pressure altitude")]
    if notes or not flight.valid:
        raise Difference(f"notes: {notes}")
    return [
        dict(
            time=fix.timestamp,
            latitude=fix.lat,
            longitude=fix.lon,
            pressure=fix.press_alt,
            gnss=fix.gnss_alt,
            validity=fix.validity,
        )
        for fix in flight.fixes
    ]


def main(paths, form_only):
    warnings.simplefilter("error")
    results = [check(*pair, form_only) for pair in zip(paths[::2], paths[1::2])]
    return max(results)


def check(path, csv_path, form_only):
    expected = expected_fixes(csv_path)
    if not expected:
        print(f"{csv_path}: no fixes expected, so nothing is compared", file=sys.stderr)
        return 1
    readers = [("aerofiles", read_with_aerofiles)]
    if form_only:
        pass
    elif any(fix["time"] % 1 for fix in expected):
        print("libigc not asked: it keeps one fix a second")
    else:
        readers.append(("libigc", read_with_libigc))
    failed = False
    for name, read in readers:
        try:
            found = read(path, expected)
            compare(found, expected)
            print(f"{name}: {len(found)} fixes agree")
        except Exception as error:  # Whatever a reader throws is a reason to fail.
            print(f"{name}: {path}: {type(error).__name__}: {error}", file=sys.stderr)
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    files = sys.argv[1:]
    is_form_only = files[:1] == ["--form-only"]
    if is_form_only:
        del files[0]
    if not files or len(files) % 2:
        sys.exit(__doc__)
    sys.exit(main(files, is_form_only))
