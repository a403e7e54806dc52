"""Charron.line's web pages: a login form, a session in a cookie, the form of a flight."""

import html
import secrets

import flights
from forms import BadForm, multipart, plain

LOGIN, PASSWORD = "ada", "geheim"
FIELDS = ("copiloot", "immatriculatie", "motorzwever", "wedstrijd")


def page(text):
    return 200, f"<!DOCTYPE html><html><body>{text}</body></html>"


def redirect(place, cookie=None):
    headers = {"Location": place}
    if cookie:
        headers["Set-Cookie"] = cookie
    return 302, "", headers


class Charron:
    """One pilot's account. A file that is sent twice is entered twice: nothing there compares."""

    prefix = "/charron/"

    def __init__(self):
        self.options = {}
        self.flights = []
        self.sessions = set()

    def state(self):
        return {"flights": self.flights}

    def answer(self, request):
        season, _, place = request.path.partition("/")
        if not season.isdigit():
            return 404, "<html>Not Found</html>"
        if place == "login.php":
            return self.login(request)
        cookies = dict(pair.strip().partition("=")[::2]
                       for pair in request.headers.get("Cookie", "").split(";"))
        if cookies.get("PHPSESSID") not in self.sessions:
            return redirect("login.php")
        if place == "overzicht.php":
            return page("overzicht")
        if place == "flights.php":
            return self.day(request.query.get("day", ""))
        if place == "invoer2.php" and request.method == "POST":
            return self.upload(request, int(season))
        return 404, "<html>Not Found</html>"

    def login(self, request):
        form = plain(request.body) if request.method == "POST" else {}
        if (form.get("gebruikersnaam"), form.get("paswoord")) != (LOGIN, PASSWORD):
            return page('<form method="post"><input name="gebruikersnaam"><input name="paswoord"></form>')
        session = secrets.token_hex(13)
        self.sessions.add(session)
        return redirect("overzicht.php", f"PHPSESSID={session}; path=/; HttpOnly")

    def day(self, day):
        names = [flight["filename"] for flight in self.flights if flight["takeoff"].startswith(day)]
        return page("<ul>" + "".join(f"<li>{html.escape(name)}</li>" for name in names) + "</ul>")

    def upload(self, request, season):
        try:
            parts = {part.name: part for part in multipart(request.content_type, request.body)}
            flight = flights.read(parts["file1"].content)
        except (BadForm, KeyError, flights.NoFlight):
            return page("Geen geldig bestand")
        fields = {name: parts[name].content.decode() if name in parts else "" for name in FIELDS}
        if not fields["immatriculatie"]:
            return page('<form><input name="immatriculatie" class="fout"></form>')
        year = flight.takeoff.year + (1 if flight.takeoff.month > 9 else 0)
        if season != year:
            return page("Verkeerd seizoen")
        self.flights.append(dict(fields, sha256=flight.sha256, uploads=1,
                                 takeoff=flight.takeoff.isoformat(), filename=parts["file1"].filename))
        return redirect("overzicht.php")
