"""Installs, upgrades, removes and purges the packages in a folder, without root and without systemd.

dpkg runs the maintainer scripts outside the folder (script-chrootless), so programs that would touch
this machine are replaced: each only writes down how it was called. No script names one by a path.
"""

import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from packages import NAMES, Package, run

REPLACED = (
    "deb-systemd-helper", "deb-systemd-invoke", "systemctl", "systemd-sysusers",
    "systemd-tmpfiles", "udevadm", "adduser", "deluser",
)
CONFIGURATION = {"barograph": "barograph.conf", "barograph-receiver": "receiver.conf"}


class Machine:
    """A folder that dpkg installs into, with the calls that scripts made."""

    def __init__(self, folder):
        self.root = Path(folder) / "root"
        self.calls_file = Path(folder) / "calls"
        self.bin = Path(folder) / "bin"
        for path in (self.root / "var/lib/dpkg/updates", self.root / "var/lib/dpkg/info", self.bin):
            path.mkdir(parents=True)
        (self.root / "var/lib/dpkg/status").touch()
        (self.root / "var/lib/dpkg/available").touch()
        for name in REPLACED:
            program = self.bin / name
            program.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.calls_file}"\n')
            program.chmod(0o755)

    def dpkg(self, *arguments):
        """What dpkg said; the calls of its scripts are in `calls`."""
        self.calls_file.write_text("")
        environment = {
            "PATH": f"{self.bin}:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        return run(
            "fakeroot", "dpkg", f"--root={self.root}", f"--log={self.root}/dpkg.log",
            "--force-script-chrootless,depends,confdef,confold", *arguments,
            env=environment, stdin=subprocess.DEVNULL)

    @property
    def calls(self):
        return self.calls_file.read_text().splitlines()

    def called(self, pattern):
        return any(re.search(pattern, call) for call in self.calls)


def older(package, folder):
    """A package of an earlier version, with another default and a program that only ends."""
    tree = package.unpack(f"{folder}/{package.name}-older")
    control = tree / "DEBIAN/control"
    control.write_text(re.sub(r"(?m)^Version: .*", "Version: 0.0.1", control.read_text()))
    for program in (tree / "usr/bin").iterdir():
        program.write_text("#!/bin/sh\n")
    configuration = tree / "etc/barograph" / CONFIGURATION[package.name]
    configuration.write_text("# an earlier default\n")
    path = Path(folder) / f"{package.name}-older.deb"
    run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "--build", tree, path)
    shutil.rmtree(tree)
    return path


class Scripts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.machine = Machine(self.folder)
        self.packages = [Package(name) for name in NAMES]

    def install(self):
        return self.machine.dpkg("--install", *(package.path for package in self.packages))

    def configuration(self, package):
        return self.machine.root / "etc/barograph" / CONFIGURATION[package.name]

    def test_scripts_name_no_program_by_its_path(self):
        for package in self.packages:
            control = package.unpack(f"{self.folder}/{package.name}") / "DEBIAN"
            for script in ("postinst", "prerm", "postrm"):
                text = (control / script).read_text()
                run("sh", "-n", control / script)
                lines = [line for line in text.splitlines()[1:] if " -x " not in line]
                paths = re.findall(r"(?:/usr)?/s?bin/\S+", "\n".join(lines))
                self.assertEqual(paths, [], script)

    def test_an_installation_makes_users_and_enables_services(self):
        self.install()
        for call in (
            "systemd-sysusers .*barograph.conf", "systemd-sysusers .*barograph-receiver.conf",
            "deb-systemd-helper enable barographd.service",
            "deb-systemd-helper enable barograph-receiver.service",
        ):
            self.assertTrue(self.machine.called(call), (call, self.machine.calls))

    def test_an_upgrade_keeps_what_was_edited_and_takes_new_defaults_otherwise(self):
        self.machine.dpkg("--install", *(older(package, self.folder) for package in self.packages))
        edited, untouched = (self.configuration(package) for package in self.packages)
        edited.write_text("[recording]\npolicy = always\n")
        own = self.machine.root / "etc/barograph/barograph.conf.d/glider.conf"
        own.write_text("[declaration]\npilot = Ada\n")
        self.install()
        self.assertEqual(edited.read_text(), "[recording]\npolicy = always\n")
        self.assertIn("Each key stands here with its default", untouched.read_text())
        self.assertTrue(own.exists())
        self.assertFalse(self.machine.called(" stop "), "recording goes on until the restart")

    def test_an_upgrade_restarts_and_a_removal_stops(self):
        """The snippets that act only where systemd runs."""
        for package in self.packages:
            control = package.unpack(f"{self.folder}/{package.name}") / "DEBIAN"
            unit = {"barograph": "barographd"}.get(package.name, package.name) + ".service"
            postinst = (control / "postinst").read_text()
            self.assertIn("_dh_action=restart", postinst)
            self.assertIn("_dh_action=start\n", postinst)
            self.assertRegex(postinst, rf"deb-systemd-invoke \$_dh_action '{unit}'")
            prerm = (control / "prerm").read_text()
            self.assertRegex(prerm, rf'"\$1" = remove .*\n\s*deb-systemd-invoke stop \'{unit}\'')

    def test_a_purge_leaves_the_recordings_and_says_where(self):
        self.install()
        kept = []
        for package in self.packages:
            flight = self.machine.root / "var/lib" / package.name / "flight.igc"
            flight.parent.mkdir(parents=True)
            flight.write_text("A")
            kept.append(flight)
        said = self.machine.dpkg("--remove", *NAMES)
        self.assertNotIn("stay in", said)
        self.assertTrue(self.configuration(self.packages[0]).exists())
        said = self.machine.dpkg("--purge", *NAMES)
        for package, flight in zip(self.packages, kept):
            self.assertTrue(flight.exists())
            self.assertIn(f"stay in /var/lib/{package.name},", said)
            self.assertFalse(self.configuration(package).exists())


if __name__ == "__main__":
    unittest.main()
