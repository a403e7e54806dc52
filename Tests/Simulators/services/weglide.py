"""WeGlide as its API's description (OpenAPI) and public clients tell: keys, flights of a user and of all, their
files, tasks, uploads.

The real one has its files on another host, which knows no keys; here they lie below the API, and a key that
comes there is refused.
"""

import itertools
import urllib.parse

import flights
from forms import BadForm, multipart

KEY, USER, BORN = "weglide-key", "17", "1980-07-31"
OTHERS_FILE = "18/igcfiles/47NXBC1.igc"
OTHERS_IGC = (b"AXBCDEF\r\nHFDTE030726\r\nB0900004850000N01000000EA0000000500\r\n"
              b"B1500004850000N01000000EA0000000500\r\n")


def point(name, longitude, latitude, **more):
    return {"type": "Feature", "geometry": {"type": "Point", "coordinates": [longitude, latitude]},
            "properties": dict(more, name=name)}


TASKS = [
    {"id": 7001, "name": "Alb 300", "kind": "TR", "ruleset": "F", "penalized_distance": 302.4,
     "created": "2026-06-01T08:00:00", "modified": "2026-06-02T09:30:00",
     "user": {"id": int(USER), "name": "Ada Example"},
     "point_features": [point("Aalen", 10.0378, 48.7781, elevation=584), point("Reutte", 10.7144, 47.4831),
                        point("Klippeneck", 8.7625, 48.1047, elevation=973, radius=0.5, kind="CYLINDER"),
                        point("Aalen", 10.0378, 48.7781, elevation=584)]},
    {"id": 7002, "name": "Areas", "kind": "FR", "ruleset": "AA", "distance": 211.0, "min_time": 9000,
     "created": "2026-06-03T08:00:00", "modified": None, "scoring_date": "2026-07-04",
     "user": {"id": int(USER), "name": "Ada Example"},
     "point_features": [point("Aalen", 10.0378, 48.7781, radius=3), point("Reutte", 10.7144, 47.4831, radius=20),
                        point("Aalen", 10.0378, 48.7781)]},
    {"id": 7003, "name": None, "kind": "FR", "ruleset": None, "penalized_distance": 120.0,
     "created": "2026-05-01T08:00:00", "modified": None, "user": None,
     "point_features": [point("Aalen", 10.0378, 48.7781), point("Reutte", 10.7144, 47.4831, radius=None)]},
]


class WeGlide:
    """One pilot's account, and a flight of another pilot's. `options`: `visible` (new flights can be seen),
    `aircraft` (it can tell the aircraft by itself), `bare` ("already exists" is said without the flight's
    number), `old` (so many flights of earlier days, without files), `declared` (the number of the task that
    is declared, or null)."""

    prefix = "/weglide/v1/"

    def __init__(self):
        self.options = {"visible": True, "aircraft": False, "bare": False, "old": 0, "declared": 7001}
        self.flights = []
        self.files = {OTHERS_FILE: OTHERS_IGC}
        self.ids = itertools.count(500001)

    def state(self):
        return {"flights": self.flights}

    def answer(self, request):
        if request.method == "GET" and request.path in self.files:
            if "X-API-Key" in request.headers:
                return 400, {"error": "keys are no business of this host"}
            return 200, self.files[request.path]
        if request.headers.get("X-API-Key") != KEY:
            return 401, {"error": "unauthorized"}
        words = request.path.split("/")
        if request.method == "GET":
            return self.give(words, request.query)
        if request.method == "POST" and words == ["igcfile"]:
            return self.upload(request)
        return 404, {"detail": "Not Found"}

    def give(self, words, query):
        if words == ["flight"]:
            return self.pages(self.own() if query.get("user_id_in") == USER else [], query, 100)
        if words == ["flight", "feed"]:
            return self.pages(self.own() + [self.others()], {"skip": query.get("skip", 0), "limit": 25}, 25)
        if words[0] == "flightdetail" and len(words) == 2:
            return self.one(self.own() + [self.others()], words[1], "Flight not found")
        if words == ["task"]:
            return 200, self.page(TASKS if query.get("user_id_in") == USER else [], query, "created")
        if words[:2] == ["task", "declaration"] and len(words) == 3:
            declared = [task for task in TASKS if words[2] == USER and task["id"] == self.options["declared"]]
            return 200, declared[0] if declared else None
        if words[0] == "task" and len(words) == 2:
            return self.one(TASKS, words[1], "Task not found")
        return 404, {"detail": "Not Found"}

    @staticmethod
    def one(entries, word, refusal):
        found = [entry for entry in entries if str(entry["id"]) == word]
        return (200, found[0]) if found else (404, {"error": refusal})

    @classmethod
    def pages(cls, entries, query, length):
        """A page of a list in which pages begin at multiples of their length only."""
        if int(query.get("skip", 0)) % length:
            return 422, {"detail": [{"loc": ["query", "skip"], "msg": f"Input should be a multiple of {length}"}]}
        return 200, cls.page(entries, query)

    @staticmethod
    def page(entries, query, order="takeoff_time"):
        skip, limit = int(query.get("skip", 0)), int(query.get("limit", 100))
        entries = sorted(entries, key=lambda entry: entry[order], reverse=True)
        return entries[skip:skip + min(limit, 100)]

    def own(self):
        old = [{"id": 400000 + number, "takeoff": f"{2025 - number // 300}-01-01T10:00:00", "file": None}
               for number in range(self.options["old"])]
        return [self.listed(flight) for flight in self.flights + old if flight.get("visible", True)]

    @classmethod
    def others(cls):
        flight = cls.listed({"id": 600001, "takeoff": "2026-07-03T09:00:00", "file": OTHERS_FILE})
        flight["custom_takeoff_airport"] = flight.pop("takeoff_airport")
        return dict(flight, user={"id": 18, "name": "Bob Example"})

    @staticmethod
    def listed(flight):
        return {"id": flight["id"], "scoring_date": flight["takeoff"][:10],
                "takeoff_time": flight["takeoff"], "user": {"id": int(USER), "name": "Ada Example"},
                "aircraft": {"id": 160, "name": "LS 4"}, "contest": {"name": "free", "distance": 512.34},
                "takeoff_airport": {"id": 161, "name": "Aalen", "region": "DE-BW"},
                "igc_file": {"id": flight["id"], "file": flight["file"]} if flight["file"] else None}

    def upload(self, request):
        try:
            parts = {part.name: part for part in multipart(request.content_type, request.body)}
        except BadForm as fault:
            return 400, {"error": str(fault)}
        fields = {name: part.content.decode() for name, part in parts.items() if name != "file"}
        for name, expected in (("user_id", USER), ("date_of_birth", BORN)):
            if fields.get(name) != expected:
                return 422, {"detail": [{"loc": ["body", name], "msg": f"{name} does not match"}]}
        if not fields.get("aircraft_id") and not self.options["aircraft"]:
            return 400, {"error": "Aircraft could not be determined"}
        return self.place(parts.get("file"))

    def place(self, part):
        if part is None or not part.filename:
            return 422, {"detail": [{"loc": ["body", "file"], "msg": "field required"}]}
        try:
            flight = flights.read(part.content)
        except flights.NoFlight:
            return 422, {"error_description": "Invalid IGC file"}
        for known in self.flights:
            if known["sha256"] == flight.sha256:
                known["uploads"] += 1
                told = {} if self.options["bare"] else {"flight_id": known["id"]}
                return 422, dict(told, error="Flight already exists")
        number = next(self.ids)
        file = f"{USER}/igcfiles/{flight.sha256[:12]}/{part.filename}"
        self.files[urllib.parse.quote(file)] = part.content
        self.flights.append({"id": number, "sha256": flight.sha256, "uploads": 1, "file": file,
                             "takeoff": flight.takeoff.isoformat(), "filename": part.filename,
                             "visible": self.options["visible"]})
        return 201, [self.listed(self.flights[-1])]
