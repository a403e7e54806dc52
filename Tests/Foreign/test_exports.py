"""The exported files of Fixtures/exports are read by other people's readers and compared with the
CSV beside them. Run with the packages of requirements.txt:

python3 -m unittest discover -s Tests/Foreign"""

import csv
import json
import pathlib
import unittest
import xml.etree.ElementTree as ElementTree

import gpxpy

FIXTURES = pathlib.Path(__file__).resolve().parent.parent.parent / "Fixtures" / "exports"
KML = "{http://www.opengis.net/kml/2.2}"
GX = "{http://www.google.com/kml/ext/2.2}"
GPX = "{http://www.topografix.com/GPX/1/1}"


def exported_fixes(folder):
    """The valid fixes with rising times of a case's CSV."""
    with open(folder / "expected.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["validity"] == "A"]
    rising = []
    for row in rows:
        if not rising or row["time_utc"] > rising[-1]["time_utc"]:
            rising.append(row)
    has_gnss = any(row["gnss_altitude_m"] not in ("", "0") for row in rising)
    column = "gnss_altitude_m" if has_gnss else "pressure_altitude_m"
    return [
        (
            row["time_utc"],
            float(row["latitude_deg"]),
            float(row["longitude_deg"]),
            float(row[column]) if row[column] else None,
        )
        for row in rising
    ]


class ExportTests(unittest.TestCase):
    def each_case(self):
        folders = sorted(path for path in FIXTURES.iterdir() if path.is_dir())
        self.assertGreater(len(folders), 3)
        for folder in folders:
            with self.subTest(folder.name):
                yield folder, exported_fixes(folder)

    def test_gpx_by_gpxpy(self):
        for folder, expected in self.each_case():
            text = (folder / "expected.gpx").read_text()
            gpx = gpxpy.parse(text, version="1.1")
            points = [point for track in gpx.tracks for segment in track.segments for point in segment.points]
            self.assertEqual(len(points), len(expected))
            for point, (time, latitude, longitude, altitude) in zip(points, expected):
                stamp = point.time.isoformat(timespec="milliseconds" if "." in time else "seconds")
                self.assertEqual(stamp.replace("+00:00", "Z"), time)
                self.assertEqual(point.latitude, latitude)
                self.assertEqual(point.longitude, -180 if longitude == 180 else longitude)
                self.assertEqual(point.elevation, altitude)

    def test_gpx_has_the_order_of_its_schema(self):
        orders = {
            "gpx": ["metadata", "trk"],
            "metadata": ["name", "desc", "author"],
            "trk": ["name", "desc", "trkseg"],
            "trkpt": ["ele", "time"],
        }
        for folder, _ in self.each_case():
            for element in ElementTree.parse(folder / "expected.gpx").iter():
                order = orders.get(element.tag.removeprefix(GPX))
                if order is None:
                    continue
                places = [order.index(child.tag.removeprefix(GPX)) for child in element]
                self.assertEqual(places, sorted(places))

    def test_kml(self):
        for folder, expected in self.each_case():
            track = ElementTree.parse(folder / "expected.kml").find(f".//{GX}Track")
            names = [child.tag for child in track]
            count = len(expected)
            self.assertEqual(names, [KML + "altitudeMode"] + [KML + "when"] * count + [GX + "coord"] * count)
            self.assertEqual([when.text for when in track.findall(KML + "when")], [fix[0] for fix in expected])
            coordinates = [tuple(map(float, coord.text.split())) for coord in track.findall(GX + "coord")]
            self.assertEqual([(c[1], c[0]) for c in coordinates], [fix[1:3] for fix in expected])

    def test_geojson(self):
        for folder, expected in self.each_case():
            feature = json.loads((folder / "expected.geojson").read_text())["features"][0]
            geometry, times = feature["geometry"], feature["properties"]["coordTimes"]
            if geometry is None:
                self.assertEqual((expected, times), ([], []))
                continue
            positions = geometry["coordinates"]
            if geometry["type"] == "Point":
                positions = [positions]
            if geometry["type"] == "MultiLineString":
                self.assertEqual([len(line) for line in positions], [len(line) for line in times])
                positions, times = sum(positions, []), sum(times, [])
            found = {(time, p[1], p[0], p[2] if len(p) > 2 else None) for time, p in zip(times, positions)}
            self.assertLessEqual(set(expected), found)


if __name__ == "__main__":
    unittest.main()
