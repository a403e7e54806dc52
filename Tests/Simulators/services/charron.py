"""Charron.line's web pages: a login form, a session in a cookie, days, flights and their files, the form of a
flight.
"""

import html
import secrets
import urllib.parse

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
    """One pilot's account. A file that is sent twice is entered twice: nothing there compares. With the option
    `archive` files are answered with a redirect: to a folder of the season with `true`, else to that address."""

    prefix = "/charron/"

    def __init__(self):
        self.options = {"archive": False}
        self.flights = []
        self.files = {}
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
        if place == "days.php":
            return self.days(int(season))
        if place == "flights.php":
            return self.day(request.query.get("day", ""))
        if place.startswith(("igc/", "archief/")):
            return self.file(*place.split("/", 1))
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

    def days(self, season):
        days = sorted({flight["takeoff"][:10] for flight in self.flights if flight["season"] == season})
        rows = "".join(f'<tr><td><a href="flights.php?day={day}">{day}</a></td></tr>' for day in days)
        return page(f'<a href="overzicht.php">overzicht</a><table>{rows}</table>')

    def day(self, day):
        found = [flight for flight in self.flights if flight["takeoff"].startswith(day)]
        rows = "".join(f'<tr><td>{html.escape(LOGIN)}</td><td>{html.escape(flight["immatriculatie"])}</td>'
                       f'<td><A class=igc HREF=\'igc/{urllib.parse.quote(flight["filename"])}\'>'
                       f'{html.escape(flight["filename"])}</A></td></tr>\n' for flight in found)
        return page(f'<a href="days.php">dagen</a><table>{rows}</table>')

    def file(self, folder, name):
        archive = self.options["archive"]
        if archive and folder == "igc":
            return redirect(f"../archief/{name}" if archive is True else f"{archive}/{name}")
        content = self.files.get(urllib.parse.unquote(name))
        return (200, content) if content else (404, "<html>Not Found</html>")

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
        self.files[parts["file1"].filename] = parts["file1"].content
        self.flights.append(dict(fields, season=season, sha256=flight.sha256, uploads=1,
                                 takeoff=flight.takeoff.isoformat(), filename=parts["file1"].filename))
        return redirect("overzicht.php")
