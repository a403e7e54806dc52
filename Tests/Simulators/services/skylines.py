"""SkyLines as its API's documentation and tests tell: Basic logins, a block, flights by pilot and by day, uploads,
publication.

The real one has its files on the site beside the API, for everybody; here they lie below it, and a login that comes
there is refused.
"""

import base64
import itertools
import json
import urllib.parse

import flights
from forms import BadForm, multipart

LOGIN, PASSWORD, USER = "ada@example.org", "secret", 42
PAGE = 50
OTHER = {"id": 43, "name": "Bob Example"}
OTHERS_FILE = "bob_47nxbc1.igc"
OTHERS_IGC = (b"AXBCDEF\r\nHFDTE030726\r\nB0900004850000N01000000EA0000000500\r\n"
              b"B1500004850000N01000000EA0000000500\r\n")


class SkyLines:
    """One pilot's account, blocked after `patience` failed logins until the block is lifted, and a flight of another
    pilot's. With the option `old` there are so many flights of earlier days besides."""

    prefix = "/skylines/"

    def __init__(self):
        self.options = {"patience": 5, "visible": True, "old": 0}
        self.flights = []
        self.files = {OTHERS_FILE: OTHERS_IGC}
        self.failures = 0
        self.ids = itertools.count(9001)

    def state(self):
        return {"flights": self.flights, "failures": self.failures}

    def answer(self, request):
        if not request.headers.get("User-Agent"):
            return 403, {"message": "User-Agent required"}
        if request.path.startswith("files/"):
            return self.file(request, urllib.parse.unquote(request.path[len("files/"):]))
        if self.failures >= self.options["patience"]:
            return 403, {"message": "Too many login attempts"}
        expected = "Basic " + base64.b64encode(f"{LOGIN}:{PASSWORD}".encode()).decode()
        if request.headers.get("Authorization") != expected:
            self.failures += 1
            return 401, {"error": "invalid_token", "message": "Bearer token not found."}
        self.failures = 0
        words = request.path.split("/")
        if request.method == "GET" and words == ["settings"]:
            return 200, {"id": USER, "email": LOGIN, "firstName": "Ada"}
        if request.method == "GET" and words[0] == "flights" and len(words) > 1:
            found = self.give(words[1:], int(request.query.get("page", 1)))
            if found is not None:
                return 200, found
        if request.method == "POST" and words == ["flights", "upload"]:
            return self.upload(request)
        if words[0] == "flights" and len(words) == 2:
            return self.flight(request, words[1])
        return 404, {"message": "Not Found"}

    def file(self, request, name):
        if "Authorization" in request.headers:
            return 400, {"message": "logins are no business of this site"}
        return (200, self.files[name]) if name in self.files else (404, "<html>Not Found</html>")

    def give(self, words, page):
        """A page of flights, or nothing where it is none of flights."""
        everybody = self.own() + [self.others()]
        if words == ["pilot", str(USER)]:
            return self.page(self.own(), page)
        if words == ["pilot", str(OTHER["id"])]:
            return self.page([self.others()], page)
        if words == ["latest"]:
            words = ["date", max(flight["scoreDate"] for flight in everybody)]
        if words[0] == "date" and len(words) == 2:
            return self.page([flight for flight in everybody if flight["scoreDate"] == words[1]], page)
        return None

    @staticmethod
    def page(found, number):
        """For a page behind the last one there is the last one again."""
        number = max(1, min(number, (len(found) + PAGE - 1) // PAGE))
        found = sorted(found, key=lambda flight: flight["takeoffTime"], reverse=True)
        return {"flights": found[(number - 1) * PAGE:number * PAGE], "count": len(found)}

    def own(self):
        old = [{"id": 1000 + number, "privacy": 0, "takeoff": f"{2025 - number // 300}-01-01T10:00:00",
                "filename": OTHERS_FILE} for number in range(self.options["old"])]
        return [self.listed(flight) for flight in self.flights + old if flight.get("visible", True)]

    @classmethod
    def others(cls):
        flight = {"id": 8001, "privacy": 0, "takeoff": "2026-07-03T09:00:00", "filename": OTHERS_FILE}
        return dict(cls.listed(flight), pilot=OTHER)

    @staticmethod
    def listed(flight):
        return {"id": flight["id"], "privacyLevel": flight["privacy"],
                "takeoffTime": flight["takeoff"] + "+00:00", "scoreDate": flight["takeoff"][:10],
                "igcFile": {"filename": flight["filename"], "date": flight["takeoff"][:10]},
                "pilot": {"id": USER, "name": "Ada Example"}, "pilotName": None, "distance": 512340,
                "model": {"id": 12, "name": "LS-4"}, "takeoffAirport": {"id": 7, "name": "Aalen"}}

    def flight(self, request, word):
        if request.method == "GET" and word == str(self.others()["id"]):
            return 200, {"flight": self.others()}
        found = [flight for flight in self.flights if str(flight["id"]) == word]
        if not found or not found[0]["visible"]:
            return 404, {"message": "Sorry, there is no such record in our database."}
        if request.method == "POST":
            try:
                found[0]["privacy"] = int(json.loads(request.body)["privacyLevel"])
            except (ValueError, KeyError, TypeError):
                return 422, {"error": "validation-failed"}
            return 200, {}
        return 200, {"flight": self.listed(found[0])}

    def upload(self, request):
        try:
            parts = multipart(request.content_type, request.body)
        except BadForm as fault:
            return 400, {"message": str(fault)}
        pilot = [part.content.decode() for part in parts if part.name == "pilotId"]
        if pilot != [str(USER)]:
            return 422, {"error": "unknown-pilot"}
        results = [self.place(part) for part in parts if part.name == "files"]
        return 200, {"results": results, "club_members": [], "aircraft_models": []}

    def place(self, part):
        result = {"name": part.filename, "flight": None, "trace": None, "airspaces": None, "cacheKey": None}
        try:
            flight = flights.read(part.content)
        except flights.NoFlight:
            return dict(result, status=2)
        for known in self.flights:
            if known["sha256"] == flight.sha256:
                known["uploads"] += 1
                return dict(result, status=1)
        self.files[part.filename] = part.content
        self.flights.append({"id": next(self.ids), "sha256": flight.sha256, "uploads": 1, "privacy": 2,
                             "takeoff": flight.takeoff.isoformat(), "filename": part.filename,
                             "visible": self.options["visible"]})
        return dict(result, status=0, flight=self.listed(self.flights[-1]))
