#!/usr/bin/env python3
"""Writes the files that readers meet and no recorder should write: Fixtures/igc/<case>/input.igc.
Each is made by hand here, of no real flight; expected.txt beside it is what our reader makes of it, read
by eye (BAROGRAPH_UPDATE_FIXTURES=1 writes it anew)."""

import pathlib

HERE = pathlib.Path(__file__).resolve().parent
DATE = "HFDTE040726"


def fix(time, step=0, validity="A", pressure="00600", gnss="00650", more=""):
    """A B record that moves north with each step."""
    return f"B{time}{4700000 + step:07d}N01100000E{validity}{pressure}{gnss}{more}"


def three(start=100000, more=""):
    return [fix(f"{start + step:06d}", step, more=more) for step in range(3)]


def lines(*parts, end="\r\n"):
    flat = [line for part in parts for line in ([part] if isinstance(part, str) else part)]
    return "".join(line + end for line in flat).encode("utf-8")


HEAD = "4700000N01100000E"
CASES = {
    "date-plain": lines("AXXXABC", "HFDTE040726", three()),
    "date-long": lines("AXXXABC", "HFDTEDATE:040726,01", three()),
    "date-colon": lines("AXXXABC", "HFDTE:040726", three()),
    "date-blanks": lines("AXXXABC", "HFDTEDATE: 04 07 26 , 01", three()),
    "date-dots": lines("AXXXABC", "HFDTEDATE:04.07.26", three()),
    "date-century": lines("AXXXABC", "HFDTEDATE:04072026", three()),
    "date-missing": lines("AXXXABC", three()),
    "date-zeros": lines("AXXXABC", "HFDTE000000", three()),
    "date-1899": lines("AXXXABC", "HFDTE301299", three()),
    "date-1980": lines("AXXXABC", "HFDTE060180", three()),
    "date-2075": lines("AXXXABC", "HFDTE040775", three()),
    # 1024 weeks before the declaration in the same file.
    "date-week-rollover": lines(
        "AXXXABC", "HFDTE181106", "C030726080000040726000100Task", "C4700000N01100000EA",
        "C4700000N01100000EB", "C4710000N01100000EC", "C4710000N01100000ED", three()),
    "date-late": lines("AXXXABC", three(), DATE, three(100010)),
    "date-second-same": lines("AXXXABC", DATE, three(), "AXXXABC", DATE, three(100010)),
    # Two flights in one file, the second on the next day at an earlier hour.
    "date-second-day": lines(
        "AXXXABC", DATE, three(150000), "HFDTE050726", three(90000), "HFDTE010726", three(91000)),
    "date-at-midnight": lines("AXXXABC", DATE, fix("235959"), "HFDTE050726", fix("000000", 1)),
    "line-feeds": lines("AXXXABC", DATE, three(), end="\n"),
    "doubled-returns": lines("AXXXABC", DATE, three(), end="\r\r\n"),
    "returns-alone": lines("AXXXABC", DATE, three(), end="\r"),
    "mixed-ends": lines("AXXXABC", DATE) + lines(three(), end="\n") + lines(three(100003), end="\r"),
    "no-last-end": lines("AXXXABC", DATE, three())[:-2],
    "latin-1": "AXXXABC\r\nHFPLTPILOTINCHARGE:J\u00fcrg M\u00e4rklin\r\n".encode("latin-1")
    + lines(DATE, three()),
    "utf-8": lines("AXXXABC", "HFPLTPILOTINCHARGE:J\u00fcrg M\u00e4rklin", DATE, three()),
    "byte-order-mark": b"\xef\xbb\xbf" + lines("AXXXABC", DATE, three()),
    "no-recorder": lines(DATE, three()),
    "empty": b"",
    "odd-constellations": lines(
        "AXXXABC", DATE, "F", "F100000", "F1000000304A7", "F99", three()),
    "three-digit-positions": lines(
        "AXXXABC", DATE, "I033699ABC100102ENL103105MOP",
        three(more="-" * 64 + "123456"), fix("100003", 3, more="-" * 64 + "12")),
    "extensions-miscounted": lines("AXXXABC", DATE, "I033638ENL3940SIU", three(more="12309")),
    "opaque-extensions": lines("AXXXABC", DATE, "I023640QQQ4143ENL", three(more=" a~\xfc999")),
    "more-digits": lines(
        "AXXXABC", DATE, "I033637LAD3839LOD4042TDS",
        fix("100000", 0, more="9909250"), fix("100000", 1, more="0000500"),
        fix("100001", 2, more="-- - ---")),
    "engine": lines(
        "AXXXABC", DATE, "I033638ENL3941MOP4246RPM", fix("100000", more="01299900900"),
        fix("100001", 1, more="---00-02400"), fix("100002", 2, more="999")),
    "slow-records": lines(
        "AXXXABC", DATE, "I013638ENL", "J020810WDI1114WVE", three(more="001"), "K1000020900123",
        "K"),
    "midnight": lines("AXXXABC", DATE, fix("235958"), fix("235959", 1), fix("000000", 2),
                      "E000001PEV", fix("000001", 3)),
    # Seconds out of order around midnight are no second midnight.
    "midnight-disordered": lines("AXXXABC", DATE, fix("235959"), fix("000000", 1),
                                 fix("235959", 2), fix("000001", 3)),
    "steps-back": lines(
        "AXXXABC", DATE, fix("100000"), fix("100005", 1), fix("100003", 2), fix("100003", 3, "V"),
        fix("100004", 4), fix("223000", 5), fix("103001", 6)),
    "sixty-minutes": lines("AXXXABC", DATE, "B1000004760000N01100000EA0060000650",
                           "B1000014700000S01160000WA0060000650",
                           "B1000024760001N01100000EA0060000650"),
    "sixty-seconds": lines("AXXXABC", DATE, fix("100059"), fix("100060", 1), fix("240000", 2),
                           fix("100100", 3)),
    "after-signature": lines("AXXXABC", DATE, three()[:2], "GABCDEF", "G0123", three()[2],
                             "LXXXlater"),
    "joined": lines(
        "AXXXABC", DATE, "I013638ENL", fix("100000", more="111") + fix("100001", 1, more="222"),
        # The first of the two lost its end.
        fix("100002", 2, more="3")[:36] + fix("100003", 3, more="444"),
        fix("100004", 4)[:20] + fix("100005", 5, more="555"),
        "E100006PEV" + fix("100006", 6, more="666"), "F1000070304" + fix("100007", 7, more="777"),
        fix("100008", 8, more="888") + "E100009PEVmark", "LXXX" + fix("100010", 9)),
    "broken": lines("AXXXABC", DATE, fix("100000"), "B10000", "B", "?", "zzz", "b100001" + HEAD,
                    fix("10000A", 1), fix("100002", 2).replace("N", "Q"),
                    fix("100003", 3)[:34], fix("100004", 4)),
    "cut": lines("AXXXABC", DATE, three())[:-20],
    "one-digit-more": lines("AXXXABC", DATE, fix("100000"), "B10000147000010N01100000EA0060000650",
                            "B1000024700002N011000000EA0060000650", fix("100003", 3)),
    "negative-altitudes": lines(
        "AXXXABC", DATE, fix("100000", 0, "A", "-0041", "-0005"), fix("100001", 1, "A", "00-41", "0-005"),
        fix("100002", 2, "A", "  -41", "0000-"), fix("100003", 3, "A", "-  41", "00650"),
        fix("100004", 4, "A", "  -41", "00650")),
    "no-pressure-sensor": lines("AXXXABC", DATE, "HFALPALTPRESSURE:NIL", three()),
    "pressure-all-zeros": lines("AXXXABC", DATE, fix("100000", 0, "A", "00000"),
                                fix("100001", 1, "V", "00000", "00000")),
    "nul-blocks": lines("AXXXABC", DATE, three()[:1]) + bytes(600) + lines(three()[1:]) + bytes(1400)
    + lines(fix("100003", 3)) + bytes(10),
    "nul-inside": lines("AXXXABC", DATE, fix("100000"), fix("100001", 1)[:12] + "\0"
                        + fix("100001", 1)[13:], fix("100002", 2)),
    "task": lines(
        "AXXXABC", DATE, "C040726083000000000000102Morning round", "C0000000N00000000ETake-off",
        "C4700000N01100000EStart", "C4710000N01110000EOne", "C4720000N01100000ETwo",
        "C4700000N01100000EFinish", "C0000000N00000000E", three()),
    "task-bare": lines("AXXXABC", DATE, "C040726083000040726000101", "C4700000N01100000EStart",
                       "C4710000N01110000EOne", "C4700000N01100000EFinish", three()),
    "task-areas": lines(
        "AXXXABC", DATE, "C040726083000000000000101AAT 3:00", "C0000000N00000000E",
        "C4700000N01100000EStart", "C4710000N01110000EArea 20.0km 045 135",
        "C4700000N01100000EFinish", "C0000000N00000000E", three()),
    "tasks-many": lines(
        "AXXXABC", DATE, "C040726083000000000000100First", "C4700000N01100000EA",
        "C4700000N01100000EB", "C4710000N01100000EC", "C4710000N01100000ED",
        "C040726094500000000000200Second", "C4700000N01100000EA", "C4700000N01100000EB",
        "C4720000N01100000EC", "C4720000N01100000ED", three(), "Cnonsense"),
    "declared": lines(
        "AXXXABC", DATE, "HFPLTPILOT:NIL", "HPPLTPILOTINCHARGE: Ada Example ", "HOCM2CREW2:Bo",
        "HFGTYGLIDERTYPE:LS 4", "HFGIDGLIDERID:D-1234", "HFCIDCOMPETITIONID:XY",
        "HFCCLCOMPETITIONCLASS:NKN", three()),
}


def main():
    for name, content in CASES.items():
        folder = HERE / name
        folder.mkdir(exist_ok=True)
        (folder / "input.igc").write_bytes(content)


if __name__ == "__main__":
    main()
