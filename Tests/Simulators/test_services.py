"""The stub services answer as documented."""

import base64
import json
import pathlib
import sys
import threading
import unittest
import urllib.error
import urllib.parse
import urllib.request

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent / "services"))
import serve  # noqa: E402

IGC = b"AXXX001\r\nHFDTE040726\r\nB1000005000000N00500000EA0000000000\r\nB1100005000000N00500000EA0000000000\r\n"
BASIC = "Basic " + base64.b64encode(b"ada@example.org:secret").decode()


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def form(file, fields, content=IGC):
    lines = []
    for name, value in fields.items():
        lines += [b"--x", f'Content-Disposition: form-data; name="{name}"'.encode(), b"", value.encode()]
    lines += [b"--x", f'Content-Disposition: form-data; name="{file}"; filename="a.igc"'.encode(),
              b"Content-Type: application/octet-stream", b"", content, b"--x--", b""]
    return b"\r\n".join(lines)


class ServicesTests(unittest.TestCase):
    def setUp(self):
        self.server = serve.Server(0)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.opener = urllib.request.build_opener(NoRedirect)

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def ask(self, path, body=None, **headers):
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        request = urllib.request.Request(self.server.address + path, data=body, headers=names)
        try:
            with self.opener.open(request, timeout=60) as answer:
                status, text, got = answer.status, answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            status, text, got = error.code, error.read(), error.headers
        try:
            return status, json.loads(text), got
        except ValueError:
            return status, text.decode(), got

    def upload(self, fields, content=IGC, key="weglide-key"):
        return self.ask("/weglide/v1/igcfile", form("file", fields, content), X_API_Key=key,
                        Content_Type="multipart/form-data; boundary=x")[:2]

    def test_weglide_takes_a_flight_once(self):
        fields = {"user_id": "17", "date_of_birth": "1980-07-31", "aircraft_id": "160"}
        status, taken = self.upload(fields)
        self.assertEqual((status, taken[0]["takeoff_time"]), (201, "2026-07-04T10:00:00"))
        status, known = self.upload(fields)
        self.assertEqual((status, known["flight_id"]), (422, taken[0]["id"]))
        listed = self.ask("/weglide/v1/flight?user_id_in=17", X_API_Key="weglide-key")[1]
        self.assertEqual(listed, taken)
        self.assertEqual(self.ask("/control")[1]["weglide"]["flights"][0]["uploads"], 2)

    def test_weglide_refuses(self):
        self.assertEqual(self.upload({}, key="wrong")[0], 401)
        status, text = self.upload({"user_id": "17"})
        self.assertEqual((status, text["detail"][0]["loc"][1]), (422, "date_of_birth"))
        self.assertEqual(self.upload({"user_id": "17", "date_of_birth": "1980-07-31"})[0], 400)
        good = {"user_id": "17", "date_of_birth": "1980-07-31", "aircraft_id": "160"}
        self.assertEqual(self.upload(good, b"nothing")[0], 422)

    def weglide(self, path):
        return self.ask("/weglide/v1/" + path, X_API_Key="weglide-key")[:2]

    def test_weglide_gives_flights_and_files(self):
        fields = {"user_id": "17", "date_of_birth": "1980-07-31", "aircraft_id": "160"}
        number = self.upload(fields)[1][0]["id"]
        self.assertEqual([flight["id"] for flight in self.weglide("flight/feed")[1]], [number, 600001])
        file = self.weglide(f"flightdetail/{number}")[1]["igc_file"]["file"]
        self.assertEqual(self.ask("/weglide/v1/" + file)[:2], (200, IGC.decode()))
        self.assertEqual(self.weglide(file)[0], 400)
        self.assertEqual(self.weglide("flightdetail/1")[0], 404)

    def test_weglide_has_pages(self):
        order = {"options": {"weglide": {"old": 103}}}
        self.ask("/control", json.dumps(order).encode())
        pages = [self.weglide(f"flight?user_id_in=17&skip={skip}&limit=100")[1] for skip in (0, 100, 200)]
        self.assertEqual([len(page) for page in pages], [100, 3, 0])
        feed = [self.weglide(f"flight/feed?skip={skip}") for skip in (0, 100, 25, 24)]
        self.assertEqual([status for status, _ in feed], [200, 200, 200, 422])
        self.assertEqual([len(page) for _, page in feed[:3]], [25, 4, 25])

    def test_weglide_gives_tasks(self):
        self.assertEqual([task["id"] for task in self.weglide("task?user_id_in=17")[1]], [7002, 7001, 7003])
        self.assertEqual(self.weglide("task?user_id_in=18")[1], [])
        self.assertEqual(self.weglide("task/7001"), self.weglide("task/declaration/17"))
        self.assertEqual(self.weglide("task/declaration/18"), (200, None))
        self.assertEqual(self.weglide("task/7004")[0], 404)

    def skylines(self, path):
        return self.ask("/skylines/" + path, Authorization=BASIC)[:2]

    def test_skylines_gives_flights_and_files(self):
        self.assertEqual(self.skylines("flights/latest"), self.skylines("flights/date/2026-07-03"))
        flight = self.skylines("flights/pilot/43")[1]["flights"][0]
        self.assertEqual(self.skylines(f"flights/{flight['id']}")[1]["flight"], flight)
        file = "files/" + flight["igcFile"]["filename"]
        self.assertIn("HFDTE030726", self.ask("/skylines/" + file)[1])
        self.assertEqual(self.skylines(file)[0], 400)
        self.assertEqual(self.skylines("flights/pilot/44")[0], 404)

    def test_skylines_ends_with_the_last_page(self):
        self.ask("/control", json.dumps({"options": {"skylines": {"old": 53}}}).encode())
        pages = [self.skylines(f"flights/pilot/42?page={page}")[1] for page in (1, 2, 3)]
        self.assertEqual([(len(page["flights"]), page["count"]) for page in pages], [(50, 53), (3, 53), (3, 53)])

    def test_skylines_uploads_and_publishes(self):
        def ask(path, body=None, kind="application/json"):
            return self.ask("/skylines/" + path, body, Authorization=BASIC, Content_Type=kind)[:2]
        self.assertEqual(ask("settings")[1]["id"], 42)
        body = form("files", {"pilotId": "42"})
        result = ask("flights/upload", body, "multipart/form-data; boundary=x")[1]["results"][0]
        self.assertEqual(result["status"], 0)
        number = result["flight"]["id"]
        self.assertEqual(ask(f"flights/{number}", b'{"privacyLevel":0}')[0], 200)
        self.assertEqual(ask(f"flights/{number}")[1]["flight"]["privacyLevel"], 0)
        self.assertEqual(ask("flights/pilot/42")[1]["count"], 1)
        again = ask("flights/upload", body, "multipart/form-data; boundary=x")[1]["results"][0]
        self.assertEqual((again["status"], again["flight"]), (1, None))

    def test_skylines_blocks_after_failed_logins(self):
        seen = [self.ask("/skylines/settings", Authorization="Basic eA==")[0] for _ in range(6)]
        self.assertEqual(seen, [401] * 5 + [403])
        self.assertEqual(self.ask("/skylines/settings", Authorization=BASIC)[0], 403)

    def test_charron_has_sessions(self):
        login = urllib.parse.urlencode({"gebruikersnaam": "ada", "paswoord": "geheim"}).encode()
        status, _, headers = self.ask("/charron/2026/login.php", login)
        self.assertEqual((status, headers["Location"]), (302, "overzicht.php"))
        cookie = headers["Set-Cookie"].split(";")[0]
        kind = "multipart/form-data; boundary=x"
        fields = {"copiloot": "", "immatriculatie": "D-1234", "motorzwever": "0", "wedstrijd": "0"}
        place = "/charron/2026/invoer2.php"
        self.assertEqual(self.ask(place, form("file1", fields), Content_Type=kind)[2]["Location"], "login.php")
        taken = self.ask(place, form("file1", fields), Content_Type=kind, Cookie=cookie)
        self.assertEqual(taken[2]["Location"], "overzicht.php")
        fields["immatriculatie"] = ""
        self.assertIn("immatriculatie", self.ask(place, form("file1", fields), Content_Type=kind, Cookie=cookie)[1])
        self.assertIn("a.igc", self.ask("/charron/2026/flights.php?day=2026-07-04", Cookie=cookie)[1])
        self.assertEqual(self.ask("/charron/2026/login.php", b"gebruikersnaam=ada&paswoord=x")[0], 200)

    def test_soaring_spot_wants_its_headers(self):
        good = {"Accept": "application/json", "Authorization": "Club 4f1c2d:wasserkuppe"}
        place = "/soaringspot/competitions?country=DE&year=2026&page=3"
        self.assertEqual(self.ask(place, Authorization=good["Authorization"])[0], 406)
        self.assertEqual(self.ask(place, Accept="application/json")[0], 403)
        status, last, _ = self.ask(place, **good)
        self.assertEqual((status, len(last["competitions"]), last["pages"]), (200, 1, 3))
        self.assertEqual(self.ask("/soaringspot/competitions/1002", **good)[0], 404)
        flown = self.ask("/soaringspot/competitions/1001/flights/club/2026-07-04", **good)[1]["flights"]
        self.assertEqual(self.ask("/soaringspot/" + flown[0]["igc_file"], **good)[0], 302)
        self.assertIn("HFCIDCOMPETITIONID:7B", self.ask("/soaringspot/open/ben.igc")[1])
        last = self.ask("/control")[1]["soaringspot"]["asked"][-1]
        self.assertEqual(last, {"path": "open/ben.igc", "authorization": None, "accept": None})

    def test_xcsoar_names_files_that_are_there(self):
        text = self.ask("/xcsoar/repository")[1]
        uris = [line[4:] for line in text.splitlines() if line.startswith("uri=") and line.endswith(".cup")]
        answers = [self.ask(uri[len(self.server.address):].replace(" ", "%20"))[0] for uri in uris]
        self.assertEqual(answers, [200, 200, 200, 404, 302, 200])

    def test_openaip_tells_the_day_without_the_file(self):
        request = urllib.request.Request(self.server.address + "/openaip/de_asp.txt", method="HEAD")
        with self.opener.open(request, timeout=60) as answer:
            self.assertEqual((answer.headers["Last-Modified"], answer.read()), ("Sat, 04 Jul 2026 03:12:00 GMT", b""))
        self.assertIn("AN CTR FULDA", self.ask("/openaip/de_asp.txt")[1])
        self.assertEqual(self.ask("/openaip/xx_asp.txt")[0], 404)

    def test_charron_gives_days_and_files(self):
        login = urllib.parse.urlencode({"gebruikersnaam": "ada", "paswoord": "geheim"}).encode()
        cookie = self.ask("/charron/2026/login.php", login)[2]["Set-Cookie"].split(";")[0]
        fields = {"copiloot": "", "immatriculatie": "D-1234", "motorzwever": "0", "wedstrijd": "0"}
        self.ask("/charron/2026/invoer2.php", form("file1", fields), Cookie=cookie,
                 Content_Type="multipart/form-data; boundary=x")
        self.assertIn("flights.php?day=2026-07-04", self.ask("/charron/2026/days.php", Cookie=cookie)[1])
        self.assertNotIn("flights.php", self.ask("/charron/2027/days.php", Cookie=cookie)[1])
        self.assertIn("igc/a.igc", self.ask("/charron/2026/flights.php?day=2026-07-04", Cookie=cookie)[1])
        self.assertEqual(self.ask("/charron/2026/igc/a.igc", Cookie=cookie)[:2], (200, IGC.decode()))
        self.assertEqual(self.ask("/charron/2026/igc/a.igc")[2]["Location"], "login.php")
        self.ask("/control", json.dumps({"options": {"charron": {"archive": True}}}).encode())
        moved = self.ask("/charron/2026/igc/a.igc", Cookie=cookie)[2]["Location"]
        self.assertEqual(moved, "../archief/a.igc")
        self.assertEqual(self.ask("/charron/2026/archief/a.igc", Cookie=cookie)[0], 200)

    def test_signed_requests_are_told(self):
        self.weglide("flight")
        self.ask("/weglide/v1/18/igcfiles/47NXBC1.igc")
        told = self.ask("/control")[1]
        self.assertEqual(told["signed"], ["GET weglide flight"])
        self.assertEqual(len(told["log"]), 2)

    def test_faults_come_once(self):
        order = {"faults": [{"service": "weglide", "path": "flight", "status": 503, "body": "<busy>",
                             "headers": {"Retry-After": "7"}}]}
        self.ask("/control", json.dumps(order).encode())
        status, text, headers = self.ask("/weglide/v1/flight", X_API_Key="weglide-key")
        self.assertEqual((status, text, headers["Retry-After"]), (503, "<busy>", "7"))
        self.assertEqual(self.ask("/weglide/v1/flight", X_API_Key="weglide-key")[0], 200)


if __name__ == "__main__":
    unittest.main()
