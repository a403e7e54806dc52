import CommandLineInterface

extension ManualPage {
  /// barograph-import@.service(8).
  static let stickImport = ManualPage(
    name: "barograph-import@.service", number: 8,
    summary: "takes the flights of a stick into the logbook",
    sections: [
      .init(
        "SYNOPSIS",
        [.paragraph("barograph-import@DEVICE.service, barograph-import-refused@WHAT.service")]),
      .init("DESCRIPTION", Block.blocks(details)),
      .init("EXAMPLES", Block.blocks(examples)),
      .init("SEE ALSO", [.paragraph("barograph-import(1), barographd(8), journalctl(1)")]),
    ])

  private static let details = """
    When a removable USB disk or partition with a vfat or ext4 file system is
    plugged in, the udev rule `70-barograph.rules` asks for this unit. systemd
    mounts the stick for it alone, read-only, and `barograph import --stick` sends
    what is new on it to the recorder. Nothing is written to the stick, and it may
    be pulled out at any time; what was taken in by then stays.

    A stick of another file system, or one that cannot be mounted, starts
    `barograph-import-refused@`, after which `barograph status` names it.

    Flights that were deleted on this box are not taken in again from a stick;
    barograph-import(1) by hand does that.
    """

  private static let examples = """
    What came of the last sticks:

      journalctl -u 'barograph-import@*'
      barograph flights list --sort imported

    Leave sticks alone from now on:

      sudo systemctl mask barograph-import@.service
    """
}
