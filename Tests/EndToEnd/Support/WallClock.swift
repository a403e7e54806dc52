import Linux
import TestSupport

/// The clock on the wall as a program sees it, through libfaketime; its monotonic clock stays.
struct WallClock {
  private let path: String

  /// A clock that can be set again and again, kept in a file of the folder.
  init(in folder: TemporaryFolder) { path = folder.file("wall-clock") }

  /// Sets it to `YYYY-MM-DD hh:mm:ss` in UTC; it goes on from there.
  func set(_ time: String) throws { try Files.replace(path, with: Array("@\(time)\n".utf8)) }

  /// The environment of a program that goes by it.
  var environment: [String: String] {
    Self.common.merging(["FAKETIME_TIMESTAMP_FILE": path, "FAKETIME_NO_CACHE": "1"]) { $1 }
  }

  /// The environment of a program that starts at a time in UTC.
  static func at(_ time: String) -> [String: String] {
    common.merging(["FAKETIME": "@\(time)"]) { $1 }
  }

  /// Stands before a program that goes by it: the library's first process adds to its environment,
  /// which hides the command line from a Swift program, and its next one does not.
  static let prefix = ["env"]

  /// Removes what the library leaves of a process.
  static func clean(after identifier: Int32) {
    for name in ["faketime_shm_", "sem.faketime_sem_"] {
      try? Files.remove("/dev/shm/\(name)\(identifier)")
    }
  }

  static var isAvailable: Bool { library != nil }

  private static let common = [
    "LD_PRELOAD": library ?? "", "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
    "NO_FAKE_STAT": "1", "TZ": "UTC",
  ]

  /// Debian keeps it in a folder named after the machine's architecture.
  private static let library = ((try? Files.names(in: "/usr/lib")) ?? [])
    .map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }.first { Files.exists($0) }
}
