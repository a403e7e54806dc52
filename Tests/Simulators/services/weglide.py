"""WeGlide as its public clients know it: keys, flights of a user, uploads."""

import itertools

import flights
from forms import BadForm, multipart

KEY, USER, BORN = "weglide-key", "17", "1980-07-31"


class WeGlide:
    """One pilot's account. `options`: `visible` (new flights can be seen), `aircraft` (it can tell the
    aircraft by itself), `bare` ("already exists" is said without the flight's number)."""

    prefix = "/weglide/v1/"

    def __init__(self):
        self.options = {"visible": True, "aircraft": False, "bare": False}
        self.flights = []
        self.ids = itertools.count(500001)

    def state(self):
        return {"flights": self.flights}

    def answer(self, request):
        if request.headers.get("X-API-Key") != KEY:
            return 401, {"error": "unauthorized"}
        words = request.path.split("/")
        if request.method == "GET" and words == ["flight"]:
            return 200, self.page(request.query)
        if request.method == "GET" and words[0] == "flightdetail" and len(words) == 2:
            found = [self.listed(flight) for flight in self.flights
                     if str(flight["id"]) == words[1] and flight["visible"]]
            return (200, found[0]) if found else (404, {"error": "Flight not found"})
        if request.method == "POST" and words == ["igcfile"]:
            return self.upload(request)
        return 404, {"detail": "Not Found"}

    def page(self, query):
        skip, limit = int(query.get("skip", 0)), int(query.get("limit", 100))
        mine = [flight for flight in self.flights
                if flight["visible"] and query.get("user_id_in") == USER]
        mine.sort(key=lambda flight: flight["takeoff"], reverse=True)
        return [self.listed(flight) for flight in mine[skip:skip + min(limit, 100)]]

    @staticmethod
    def listed(flight):
        return {"id": flight["id"], "scoring_date": flight["takeoff"][:10],
                "takeoff_time": flight["takeoff"], "user": {"id": int(USER), "name": "Ada Example"}}

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
        self.flights.append({"id": next(self.ids), "sha256": flight.sha256, "uploads": 1,
                             "takeoff": flight.takeoff.isoformat(), "filename": part.filename,
                             "visible": self.options["visible"]})
        return 201, [self.listed(self.flights[-1])]
