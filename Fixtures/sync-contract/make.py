#!/usr/bin/env python3
"""Writes every case beside it: bodies and answers made from the tables of docs/sync-contract.md, and
the verdict on each, written here by hand. README.md tells of the files.

    python3 Fixtures/sync-contract/make.py
"""
import json
import pathlib
import shutil

HERE = pathlib.Path(__file__).resolve().parent
PAGE = (HERE.parents[1] / "docs/sync-contract.md").read_text(encoding="utf-8")
MIB, LARGEST = 1_048_576, 2**53 - 1
SMILE = "\U0001F600"


def declarations(block):
    for line in block.strip().split("\n"):
        if not line.startswith(" ") and not line.startswith("deleteActions"):
            name, *fields = line.split()
            yield name.rstrip("+"), [tuple(field.split(":")) for field in fields], name.endswith("+")


BLOCKS = PAGE.split("```")
TABLES = {name: (fields, more) for name, fields, more in declarations(BLOCKS[1])}
TARGETS = {name: (fields, more) for name, fields, more in declarations(BLOCKS[3])}
ORDER = list(TABLES) + ["deleteActions"]
STRICT = [name for name in ORDER if name == "deleteActions" or not TABLES[name][1]]
SAMPLES = {"key": "k", "dkey": "", "text": "t", "hash": "0123456789abcdef" * 4, "bool": True, "ms": 1_784_030_400_000,
           "ms%60000": 1_784_030_400_000, "i32": -5, "i32>0": 250, "cnt": 7, "i53": -9, "num": 1.5}


def row(table, dialect="strict", **values):
    """A valid row; `values` replace single ones."""
    result = {}
    for name, kind in TABLES[table][0]:
        if "+" in kind and dialect == "strict":
            continue
        base = kind.rstrip("?+")
        result[name] = values.pop(name) if name in values else SAMPLES.get(base, base.split("|")[0])
    assert not values, values
    return result


def action(target, **values):
    fields = {name: SAMPLES[kind] for name, kind in TARGETS[target][0]}
    return {"target": target, **fields, "deletedAt": SAMPLES["ms"], **values}


def text(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def body(**tables):
    return text(tables).encode()


def one(table, **values):
    return body(**{table: [row(table, **values)]})


def raw(table, field, spelling):
    """A body with one value spelled in a way of its own."""
    return one(table, **{field: "@@"}).replace(b'"@@"', spelling if isinstance(spelling, bytes) else spelling.encode())


def sized(count, filler="x"):
    """A body of `count` bytes whose last text ends in `filler`."""
    events = [row("diagnosticEvents", message="") for _ in range(3)]
    width = len(filler.encode())
    room = count - len(body(diagnosticEvents=events))
    events[0]["message"] = "x" * (room % width)
    events[2]["message"] = filler * (room // width)
    result = body(diagnosticEvents=events)
    assert len(result) == count
    return result


BATCHES = []


def batch(name, about, content, both=None, strict=None, extended=None):
    BATCHES.append((name, about, content, strict or both, extended or both))


def good(name, about, content, both=None, **other):
    batch(name, about, content, None if both is None else "accepted " + both, **other)


def bad(name, about, content, both=None, **other):
    batch(name, about, content, None if both is None else "refused " + both, **other)


def everything(dialect):
    names = [name for name in (STRICT if dialect == "strict" else ORDER) if name != "deleteActions"]
    rows = {name: [row(name, dialect)] for name in names}
    targets = [name for name in TARGETS if dialect == "extended" or not TARGETS[name][1]]
    return body(**rows, deleteActions=[action(name) for name in targets]), " ".join(
        [f"{name}=1" for name in names] + [f"deleteActions={len(targets)}"])


def whole():
    content, counts = everything("strict")
    batch("every-table-strict", "one row of each table, each delete target", content,
          strict="accepted " + counts, extended="refused missing-field boards 0 deletedAt")
    content, counts = everything("extended")
    batch("every-table-extended", "one row of each table, each delete target", content,
          strict="refused unknown-field boards 0 -", extended="accepted " + counts)
    good("empty-batch", "no rows at all", b"{}", "-")
    nulls = {table: [row(table, **{name: None for name, kind in TABLES[table][0] if "?" in kind})]
             for table in ["telemetryMarkers", "diagnosticEvents", "telemetryFrames", "telemetryMinuteBuckets",
                           "favorites"]}
    good("all-null", "every field that may be null is", body(**nulls), " ".join(f"{name}=1" for name in nulls))


def keys():
    at = "appSettings 0 key"
    for name, about, value in [("128", "128 ASCII letters", "a" * 128), ("128-accents", "128 letters of two bytes", "é" * 128),
                               ("128-astral", "64 characters of two UTF-16 units", SMILE * 64)]:
        good(f"key-{name}", about, one("appSettings", key=value), "appSettings=1")
    good("key-128-astral-escaped", "the same spelled with escapes",
         raw("appSettings", "key", '"' + "\\ud83d\\ude00" * 64 + '"'), "appSettings=1")
    for name, about, value in [("129", "one letter too many", "a" * 129), ("129-astral", "a unit too many", SMILE * 64 + "a"),
                               ("130-astral", "65 characters, 130 units", SMILE * 65), ("empty", "no letter", "")]:
        bad(f"key-{name}", about, one("appSettings", key=value), f"key-length {at}")
    good("dkey-empty", "a dkey may be empty", one("metricExclusionRanges", boardId=""), "metricExclusionRanges=1")
    good("dkey-128", "its upper bound", one("metricExclusionRanges", boardId=SMILE * 64), "metricExclusionRanges=1")
    bad("dkey-129", "a unit too many", one("metricExclusionRanges", boardId=SMILE * 64 + "a"),
        "key-length metricExclusionRanges 0 boardId")
    bad("hash-upper-case", "digits of a hash are in lower case", one("mapFiles", id="0123456789ABCDEF" * 4),
        strict="refused unknown-table - - -", extended="refused bad-text mapFiles 0 id")
    bad("hash-63", "a digit too few", one("mapFiles", id="a" * 63),
        strict="refused unknown-table - - -", extended="refused bad-text mapFiles 0 id")


def numbers():
    edges = [("i32", "telemetryFrames", "speedCentiKmh", -2**31, 2**31 - 1), ("cnt", "telemetryFrames", "flags", 0, 2**31 - 1),
             ("i53", "telemetryFrames", "odometerCm", -LARGEST, LARGEST), ("ms", "telemetryFrames", "capturedAtMs", 0, LARGEST),
             ("positive", "privacyZones", "radiusMeters", 1, 2**31 - 1)]
    for name, table, field, low, high in edges:
        good(f"{name}-lowest", "a bound", one(table, **{field: low}), f"{table}=1")
        good(f"{name}-highest", "a bound", one(table, **{field: high}), f"{table}=1")
        bad(f"{name}-below", "one less than allowed", one(table, **{field: low - 1}), f"number-range {table} 0 {field}")
        bad(f"{name}-above", "one more than allowed", one(table, **{field: high + 1}), f"number-range {table} 0 {field}")
    bad("integer-64-bits", "2^63", one("telemetryFrames", odometerCm=2**63), "number-range telemetryFrames 0 odometerCm")
    bad("integer-400-digits", "beyond any machine's numbers", raw("telemetryFrames", "odometerCm", "9" * 400),
        "number-range telemetryFrames 0 odometerCm")
    good("bucket-on-the-minute", "a multiple of 60,000", one("telemetryMinuteBuckets", bucketStartMs=60_000), "telemetryMinuteBuckets=1")
    bad("bucket-off-the-minute", "a millisecond after a minute", one("telemetryMinuteBuckets", bucketStartMs=60_001),
        "number-range telemetryMinuteBuckets 0 bucketStartMs")
    for name, spelling, kind in [("fraction", "1.0", "unexpected-type"), ("exponent", "1e3", "unexpected-type"),
                                 ("leading-zero", "01", "malformed"), ("negative-zero", "-0", "malformed"),
                                 ("plus", "+1", "malformed"), ("bare-minus", "-", "malformed")]:
        bad(f"integer-{name}", f"a whole number spelled {spelling}", raw("appSettings", "updatedAt", spelling),
            f"{kind} appSettings 0 updatedAt")
    alert = "alerts 0 threshold"
    for name, spelling in [("shortest", "0.1"), ("whole", "1000"), ("exponent", "1E+3"), ("smallest", "5e-324"),
                           ("largest", "-1.7976931348623157e+308"), ("negative-zero", "-0.0"), ("underflow", "1e-400")]:
        good(f"num-{name}", f"a double spelled {spelling}", raw("alerts", "threshold", spelling),
             strict="accepted alerts=1", extended="refused missing-field alerts 0 repeatEverySeconds")
    for name, spelling, kind in [("nan", "NaN", "malformed"), ("infinity", "Infinity", "malformed"), ("1e400", "1e400", "number-range"),
                                 ("whole-beyond-64-bits", "1" + "0" * 19, "number-range"), ("65-bytes", "0." + "1" * 63, "number-range"),
                                 ("no-digit-after-point", "1.", "malformed"), ("no-digit-before-point", ".5", "malformed"),
                                 ("no-exponent", "1e", "malformed"), ("leading-zero", "00.5", "malformed")]:
        bad(f"num-{name}", f"a double spelled {spelling}", raw("alerts", "threshold", spelling), f"{kind} {alert}")


def structure():
    zone = row("privacyZones")
    frame = row("telemetryFrames")
    del frame["canId"]
    bad("missing-nullable", "null must be said", body(telemetryFrames=[row("telemetryFrames"), frame]),
        "missing-field telemetryFrames 1 canId")
    bad("missing-last", "the row ends too soon", body(appSettings=[{"key": "k", "valueJson": "1"}]),
        "missing-field appSettings 0 updatedAt")
    bad("row-without-fields", "an empty object", b'{"appSettings":[{}]}', "missing-field appSettings 0 key")
    bad("extra-key", "a field that nobody knows", body(appSettings=[{**row("appSettings"), "colour": 1}]),
        "unknown-field appSettings 0 -")
    bad("extra-key-first", "the same before the others", body(appSettings=[{"colour": 1, **row("appSettings")}]),
        "unknown-field appSettings 0 key")
    bad("field-order", "two fields changed places", body(appSettings=[{"valueJson": "1", "key": "k", "updatedAt": 1}]),
        "missing-field appSettings 0 key")
    bad("duplicate-key", "a field twice in a row", b'{"appSettings":[{"key":"k","key":"k","valueJson":"1","updatedAt":1}]}',
        "duplicate-field appSettings 0 key")
    bad("duplicate-key-last", "a field again at the end", b'{"appSettings":[{"key":"k","valueJson":"1","updatedAt":1,"key":"k"}]}',
        "duplicate-field appSettings 0 key")
    bad("unknown-table", "a table that nobody knows", body(rides=[zone]), "unknown-table - - -")
    batch("extended-table", "a table of the extended dialect", one("homebases"), strict="refused unknown-table - - -",
          extended="accepted homebases=1")
    bad("table-order", "a parent after its child", body(boardSettings=[row("boardSettings")], boards=[row("boards", "extended")]),
        "table-order boards - -")
    first = text([zone])
    bad("duplicate-table", "a table twice", f'{{"privacyZones":{first},"privacyZones":{first}}}'.encode(),
        "duplicate-table privacyZones - -")
    bad("duplicate-table-later", "a table again after another", (f'{{"privacyZones":{first},"telemetryMarkers":'
        f'{text([row("telemetryMarkers")])},"privacyZones":{first}}}').encode(), "duplicate-table privacyZones - -")
    bad("empty-array", "a table without rows", body(privacyZones=[]), "empty-table privacyZones - -")
    bad("table-null", "null in place of rows", body(privacyZones=None), "unexpected-type privacyZones - -")
    bad("table-object", "a row in place of rows", body(privacyZones=zone), "unexpected-type privacyZones - -")
    bad("row-array", "an array in place of a row", body(appSettings=[[1, 2]]), "unexpected-type appSettings 0 -")
    bad("row-null", "null in place of a row", body(appSettings=[row("appSettings"), None]), "unexpected-type appSettings 1 -")
    bad("batch-array", "rows without a table", text([zone]).encode(), "unexpected-type - - -")
    bad("value-object", "an object in place of a text", raw("appSettings", "valueJson", "{}"), "unexpected-type appSettings 0 valueJson")
    bad("value-array", "an array in place of a number", raw("appSettings", "updatedAt", "[1]"), "unexpected-type appSettings 0 updatedAt")
    bad("value-text", "digits in quotation marks", one("appSettings", updatedAt="1"), "unexpected-type appSettings 0 updatedAt")
    bad("value-number", "a number in place of a text", one("appSettings", valueJson=1), "unexpected-type appSettings 0 valueJson")
    bad("value-one-for-true", "1 is not true", one("privacyZones", enabled=1), "unexpected-type privacyZones 0 enabled")
    bad("value-null", "null where it may not be", one("appSettings", valueJson=None), "unexpected-null appSettings 0 valueJson")
    bad("deep-arrays", "100,000 arrays", b"[" * 100_000, "unexpected-type - - -")
    bad("deep-value", "100,000 arrays in place of a text", raw("appSettings", "valueJson", "[" * 100_000),
        "unexpected-type appSettings 0 valueJson")
    bad("deep-objects", "objects in each other", b'{"appSettings":' * 10_000, "unexpected-type appSettings - -")
    bad("choice-unknown", "a severity that nobody knows", one("boardWarnings", severity="fatal"), "unknown-choice boardWarnings 0 severity")
    bad("reason-unknown", "a reason that nobody knows", one("metricExclusionRanges", reason="wind"),
        "unknown-choice metricExclusionRanges 0 reason")


def actions():
    at = "deleteActions 0"

    def delete(value):
        return body(deleteActions=[value])

    good("delete-each-key", "an identity of two fields", delete(action("boardSetting")), "deleteActions=1")
    batch("delete-extended", "a target of the extended dialect", delete(action("flight")),
          strict=f"refused unknown-choice {at} target", extended="accepted deleteActions=1")
    bad("delete-telemetry", "telemetry is no target", delete({"target": "telemetryFrame", "id": "1", "deletedAt": 1}),
        f"unknown-choice {at} target")
    bad("delete-other-identity", "the identity of another target", delete({"target": "boardSetting", "id": "k", "deletedAt": 1}),
        f"unknown-field {at} boardId")
    bad("delete-no-identity", "what is to be deleted?", delete({"target": "board", "deletedAt": 1}), f"missing-field {at} id")
    bad("delete-target-last", "the target comes first", delete({"id": "k", "deletedAt": 1, "target": "board"}), f"unknown-field {at} target")
    bad("delete-target-null", "no target", delete({"target": None, "id": "k", "deletedAt": 1}), f"unexpected-null {at} target")
    bad("delete-too-much", "an identity too large", delete(action("board", key="k")), f"unknown-field {at} -")


def texts():
    at = "appSettings 0 valueJson"
    good("text-escapes", "every escape of JSON",
         raw("appSettings", "valueJson", '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\u00e9\\u20AC\\ud83d\\ude00"'), "appSettings=1")
    good("text-controls", "what must be escaped, as Barograph does it", one("appSettings", valueJson="".join(map(chr, range(1, 128)))),
         "appSettings=1")
    good("text-unicode", "the last of each length", one("appSettings", valueJson="\x7f\u07ff\ud7ff\ue000\uffff\U0010ffff"), "appSettings=1")
    for name, about, spelling, kind in [
            ("nul-escaped", "NUL as an escape", b'"a\\u0000b"', "bad-text"), ("nul", "NUL as a byte", b'"a\0b"', "bad-text"),
            ("raw-control", "a line end as a byte", b'"a\nb"', "malformed"), ("high-surrogate", "half a pair", b'"\\ud83d"', "bad-text"),
            ("low-surrogate", "the other half", b'"\\ude00"', "bad-text"), ("two-high-surrogates", "no pair", b'"\\ud83d\\ud83d"', "bad-text"),
            ("surrogate-then-letter", "no pair", b'"\\ud83da"', "bad-text"), ("surrogate-bytes", "half a pair in UTF-8", b'"\xed\xa0\x80"', "bad-text"),
            ("continuation", "a byte that only continues", b'"\x80"', "bad-text"), ("overlong", "NUL in two bytes", b'"\xc0\x80"', "bad-text"),
            ("cut-character", "two of three bytes", b'"\xe2\x82"', "bad-text"), ("beyond-unicode", "U+110000", b'"\xf4\x90\x80\x80"', "bad-text"),
            ("latin-1", "another encoding", b'"caf\xe9"', "bad-text"), ("unknown-escape", "no escape of JSON", b'"\\x41"', "malformed"),
            ("short-escape", "three digits", b'"\\u041"', "malformed"), ("single-quotes", "other quotation marks", b"'a'", "malformed")]:
        bad(f"text-{name}", about, raw("appSettings", "valueJson", spelling), f"{kind} {at}")


def ends():
    fine = one("appSettings")
    bad("body-empty", "no bytes", b"", "malformed - - -")
    bad("body-cut", "the last byte is missing", fine[:-1], "malformed - - -")
    bad("trailing-line-end", "a line end after the batch", fine + b"\n", "trailing-bytes - - -")
    bad("trailing-object", "a second batch", fine + fine, "trailing-bytes - - -")
    bad("trailing-nul", "NUL after the batch", fine + b"\0", "trailing-bytes - - -")
    bad("byte-order-mark", "a mark before the batch", b"\xef\xbb\xbf" + fine, "malformed - - -")
    bad("blanks", "blanks between tokens", json.dumps({"appSettings": [row("appSettings")]}).encode(), "malformed appSettings - -")
    bad("comma-last", "a comma after the last row", fine.replace(b"}]}", b"},]}"), "malformed appSettings 1 -")
    bad("comma-missing", "two rows without a comma", fine.replace(b"}]}", b"}{}]}"), "malformed appSettings - -")
    bad("table-name-number", "a key that is no text", b'{1:[]}', "malformed - - -")


def sizes():
    marker = row("telemetryMarkers", message=None, boardId=None)
    setting = row("appSettings")
    good("rows-1000", "as many as allowed", body(appSettings=[setting] * 400, telemetryMarkers=[marker] * 600),
         "appSettings=400 telemetryMarkers=600")
    bad("rows-1001", "one more", body(appSettings=[setting] * 400, telemetryMarkers=[marker] * 601), "too-many-rows telemetryMarkers - -")
    good("bytes-1-mib", "as many bytes as allowed", sized(MIB), "diagnosticEvents=3")
    bad("bytes-1-mib-and-1", "one more", sized(MIB + 1), "too-large - - -")
    good("bytes-multi-byte", "exactly 1 MiB, in a third as many characters", sized(MIB, "€"), "diagnosticEvents=3")
    bad("bytes-multi-byte-and-1", "a byte more, though far fewer characters", sized(MIB + 1, "€"), "too-large - - -")
    bad("row-beyond-1-mib", "a row that fits in no batch", one("appSettings", valueJson="x" * MIB), "too-large - - -")


ANSWERS = []


def answers():
    def answer(dialect="strict", **changed):
        counts = {name: 0 for name in (STRICT if dialect == "strict" else ORDER)}
        return {"accepted": {**counts, **changed}}

    def add(name, about, content, strict, extended=None, content_of=None):
        ANSWERS.append((f"answer-{name}", about, content if isinstance(content, bytes) else text(content).encode(),
                        strict, extended or strict, content_of))

    other = "refused missing-field tasks"
    add("strict", "fifteen tables, two with rows", answer(boards=1, deleteActions=2), "accepted boards=1 deleteActions=2", other)
    add("extended", "twenty tables", answer("extended", flights=3), "refused unknown-table -", "accepted flights=3")
    add("zeros", "nothing was taken in", answer(), "accepted -", other)
    add("other-order", "the tables backwards", {"accepted": dict(reversed(answer(boards=1)["accepted"].items()))}, "accepted boards=1", other)
    add("blanks", "blanks between tokens", json.dumps(answer(boards=1), indent=1).encode(), "accepted boards=1", other)
    add("largest", "2^53-1", answer(boards=LARGEST), f"accepted boards={LARGEST}", other)
    missing = answer()
    del missing["accepted"]["favorites"]
    add("missing-key", "a table is not spoken of", missing, "refused missing-field favorites")
    add("extra-key", "a table that nobody knows", answer(rides=0), "refused unknown-table -")
    add("duplicate-key", "a table twice", text(answer()).replace('"boards":0', '"boards":0,"boards":0').encode(), "refused duplicate-table boards")
    add("text", "digits in quotation marks", answer(boards="1"), "refused unexpected-type boards")
    add("null", "no count", answer(boards=None), "refused unexpected-type boards")
    add("negative", "less than nothing", answer(boards=-1), "refused number-range boards")
    add("fraction", "half a row", answer(boards=0.5), "refused unexpected-type boards")
    add("too-large", "2^53", answer(boards=LARGEST + 1), "refused number-range boards")
    add("trailing-bytes", "something after it", text(answer()).encode() + b"{}", "refused trailing-bytes -")
    add("trailing-line-end", "a line end after it", text(answer()).encode() + b"\n", "refused trailing-bytes -")
    add("other-member", "a second member", {**answer(), "more": 1}, "refused unknown-field -")
    add("not-wrapped", "the counts alone", answer()["accepted"], "refused unknown-field -")
    add("array", "no object", [], "refused unexpected-type -")
    add("cut", "half an answer", text(answer()).encode()[:100], "refused malformed -")
    add("empty", "no bytes", b"", "refused malformed -")
    add("long", "more than 16 KiB", text(answer()).encode() + b" " * 20_000, "refused too-large -")
    add("wrong-count", "a good answer, but of two boards that were sent it took one", answer(boards=1), "differs boards=1", other,
        body(boards=[row("boards", id="a"), row("boards", id="b")]))


SERVERS = []


def servers():
    def add(name, about, dialect, steps, rows):
        SERVERS.append((f"server-{name}", about, dialect, steps, rows))

    t = SAMPLES["ms"]
    board = body(boards=[row("boards")])
    setting = body(boardSettings=[row("boardSettings", boardId="k", key="lights", valueJson="1", updatedAt=t)])
    gone = body(deleteActions=[action("board", id="k", deletedAt=t + 1)])
    taken, kept = "200 boardSettings=1", [("boards", {"id": "k"})]
    add("child-without-parent", "nothing of the batch is applied, the good row before it neither", "strict",
        [(body(appSettings=[row("appSettings")], boardSettings=[row("boardSettings")]), "409 missing-parent boardSettings 0 boardId")], [])
    add("tombstoned-parent", "its rides are taken in; an older setting is counted and stays deleted", "strict",
        [(board, "200 boards=1"), (gone, "200 deleteActions=1"),
         (body(boardSettings=[row("boardSettings", updatedAt=t)], telemetryFrames=[row("telemetryFrames")]),
          "200 boardSettings=1 telemetryFrames=1")], kept + [("telemetryFrames", {"boardId": "k"})])
    content, counts = everything("strict")
    no_actions = body(**{name: rows for name, rows in json.loads(content).items() if name != "deleteActions"})
    counts = counts.rsplit(" ", 1)[0]
    add("identical-resend", "the answer was lost; the same again changes nothing", "strict",
        [(board, "200 boards=1")] + [(no_actions, "200 " + counts)] * 2,
        [(name, {}) for name in STRICT if name != "deleteActions"])
    for name, about, stamp, value in [("older-stamp", "counted, not stored", t - 1, "1"), ("equal-stamp", "counted, not stored", t, "1"),
                                      ("newer-stamp", "replaces the row", t + 1, "2")]:
        later = body(boardSettings=[row("boardSettings", boardId="k", key="lights", valueJson="2", updatedAt=stamp)])
        add(name, about, "strict", [(board, "200 boards=1"), (setting, taken), (later, taken)],
            kept + [("boardSettings", {"valueJson": value})])
    for name, about, stamp, rows in [("action-older", "older than its row: counted, nothing is deleted", t - 1, [("boardSettings", {"valueJson": "1"})]),
                                     ("action-equal", "as old as its row: deleted", t, [])]:
        delete = body(deleteActions=[action("boardSetting", boardId="k", key="lights", deletedAt=stamp)])
        add(name, about, "strict", [(board, "200 boards=1"), (setting, taken), (delete, "200 deleteActions=1")], kept + rows)
    delete = body(deleteActions=[action("boardSetting", boardId="k", key="lights", deletedAt=t)])
    add("action-missing-row", "there is nothing to delete: success", "strict", [(delete, "200 deleteActions=1")], [])
    add("late-upsert", "older than the action that deleted it: does not come back", "strict",
        [(board, "200 boards=1"), (delete, "200 deleteActions=1"), (setting, taken)], kept)
    add("wider-range", "the larger end and count win", "strict",
        [(body(metricExclusionRanges=[row("metricExclusionRanges", endMs=t + end, sampleCount=count)]), "200 metricExclusionRanges=1")
         for end, count in [(5, 2), (3, 9)]], [("metricExclusionRanges", {"endMs": t + 5, "sampleCount": 9})])
    alert = row("alerts", "extended", repeatEverySeconds=30, beepCount=2)
    add("dialect-grows", "the same alert again, with the fields that strict could not carry: they are filled in", "extended",
        [(body(boards=[row("boards")], alerts=[row("alerts")]), "strict 200 boards=1 alerts=1"), (body(alerts=[alert]), "200 alerts=1")],
        [("boards", {"id": "k"}), ("alerts", alert)])
    flight = row("flights", comments="", fieldsUpdatedAt=0, analysisVersion=1, heightGainedM=10, lastOpenedAt=None, inLogbook=False, updatedAt=t)
    edited = {**flight, "comments": "wave", "fieldsUpdatedAt": t + 1, "lastOpenedAt": t + 1, "inLogbook": True, "updatedAt": t + 1}
    analysed = {**flight, "analysisVersion": 2, "heightGainedM": 20, "summaryUpdatedAt": t + 2, "updatedAt": t + 2}
    merged = {**edited, "analysisVersion": 2, "heightGainedM": 20, "summaryUpdatedAt": t + 2, "updatedAt": t + 2}
    steps = [(body(flights=[one]), "200 flights=1") for one in (flight, edited, analysed)]
    add("flight-merge", "an edit on one box and an analysis on another both survive", "extended", steps, [("flights", merged)])
    old = body(deleteActions=[action("flight", deletedAt=t + 1)])
    add("flight-edited-after-delete", "the last edit is newer than the action", "extended", steps + [(old, "200 deleteActions=1")],
        [("flights", merged)])


def write(name, about, files, lines):
    folder = HERE / name
    folder.mkdir()
    for file, content in files.items():
        (folder / file).write_bytes(content)
    (folder / "expected.txt").write_text("\n".join([f"# {about}"] + lines) + "\n", encoding="utf-8")


def main():
    for old in HERE.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
    for part in (whole, keys, numbers, structure, actions, texts, ends, sizes, answers, servers):
        part()
    for name, about, content, strict, extended in BATCHES:
        write(name, about, {"batch.json": content}, [f"strict {strict}", f"extended {extended}"])
    for name, about, content, strict, extended, sent in ANSWERS:
        files = {"answer.json": content, **({"sent.json": sent} if sent else {})}
        write(name, about, files, [f"strict {strict}", f"extended {extended}"])
    for name, about, dialect, steps, rows in SERVERS:
        files = {f"{number}.json": content for number, (content, _) in enumerate(steps, 1)}
        write(name, about, files, [f"step {number} {verdict if verdict.startswith('strict') else dialect + ' ' + verdict}" for number, (_, verdict) in enumerate(steps, 1)]
              + [f"row {table} {text(values)}" for table, values in rows])
    print(f"{len(BATCHES)} batches, {len(ANSWERS)} answers, {len(SERVERS)} conversations")


if __name__ == "__main__":
    main()
