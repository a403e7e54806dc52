import Glibc
import Linux
import TestSupport

/// A mount namespace of its own with a small disk in it, for a box whose card is full.
final class SmallDisk {
  /// Where the disk is mounted, inside the namespace only.
  let path: String
  private let holder: ChildProcess

  /// Whether this user may make one.
  static func isPermitted() async -> Bool {
    let probe = try? await ChildProcess.run(["unshare", "-m", "true"])
    return probe?.ending == .exit(0)
  }

  /// Mounts a disk of some MiB over an empty folder.
  init(mebibytes: Int, over path: String) async throws {
    self.path = path
    try Files.makeFolder(path)
    let script =
      "mount -t tmpfs -o size=\(mebibytes)m disk '\(path)' && echo ready && exec sleep 600"
    holder = try ChildProcess(["unshare", "-m", "sh", "-c", script])
    let log = LineKeeper()
    log.keep(holder.lines)
    try await eventually("small disk") { log.contains("ready").orNil }
  }

  /// What makes a program run where the disk is.
  var prefix: [String] { ["nsenter", "-m", "-t", String(holder.identifier), "--"] }

  /// A path on the disk as this process reaches it.
  func outside(_ path: String) -> String { "/proc/\(holder.identifier)/root\(path)" }

  /// Copies a stopped box's database to where SQLite can open it: it follows links, and the way into
  /// a namespace is one. Returns the copy's path.
  func copy(of database: String, to folder: TemporaryFolder) throws -> String {
    let copy = folder.file("copy.db")
    for suffix in ["", "-wal"] where Files.exists(outside(database + suffix)) {
      let bytes = try Files.read(outside(database + suffix), limit: 64 << 20)
      try Files.replace(copy + suffix, with: bytes)
    }
    return copy
  }

  private var filler: String { outside("\(path)/filler") }

  /// Takes every free byte.
  func fill() throws {
    let file = try Descriptor.open(filler, O_WRONLY | O_CREAT, mode: 0o600)
    for size in [1 << 20, 1 << 12, 1] {
      let block = [UInt8](repeating: 0x55, count: size)
      while (try? file.write(all: block)) != nil {}
    }
  }

  /// Gives them back.
  func free() throws { try Files.remove(filler) }
}
