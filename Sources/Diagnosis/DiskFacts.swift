/// The file system that the recordings are on, and the card or disk below.
package struct DiskFacts: Sendable {
  package struct Space: Equatable, Sendable {
    package var free: Int64
    package var total: Int64
    /// What free space is left below as an alarm, and what as a fault, bytes.
    package var alarm: Int64
    package var limit: Int64

    package init(free: Int64, total: Int64, alarm: Int64, limit: Int64) {
      self.free = free
      self.total = total
      self.alarm = alarm
      self.limit = limit
    }
  }

  /// What the recorder tells of its writes.
  package struct Writes: Equatable, Sendable {
    package var hoursLeft: Double?
    package var slowestCommitMs: Int64?

    package init(hoursLeft: Double? = nil, slowestCommitMs: Int64? = nil) {
      self.hoursLeft = hoursLeft
      self.slowestCommitMs = slowestCommitMs
    }
  }

  /// The state directory.
  package var directory: String
  package var space: Known<Space>
  package var writes: Known<Writes>
  package var mounts: Known<MountTable>
  package var wear: Known<CardWear>
  package var supply: Known<PowerSupply>
  /// Whether the journal survives a power cut.
  package var keepsJournal: Known<Bool>

  /// A card that stalls for longer is told of; the recorder bears twenty times as much.
  private static let slowMs: Int64 = 3000

  package init(
    directory: String, space: Known<Space>, writes: Known<Writes>, mounts: Known<MountTable>,
    wear: Known<CardWear>, supply: Known<PowerSupply>, keepsJournal: Known<Bool>
  ) {
    self.directory = directory
    self.space = space
    self.writes = writes
    self.mounts = mounts
    self.wear = wear
    self.supply = supply
    self.keepsJournal = keepsJournal
  }

  package var findings: [Finding] {
    var found = Findings(.disk)
    found.judge("disk-space", space, spaceLeft)
    found.judge("file-system", mounts, fileSystem)
    found.judge("disk-speed", writes, Self.speed)
    found.judge("card-wear", wear) { $1.judge(&$0) }
    found.judge("power-supply", supply) { $1.judge(&$0) }
    found.judge("journal", keepsJournal, Self.journal)
    return found.all
  }

  private func spaceLeft(_ found: inout Findings, _ space: Space) {
    let free = "\(Self.megabytes(space.free)) free in \(directory)"
    let fix = "copy flights away and delete files there"
    if space.free < space.limit { return found.fail("disk-space", "only \(free)", fix: fix) }
    if space.free < space.alarm { return found.warn("disk-space", "only \(free)", fix: fix) }
    let hours = writes.value?.hoursLeft.map { ", room for \(Self.span(hours: $0))" } ?? ""
    found.ok("disk-space", free + hours)
  }

  private static func speed(_ found: inout Findings, _ writes: Writes) {
    guard let slowest = writes.slowestCommitMs else {
      return found.skip("disk-speed", "nothing was written since the start")
    }
    guard slowest > slowMs else {
      return found.ok("disk-speed", "slowest write \(slowest) ms")
    }
    found.warn(
      "disk-speed", "the card has taken \(slowest) ms for one write",
      fix: "no position is lost by it; if it happens again, replace the card by one made for "
        + "constant writing (\"high endurance\")")
  }

  private static func journal(_ found: inout Findings, _ isKept: Bool) {
    guard !isKept else { return found.ok("journal", "the journal is kept") }
    found.warn(
      "journal", "the journal is forgotten at each power cut, and with it why something failed",
      fix: "sudo mkdir -p /var/log/journal && sudo systemctl restart systemd-journald "
        + "(it spares the card to leave it so)", optional: true)
  }

  // MARK: The file system

  private func fileSystem(_ found: inout Findings, _ table: MountTable) {
    guard let mount = table.mount(of: directory) else {
      return found.skip("file-system", "\(directory) is on no mounted file system")
    }
    if mount.isReadOnly { return readOnly(mount, &found) }
    if let (message, isFailure) = table.unfitness(of: mount) {
      let fix = "put storage.directory on an ext4 file system of its own (docs/configuration.md)"
      return isFailure
        ? found.fail("file-system", message, fix: fix)
        : found.warn("file-system", message, fix: fix, optional: mount.type == "overlay")
    }
    if let option = mount.weakOption {
      return found.warn(
        "file-system",
        "\(mount.path) is mounted with \(option): a power cut may cost more than "
          + "the last second",
        fix: "take \(option) out of /etc/fstab and mount it again")
    }
    found.ok("file-system", mount.type)
  }

  private func readOnly(_ mount: Mount, _ found: inout Findings) {
    found.fail(
      "file-system", "\(directory) is on \(mount.path), which is mounted read-only",
      fix: "if it is not meant to be, the card may be failing: dmesg | grep -i error; else put "
        + "storage.directory on a partition that can be written")
  }

  static func megabytes(_ bytes: Int64) -> String {
    bytes < 10_000_000_000
      ? "\(bytes / 1_000_000) MB" : "\(bytes / 1_000_000_000) GB"
  }

  /// Beyond a few weeks the number says nothing.
  static func span(hours: Double) -> String {
    guard hours.isFinite, hours < 1000 else { return "weeks" }
    return "about \(Int(max(0, hours))) h"
  }
}
