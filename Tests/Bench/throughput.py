"""How fast sentences and packets are read, beside pynmea2 and pyvesc on the same bytes: CPU time, by
turns, so that noise of the machine meets all of them. Runs with the packages of
Tests/Foreign/requirements.txt."""

import json
import pathlib
import resource
import subprocess
import sys
import time

from streams import ROOT, flarm_stream, receiver_stream, vesc_stream

BINARIES = ROOT / ".build/release"
# The least CPU time that one measurement takes, s.
LEAST_S = 0.6

# What Barograph reads of each sentence, by pynmea2's names.
FIELDS = {
    "RMC": ("timestamp", "status", "latitude", "longitude", "spd_over_grnd", "true_course",
            "datestamp", "mag_variation", "mag_var_dir", "mode_indicator"),
    "GGA": ("timestamp", "latitude", "longitude", "gps_qual", "num_sats", "horizontal_dil",
            "altitude", "altitude_units", "geo_sep", "geo_sep_units", "age_gps_data",
            "ref_station_id"),
    "GSA": ("mode", "mode_fix_type", *(f"sv_id{n:02}" for n in range(1, 13)), "pdop", "hdop",
            "vdop"),
    "VTG": ("true_track", "mag_track", "spd_over_grnd_kts", "spd_over_grnd_kmph", "faa_mode"),
    "GRMZ": ("altitude", "altitude_unit", "pos_fix_dim"),
}


class Differs(Exception):
    """The parties have not read the same."""


class Sentences:
    """pynmea2's reading of a stream, line by line, the lines already cut and decoded for it."""

    def __init__(self, stream):
        import pynmea2  # pylint: disable=import-outside-toplevel
        self._parse = pynmea2.NMEASentence.parse
        self._lines = stream.decode("ascii").splitlines()

    def parse(self):
        for text in self._lines:
            self._parse(text)
        return len(self._lines)

    def read(self):
        """The same, and every field that Barograph reads."""
        for text in self._lines:
            message = self._parse(text)
            names = FIELDS.get(getattr(message, "sentence_type", ""))
            if names:
                for name in names:
                    getattr(message, name)
            else:
                self._read_flarm(message.data)
        return len(self._lines)

    @staticmethod
    def _read_flarm(data):
        """PFLAA and PFLAU, which pynmea2 leaves as texts: numbers are made of all but the id."""
        for index, text in enumerate(data[2:]):
            if text and index != 4:
                float(text)


class Packets:
    """pyvesc's reading of a stream, packet by packet, already cut for it."""

    def __init__(self, stream):
        sys.path.insert(0, str(ROOT / "Tests/Foreign"))
        # It brings the messages of firmware 6.
        import test_pyvesc  # pylint: disable=import-outside-toplevel,unused-import
        self._decode = test_pyvesc.pyvesc.decode
        self._packets = []
        while stream:
            end = stream[1] + 5
            self._packets.append(stream[:end])
            stream = stream[end:]

    def read(self):
        for packet in self._packets:
            message, _ = self._decode(packet)
            if message is None:
                raise Differs("pyvesc refuses a packet")
        return len(self._packets)


def python_rate(read):
    """Things a second of CPU time."""
    count, began = 0, time.process_time()
    while (used := time.process_time() - began) < LEAST_S:
        count += read()
    return count / used


class Own:
    """One of our programs that reads a file again and again; its start is in its CPU time."""

    def __init__(self, name, path, key, refused):
        self._program, self._path, self._key, self._refused = BINARIES / name, path, key, refused
        self._rounds = 1
        self.count, _ = self._run()
        self._rounds = 20
        _, seconds = self._run()
        self._rounds = max(1, round(20 * LEAST_S / seconds))

    def _run(self):
        """What it has read, and its CPU time."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        told = json.loads(subprocess.run([self._program, self._path, str(self._rounds)], check=True,
                                         capture_output=True, text=True).stdout)
        if any(told[key] for key in self._refused):
            raise Differs(f"{self._program.name} refuses something of {self._path}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return told[self._key], max(seconds, 0.001)

    def rate(self):
        count, seconds = self._run()
        return count / seconds


class Contest:
    """One stream, who reads it, and how fast each does in each round."""

    def __init__(self, what, own, peers):
        self.what, self._own, self._peers = what, own, peers
        self.rates = []
        self.ratios = {name: [] for name in peers}

    def round(self):
        own = self._own.rate()
        self.rates.append(own)
        for name, read in self._peers.items():
            self.ratios[name].append(own / python_rate(read))


def contests(folder):
    """The streams, written to `folder`, with all that read them."""
    found = []
    for what, stream in (("sentences, a FLARM", flarm_stream(20)),
                         ("sentences, a receiver", receiver_stream())):
        own = Own("sentence-rate", _write(folder, f"{what[-5:].strip()}.nmea", stream), "sentences",
                  ["refused"])
        peer = Sentences(stream)
        _check(what, own.count, peer.read())
        found.append(Contest(what, own, {"pynmea2, fields read": peer.read,
                                         "pynmea2, parsed only": peer.parse}))
    stream = vesc_stream()
    own = Own("packet-rate", _write(folder, "vesc.bin", stream), "packets",
              ["unknown", "truncated", "skippedBytes"])
    peer = Packets(stream)
    _check("packets", own.count, peer.read())
    found.append(Contest("packets, a VESC", own, {"pyvesc": peer.read}))
    return found


def _check(what, own, peer):
    if own != peer:
        raise Differs(f"{what}: {own} here, {peer} there")


def _write(folder, name, stream):
    path = pathlib.Path(folder) / name
    path.write_bytes(stream)
    return path
