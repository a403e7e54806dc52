"""openAIP's public files: airspace of a country in OpenAir, with the day of its last change in a header."""

AIRSPACE = b"""* Airspace of a country
AC R
AN ED-R 1 Wasserkuppe
AH 5000ft MSL
AL GND
V X=50:29:54 N 009:57:14 E
DC 3

AC D
AN CTR FULDA
AH 3500ft MSL
AL GND
DP 50:30:00 N 009:30:00 E
DP 50:36:00 N 009:30:00 E
DP 50:36:00 N 009:42:00 E
DP 50:30:00 N 009:42:00 E
"""


class OpenAIP:
    """Two countries. `modified` of `options` is the header of both; without it there is none."""

    prefix = "/openaip/"

    def __init__(self):
        self.options = {"modified": "Sat, 04 Jul 2026 03:12:00 GMT"}

    def state(self):
        return {}

    def answer(self, request):
        if request.method not in ("GET", "HEAD") or request.path not in ("de_asp.txt", "be_asp.txt"):
            return 404, "<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>"
        modified = self.options["modified"]
        return 200, AIRSPACE, {"Last-Modified": modified} if modified else {}
