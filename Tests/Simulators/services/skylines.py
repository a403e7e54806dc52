"""SkyLines as its API's documentation and tests tell: Basic logins, a block, uploads, publication."""

import base64
import itertools
import json

import flights
from forms import BadForm, multipart

LOGIN, PASSWORD, USER = "ada@example.org", "secret", 42
PAGE = 30


class SkyLines:
    """One pilot's account, blocked after `patience` failed logins until the block is lifted."""

    prefix = "/skylines/"

    def __init__(self):
        self.options = {"patience": 5, "visible": True}
        self.flights = []
        self.failures = 0
        self.ids = itertools.count(9001)

    def state(self):
        return {"flights": self.flights, "failures": self.failures}

    def answer(self, request):
        if not request.headers.get("User-Agent"):
            return 403, {"message": "User-Agent required"}
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
        if request.method == "GET" and words == ["flights", "pilot", str(USER)]:
            return 200, self.page(int(request.query.get("page", 1)))
        if request.method == "POST" and words == ["flights", "upload"]:
            return self.upload(request)
        if words[0] == "flights" and len(words) == 2:
            return self.flight(request, words[1])
        return 404, {"message": "Not Found"}

    def page(self, number):
        seen = [flight for flight in self.flights if flight["visible"]]
        seen.sort(key=lambda flight: flight["takeoff"], reverse=True)
        return {"flights": [self.listed(flight) for flight in seen[(number - 1) * PAGE:number * PAGE]],
                "count": len(seen)}

    @staticmethod
    def listed(flight):
        return {"id": flight["id"], "privacyLevel": flight["privacy"],
                "takeoffTime": flight["takeoff"] + "+00:00",
                "igcFile": {"filename": flight["filename"], "date": flight["takeoff"][:10]},
                "pilot": {"id": USER, "name": "Ada Example"}}

    def flight(self, request, word):
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
        self.flights.append({"id": next(self.ids), "sha256": flight.sha256, "uploads": 1, "privacy": 2,
                             "takeoff": flight.takeoff.isoformat(), "filename": part.filename,
                             "visible": self.options["visible"]})
        return dict(result, status=0, flight=self.listed(self.flights[-1]))
