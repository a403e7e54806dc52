"""XCSoar's catalogue: a text file of records, and the files that it names."""

import hashlib

from openaip import AIRSPACE

WAYPOINTS = b"""name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc
"Wasserkuppe","WAKU",DE,5029.900N,00957.233E,905m,4,240,700m,"118.655","Mother of gliding"
"Fulda Mitte","FULDA",DE,5033.000N,00940.000E,270m,1,,,,
"Gersfeld-Dalherda","GERS",DE,5024.433N,00948.450E,580m,2,140,1000m,"122.310",
"""


class XCSoar:
    """`options`: `update` is the day of every file; `address` is where the file `Elsewhere.cup` lies."""

    prefix = "/xcsoar/"
    files = {"Germany.cup": WAYPOINTS, "alps 2026.cup": WAYPOINTS, "DE-ASP.txt": AIRSPACE}

    def __init__(self):
        self.options = {"update": "2026-03-01", "address": ""}

    def state(self):
        return {}

    def answer(self, request):
        if request.path == "repository":
            return 200, self.repository(f"http://{request.headers['Host']}/xcsoar/content/").encode()
        if request.path == "content/moved.cup":
            return 302, "", {"Location": "Germany.cup"}
        found = self.files.get(request.path.replace("%20", " ").removeprefix("content/"))
        return (200, found) if found else (404, "<html>Not Found</html>")

    def repository(self, base):
        day = self.options["update"]
        elsewhere = self.options["address"] or base + "Germany.cup"
        digest = hashlib.sha256(WAYPOINTS).hexdigest()
        records = [
            ("Germany.cup", base + "Germany.cup", "waypoint", "de", ("sha256=" + digest, "bbox=5,47,15,55")),
            ("Alps.cup", base + "alps 2026.cup", "waypoint", "", ("description=Fields in the Alps",)),
            ("Broken.cup", base + "Germany.cup", "waypoint", "fr", ("sha256=" + "00" * 32,)),
            ("Gone.cup", base + "gone.cup", "waypoint", "it", ()),
            ("Moved.cup", base + "moved.cup", "waypoint", "nl", ()),
            ("Elsewhere.cup", elsewhere, "waypoint", "be", ()),
            ("DE-ASP.txt", base + "DE-ASP.txt", "airspace", "DE", ()),
            ("ALPS_HighRes.xcm", base + "ALPS_HighRes.xcm", "map", "", ()),
            ("flarmnet.fln", base + "flarmnet.fln", "flarmnet", "", ()),
        ]
        lines = ["# Data files", "this line says nothing"]
        for name, uri, kind, area, more in records:
            lines += ["", f"name={name}", f"uri={uri}", f"type={kind}", f"area={area}", f"update={day}", *more]
        return "\n".join(lines + [""])
