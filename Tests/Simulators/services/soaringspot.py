"""The proxy before Soaring Spot: its endpoints, the header that it wants, its token."""

import datetime

import flights

TOKEN = "Club 4f1c2d:wasserkuppe"
PAGE = 2


def point(name, kind, latitude, longitude, elevation, **zone):
    return dict({"name": name, "type": kind, "latitude": latitude, "longitude": longitude, "elevation": elevation},
                **{"oz_" + key: value for key, value in zone.items()})


RACING = {
    "id": 88001, "task_type": "speed", "task_number": 1, "task_distance": 152300.5, "updated_at": "2026-07-04T08:30:00",
    "task_points": [
        point("WASSERKUPPE", "start", 50.498333, 9.953889, 905.0, type="next", line=True, radius1=5000, angle1=90),
        point("FULDA", "point", 50.55, 9.666667, 270.0, type="symmetric", line=False, radius1=10000, angle1=45,
              radius2=500, angle2=180),
        point("MEININGEN", "point", 50.566667, 10.416667, 290.0, type="fixed", line=False, radius1=3000, angle1=60,
              angle12=-30, max_altitude=2500),
        point("WASSERKUPPE", "finish", 50.498333, 9.953889, 905.0, type="previous", line=False, radius1=3000,
              angle1=180),
    ],
}
ASSIGNED = {
    "task_type": "assigned_area", "task_duration": 9000, "version": 3, "notes": "No start below 800 m",
    "points": [
        point("WASSERKUPPE", "start", 50.498333, 9.953889, 905.0, type="next", line=True, radius1=5000, angle1=90),
        point("SUHL", "point", 50.6, 10.7, 430.0, type="symmetric", line=False, radius1=20000, angle1=180),
        point("WASSERKUPPE", "finish", 50.498333, 9.953889, 905.0),
    ],
}
DAYS = {"2026-07-04": RACING, "2026-07-05": ASSIGNED}
PILOTS = [{"contestant_number": "AX", "name": "Ada Example"}, {"contestant_number": "7B", "name": "Ben Beispiel"}]


class SoaringSpot:
    """One competition with a day that was flown, and one that has a task only, among five of a country.

    `options`: `elsewhere` is an address that the file of Ben's flight lies below, at `open/ben.igc`.
    """

    prefix = "/soaringspot/"

    def __init__(self):
        self.options = {"elsewhere": ""}
        self.asked = []

    def state(self):
        """Every request with what it had of its sender."""
        return {"asked": self.asked[-200:]}

    def answer(self, request):
        self.asked.append({"path": request.path, "authorization": request.headers.get("Authorization"),
                           "accept": request.headers.get("Accept")})
        if request.path == "open/ben.igc":
            return 200, flights.example(datetime.date(2026, 7, 4), "Ben Beispiel", "7B")
        if request.headers.get("Accept") != "application/json":
            return 406, {"message": "Not Acceptable"}
        if request.headers.get("Authorization") != TOKEN:
            return 403, {"message": "Forbidden"}
        return self.known(request, request.path.split("/")) or (404, {"message": "Not Found"})

    def known(self, request, words):
        if words == ["countries"]:
            return 200, [{"code": "AT", "name": "Austria"}, {"code": "DE", "name": "Germany"}]
        if words == ["competitions"]:
            return self.competitions(request.query)
        if words == ["files", "ada.igc"]:
            return 302, "", {"Location": "../stored/2026/ada.igc"}
        if words == ["stored", "2026", "ada.igc"]:
            return 200, flights.example(datetime.date(2026, 7, 4), "Ada Example", "AX")
        if words[:2] == ["competitions", "1001"]:
            return self.of_competition(words[2:])
        return None

    def competitions(self, query):
        listed = [self.listed(number) for number in range(1001, 1006)]
        if (query.get("country"), query.get("year")) != ("DE", "2026"):
            listed = []
        page = int(query.get("page", 1))
        return 200, {"competitions": listed[(page - 1) * PAGE:page * PAGE], "page": page,
                     "pages": (len(listed) + PAGE - 1) // PAGE}

    @staticmethod
    def listed(number):
        return {"id": number, "name": f"Rhoen Cup {number - 1000}", "country": "DE",
                "location": {"name": "Wasserkuppe", "latitude": 50.498333, "longitude": 9.953889},
                "start_date": "2026-07-04", "end_date": "2026-07-11"}

    def of_competition(self, words):
        if not words:
            days = [{"date": day, "task_number": number, "task_type": task["task_type"]}
                    for number, (day, task) in enumerate(DAYS.items(), 1)]
            return 200, dict(self.listed(1001), classes=[{"id": "club", "name": "Club class", "days": days},
                                                         {"id": "open", "name": "Open class", "days": []}])
        if words == ["pilots"]:
            return 200, {"pilots": PILOTS}
        if words[:2] == ["task", "club"] and len(words) == 3 and words[2] in DAYS:
            return 200, DAYS[words[2]]
        if words == ["flights", "club", "2026-07-04"]:
            return 200, {"flights": self.flown()}
        return None

    def flown(self):
        elsewhere = self.options["elsewhere"]
        ben = f"{elsewhere}/open/ben.igc" if elsewhere else "open/ben.igc"
        return [{"id": 55001, "pilot": {"first_name": "Ada", "last_name": "Example"}, "contestant_number": "AX",
                 "aircraft_model": "LS 4", "igc_file": "files/ada.igc"},
                {"id": 55002, "contestant_number": "7B", "aircraft_model": "ASW 19", "igc_file": ben},
                {"id": 55003, "contestant_number": "QQ", "aircraft_model": "Ka 6", "igc_file": None}]
