"""What is in the packages: files, fields, programs that start, and lintian's opinion."""

import os
import re
import tempfile
import unittest
from pathlib import Path

from packages import FOLDER, NAMES, ROOT, Package, run, source_version

GOLDEN = Path(__file__).parent / "Golden"


# Pages, whose names are no concern of the system, and the folders above units.
UNLISTED = re.compile(r" (/usr/share/(doc/[^/]+/docs|man)/.+|(/usr)?/lib/(systemd/)?)$")


class Contents(unittest.TestCase):
    """BAROGRAPH_UPDATE_GOLDEN writes the lists anew."""

    maxDiff = None

    def test_the_files_are_those_of_the_list(self):
        for name in NAMES:
            golden = GOLDEN / f"{name}.contents"
            # Where units lie is the distribution's.
            found = [
                re.sub(r" (/usr)?/lib/systemd/system", " UNITS", line)
                for line in Package(name).contents() if not UNLISTED.search(line)
            ]
            if "BAROGRAPH_UPDATE_GOLDEN" in os.environ:
                golden.write_text("\n".join(found) + "\n")
            self.assertEqual(golden.read_text().splitlines(), found, golden)

    def test_every_unit_is_in_a_package(self):
        packed = " ".join(line for name in NAMES for line in Package(name).contents())
        for unit in (ROOT / "systemd").glob("*.service"):
            self.assertIn(f"lib/systemd/system/{unit.name}", packed)

    def test_the_version_is_the_programs(self):
        text = (ROOT / "Sources/ControlAPI/ProductVersion.swift").read_text()
        self.assertIn(f'"{source_version()}"', text)

    def test_configuration_is_kept_on_upgrade(self):
        files = {"barograph": "barograph.conf", "barograph-receiver": "receiver.conf"}
        for name, file in files.items():
            with tempfile.TemporaryDirectory() as folder:
                control = Package(name).unpack(folder) / "DEBIAN"
                self.assertEqual((control / "conffiles").read_text(), f"/etc/barograph/{file}\n")


class Fields(unittest.TestCase):
    def test_libraries_are_named_and_swift_is_inside(self):
        common = {"libc6", "libstdc++6", "libgcc-s1", "libsystemd0", "libjansson4"}
        own = {
            "barograph": {"libsqlite3-0", "libudev1", "libarchive13", "libexpat1"},
            "barograph-receiver": {"libsqlite3-0", "libpq5"},
        }
        for name in NAMES:
            depends = Package(name).depends()
            self.assertLessEqual(common | own[name], depends)
            self.assertTrue(any(part.startswith("libmicrohttpd") for part in depends))
            self.assertTrue(any(part.startswith("libcurl") for part in depends))
            self.assertFalse([part for part in depends if "swift" in part])

    def test_users_can_be_made(self):
        for name in NAMES:
            self.assertIn("systemd", Package(name).depends())

    def test_a_receiver_on_the_box_needs_no_recorder(self):
        self.assertNotIn("barograph", Package("barograph-receiver").depends())
        self.assertIn("gpsd", Package("barograph").field("Recommends"))

    def test_they_are_of_one_architecture(self):
        for name in NAMES:
            self.assertNotEqual(Package(name).field("Architecture"), "all")


class Programs(unittest.TestCase):
    def test_they_start_from_the_package_and_accept_its_configuration(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in NAMES:
                Package(name).unpack(f"{folder}/{name}")
            recorder, receiver = (Path(folder) / name for name in NAMES)
            for program in ("barographd", "barograph"):
                text = run(recorder / "usr/bin" / program, "--version")
                self.assertEqual(text, f"{program} {source_version()}\n")
            server = receiver / "usr/bin/barograph-receiver"
            self.assertEqual(run(server, "--version"), f"barograph-receiver {source_version()}\n")
            run(recorder / "usr/bin/barographd", "--check-config",
                "--config", recorder / "etc/barograph/barograph.conf",
                env={"STATE_DIRECTORY": folder, "RUNTIME_DIRECTORY": folder})
            run(server, "serve", "--check-config",
                "--config", receiver / "etc/barograph/receiver.conf",
                env={"STATE_DIRECTORY": folder})

    def test_no_file_names_the_folder_of_the_build(self):
        for name in NAMES:
            with tempfile.TemporaryDirectory() as folder:
                for path in Package(name).unpack(folder).rglob("*"):
                    if path.is_file():
                        self.assertNotIn(bytes(ROOT), path.read_bytes(), path)

    def test_units_start_what_is_there(self):
        for name in NAMES:
            with tempfile.TemporaryDirectory() as folder:
                root = Package(name).unpack(folder)
                for unit in root.rglob("*.service"):
                    program = re.search(r"^ExecStart=(\S+)", unit.read_text(), re.M).group(1)
                    self.assertTrue(os.access(f"{root}{program}", os.X_OK), unit)


class Lintian(unittest.TestCase):
    def test_it_finds_nothing(self):
        """Nothing is overridden."""
        changes = list(FOLDER.glob(f"barograph_{source_version()}_*.changes"))
        found = run(
            "lintian", "--allow-root", "--tag-display-limit=0", "--info",
            "--fail-on=error,warning,info", *changes)
        self.assertEqual(found, "")


if __name__ == "__main__":
    unittest.main()
