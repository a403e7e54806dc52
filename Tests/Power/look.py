"""What lies on the box's disk after a cut, before anything has mended it."""

import contextlib
import re
import shutil
import sqlite3
import subprocess

from disk import contents

TABLES = ("telemetry_frames", "telemetry_minute_buckets", "telemetry_markers", "flights")


class Look:
    """The state directory of a disk's image: its database and its files.

    `faults` has a sentence for each thing that no cut may do."""

    def __init__(self, image, folder, barograph):
        self.faults = []
        shutil.rmtree(folder, ignore_errors=True)
        complaint = contents(image, folder / "state")
        if complaint:
            self.faults.append(f"the file system is damaged: {complaint[-300:]}")
        self.state = folder / "state"
        self._barograph = barograph
        self.fixes, self.recordings, self.settings, self.rows = {}, {}, {}, {}
        self.pilot = self._declared()
        if (self.state / "barograph.db").exists():
            self._read()
        for broken in self.state.glob("barograph.db.broken-*"):
            self.faults.append(f"a database was set aside as {broken.name}")

    def _read(self):
        with contextlib.closing(sqlite3.connect(self.state / "barograph.db")) as database:
            try:
                verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
                strays = database.execute("PRAGMA foreign_key_check").fetchall()
                self._rows(database)
            except sqlite3.DatabaseError as error:
                self.faults.append(f"the database cannot be read: {error}")
                return
        if verdict != "ok":
            self.faults.append(f"the database is damaged: {verdict}")
        if strays:
            self.faults.append(f"the database has rows without parents: {strays[:3]}")

    def _rows(self, database):
        if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'fix'").fetchone():
            return
        self.fixes = dict(database.execute(
            "SELECT recorded_at_ms, min(recording_id) FROM fix GROUP BY 1"))
        self.recordings = {row[0]: row[1:] for row in database.execute(
            "SELECT id, kind, end_reason, igc_id FROM recording_entry")}
        self.settings = dict(database.execute("SELECT key, value_json FROM app_settings"))
        self.rows = {table: database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
                     for table in TABLES}
        twice = database.execute("SELECT count(*) FROM fix").fetchone()[0] - len(self.fixes)
        if twice:
            self.faults.append(f"{twice} fixes are stored twice")

    def _declared(self):
        """The number of the pilot in the configuration that the box falls back to; 0 where it has no
        pilot, as when the first edit was cut off. A copy that is not whole is a fault."""
        kept = self.state / "configuration.last-good"
        if not kept.exists():
            return 0
        text = kept.read_text(errors="replace")
        pilot = re.search(r"/pilot.conf\n\[declaration\]\npilot = Pilot (\d+)\n", text)
        if not text.startswith("#=== ") or not text.endswith("\n"):
            self.faults.append(f"the kept configuration is damaged: {text[-200:]!r}")
        return int(pilot[1]) if pilot else 0

    @property
    def files(self):
        """The IGC files under their names."""
        return sorted((self.state / "flights").glob("*.IGC"))

    def check_files(self):
        """Every IGC file must be whole and signed by this box; faults are added."""
        if not self.files:
            return
        run = subprocess.run([self._barograph, "verify", "--json", "--keys", self.state / "keys",
                              *self.files], capture_output=True, text=True, check=False)
        if run.returncode:
            self.faults.append(f"IGC files are not valid: {run.stdout.strip()[-400:]}")

    def unwritten(self):
        """Recordings that have ended with a flight and have no file."""
        return [key for key, (_, reason, file) in self.recordings.items()
                if reason not in (None, "discarded") and not file]
