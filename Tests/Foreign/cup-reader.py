#!/usr/bin/env python3
"""Reads CUP files with aerofiles and prints what it found, one line a thing.

usage: cup-reader.py FILE.cup [FILE.cup ...]

Waypoints: name, code, country, latitude and longitude in 1/1000 minutes, elevation and length of the
runway in millimetres, style, direction, frequency, description; tasks: name, waypoints, designated
time; zones: number, style, R1 and R2 in millimetres, A1, A2, A12, line. Fields are separated by
tabs, what is not there is empty.
"""

import sys

from aerofiles.seeyou import Reader


def millimetres(length):
    if not length or length["value"] is None:
        return ""
    if length["unit"] != "m":
        sys.exit(f"a length in {length['unit']}")
    return round(length["value"] * 1000)


def show(*fields):
    print("\t".join("" if field is None else str(field) for field in fields))


def main(paths):
    for path in paths:
        with open(path, encoding="utf-8", newline="") as file:
            content = Reader().read(file)
        show("file", len(content["waypoints"]), len(content["tasks"]))
        for place in content["waypoints"]:
            show("waypoint", place["name"], place["code"], place["country"],
                 round(place["latitude"] * 60000), round(place["longitude"] * 60000),
                 millimetres(place["elevation"]), millimetres(place["runway_length"]),
                 place["style"], place["runway_direction"], place["frequency"],
                 place["description"])
        for task in content["tasks"]:
            show("task", task["name"], *task["waypoints"])
            show("options", (task.get("Options") or {}).get("task_time"))
            for zone in task["obs_zones"]:
                show("zone", zone["obs_zone"], zone["style"], millimetres(zone["r1"]),
                     millimetres(zone["r2"]), zone["a1"], zone["a2"], zone["a12"], zone["line"])


if __name__ == "__main__":
    if not sys.argv[1:]:
        sys.exit(__doc__)
    main(sys.argv[1:])
