"""What a virtual machine is played on and boots from: QEMU of this computer's own kind, and the image."""

import pathlib
import platform
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
OUT = HERE.parents[1] / "out/machine"


class MachineError(Exception):
    """Something of a machine went wrong: what was tried, and what was seen."""


def image():
    """The folder with root.ext4, vmlinuz and initrd, made where it is missing."""
    run = subprocess.run([HERE / "image"], stdout=subprocess.PIPE, text=True, check=False)
    if run.returncode:
        raise MachineError(f"the machine's image could not be made ({run.returncode})")
    return pathlib.Path(run.stdout.strip().splitlines()[-1])


class Board:
    """What QEMU plays: the machine of this computer's own kind."""

    KINDS = {
        "x86_64": ("qemu-system-x86_64", "q35", "ttyS0", ["mitigations=off", "no_timer_check"]),
        "aarch64": ("qemu-system-aarch64", "virt", "ttyAMA0", []),
    }

    def __init__(self):
        kind = self.KINDS.get(platform.machine())
        if not kind:
            raise MachineError(f"no virtual machine for {platform.machine()}: it is played on "
                               "x86_64 and aarch64")
        self.program, self.machine, console, words = kind
        self.words = [f"console={console}", *words]
        if not shutil.which(self.program):
            raise MachineError(f"{self.program} is not installed; see .ci/install-packages")
