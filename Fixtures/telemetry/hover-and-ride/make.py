#!/usr/bin/env python3
"""Makes samples.csv and frames.csv beside it: a minute and a half of a board that hovers, rides, has a
fault, loses its fix and is silent for a while. The frames come from the rules of docs/telemetry.md,
written here once more on their own, so that they check the recorder instead of repeating it.

    python3 make.py
"""
import csv
import math
import pathlib

MOTION = [("speedCentiKmh", 5), ("batteryVoltageMv", 20), ("motorCurrentMa", 100), ("batteryCurrentMa", 100),
          ("dutyPermille", 2), ("pitchCentiDeg", 5), ("rollCentiDeg", 5), ("balancePitchCentiDeg", 5),
          ("balanceCurrentMa", 100), ("erpm", 1), ("state", 1), ("switchState", 1), ("adc1Milli", 10),
          ("adc2Milli", 10), ("odometerCm", 25), ("tempMosfetDeciC", 5), ("tempMotorDeciC", 5), ("faultCode", 1)]
PLACE = ["latitudeE7", "longitudeE7", "gpsSpeedCentiMps", "bearingCentiDeg", "accuracyCm", "altitudeCm",
         "locationTimestampMs"]
START = 1_783_155_600_000


def samples():
    place = None
    times = list(range(0, 12_000, 250)) + list(range(12_000, 75_000, 1_500)) + [170_000, 170_500, 171_000]
    for index, ms in enumerate(times):
        row = dict.fromkeys(["capturedAtMs", "elapsedRealtimeMs", "canId"] + [m for m, _ in MOTION] + PLACE)
        row.update(capturedAtMs=START + ms, elapsedRealtimeMs=42_000 + ms, canId=98 if ms >= 3_000 else None)
        row.update(speedCentiKmh=max(0, (ms - 4_000) // 20) if ms != 5_000 else None,
                   batteryVoltageMv=80_000 - index * 7, motorCurrentMa=(index % 5) * 60,
                   batteryCurrentMa=-1_500 if 6_000 <= ms < 7_000 else 2_000, tempMotorDeciC=200 + index,
                   odometerCm=ms // 50, faultCode=4 if 2_250 <= ms < 3_250 else 0)
        if ms % 500 == 0 and not 20_000 <= ms < 40_000:
            place = dict(latitudeE7=501_234_567 + max(0, ms - 4_000) // 30, longitudeE7=81_234_567,
                         gpsSpeedCentiMps=120, bearingCentiDeg=None if ms < 2_000 else 100, accuracyCm=400,
                         altitudeCm=100_000 + ms // 25, locationTimestampMs=START + ms)
        row.update(place)
        yield row


def metres(a, b):
    la, lb = math.radians(a["latitudeE7"] / 1e7), math.radians(b["latitudeE7"] / 1e7)
    dl = math.radians((a["longitudeE7"] - b["longitudeE7"]) / 1e7)
    return 6_371_000 * math.acos(min(1, math.sin(la) * math.sin(lb) + math.cos(la) * math.cos(lb) * math.cos(dl)))


def apart(a, b, least):
    return (a is None) != (b is None) or (a is not None and abs(a - b) >= least)


def frames(rows):
    known, place, place_ms, last, key_ms = {}, None, 0, None, None
    for row in rows:
        now = row["capturedAtMs"]
        fix = {name: row[name] for name in PLACE}
        if fix["latitudeE7"] is None or now - fix["locationTimestampMs"] > 10_000:
            fix = None
        key = last is None or now - key_ms >= 60_000 or now - last > 90_000
        if not key and now - last < 500 and row["faultCode"] == known.get("faultCode"):
            continue
        frame = dict(capturedAtMs=now, elapsedRealtimeMs=row["elapsedRealtimeMs"], canId=row["canId"],
                     flags=0, changedMask1=0, changedMask2=0)
        if key:
            known, place, key_ms, frame["flags"] = {}, None, now, 1
        for bit, (name, least) in enumerate(MOTION):
            if apart(row[name], known.get(name), least):
                known[name] = frame[name] = row[name]
                frame["changedMask1"] |= 1 << bit
        moved = (fix is None) != (place is None)
        if fix and place:
            moved = (now - place_ms >= 5_000 or apart(fix["altitudeCm"], place["altitudeCm"], 100)
                     or apart(fix["accuracyCm"], place["accuracyCm"], 200)
                     or any((fix[n] is None) != (place[n] is None) for n in PLACE[2:4]) or metres(fix, place) > 2)
        if moved:
            place, place_ms, frame["changedMask2"] = fix, now, 1
            frame.update(fix or {})
        frame["flags"] |= (2 if known.get("faultCode") else 0) | (4 if moved and fix else 0)
        last = now
        yield frame


def write(name, columns, rows):
    with open(pathlib.Path(__file__).parent / name, "w", newline="") as file:
        writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    made = list(samples())
    names = [m for m, _ in MOTION] + PLACE
    head = ["capturedAtMs", "elapsedRealtimeMs", "canId"]
    write("samples.csv", head + names, made)
    write("frames.csv", head + ["flags", "changedMask1", "changedMask2"] + names, list(frames(made)))
