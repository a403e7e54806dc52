#!/usr/bin/env python3
"""Writes geodesics.tsv: lengths on WGS84 by geographiclib (Karney's algorithms, good to 15 nm).

    python3 -m venv V && V/bin/pip install geographiclib==2.1 && V/bin/python make.py > geodesics.tsv
"""
import random
from geographiclib import __version__
from geographiclib.geodesic import Geodesic

rng = random.Random(7)


def row(kind, *degrees):
    e7 = [round(value * 1e7) for value in degrees]
    length = Geodesic.WGS84.Inverse(*[value / 1e7 for value in e7])["s12"]
    print(kind, *e7, f"{length:.5f}", sep="\t")


def place():
    return rng.uniform(-90, 90), rng.uniform(-180, 180)


print(f"# Made by make.py with geographiclib {__version__}: kind, two places in 1e-7 degrees, metres.")
for scale in (1e-6, 1e-4, 1e-2, 0.1, 1, 10):
    for _ in range(12):
        lat, lon = rng.uniform(-75, 75), rng.uniform(-160, 160)
        row("near", lat, lon, lat + rng.gauss(0, scale) / 2, lon + rng.gauss(0, scale) / 2)
for _ in range(60):
    row("anywhere", *place(), *place())
for _ in range(60):
    lat, lon = rng.uniform(-89, 89), rng.uniform(-180, 0)
    row("opposite", lat, lon, -lat + rng.uniform(-0.6, 0.6), lon + 180 - rng.uniform(0, 0.6))
for lat in (0, 1e-7, 0.3, 30, 89.9999, 90):
    row("exactly opposite", lat, 10, -lat, -170)
for east in (0, 1e-7, 1, 90, 179, 179.3, 179.39, 179.4, 179.6, 179.9, 180):
    row("equator", 0, 0, 0, east)
for north in (-90, -89.9999999, -45, 0, 45, 90):
    row("meridian", -90, 30, north, 30)
    row("over a pole", 89, 30, north, -150)
row("antimeridian", 10, 179.9, 10.1, -179.9)
row("antimeridian", -40, -180, -41, 180)
row("nothing", 47, 8, 47, 8)
