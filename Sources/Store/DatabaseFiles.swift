import Glibc
import Linux

/// The names of one database on disk: the file, its write-ahead log and the log's index.
struct DatabaseFiles {
  let path: String

  private static let companions = ["-wal", "-shm"]

  /// Where the file went when it was set aside the `counter`-th time.
  func brokenPath(_ counter: Int) -> String { "\(path).broken-\(counter)" }

  /// The counters in use, by the database file or by a companion of it.
  private func takenCounters() throws(SystemError) -> [Int: Set<String>] {
    let prefix = "\(path.split(separator: "/").last ?? "").broken-"
    var taken: [Int: Set<String>] = [:]
    for name in try Files.names(in: Files.folder(of: path)) where name.hasPrefix(prefix) {
      let rest = name.dropFirst(prefix.count)
      let digits = rest.prefix { $0.isNumber }
      guard let counter = Int(digits) else { continue }
      taken[counter, default: []].insert(String(rest.dropFirst(digits.count)))
    }
    return taken
  }

  /// Renames the database and its companions to a counter that nothing uses; returns the new path.
  ///
  /// The database goes last: a power cut in between leaves a companion without its database, which
  /// `finishInterruptedMove` sees.
  func setAside() throws(SystemError) -> String {
    let counter = (try takenCounters().keys.max() ?? 0) + 1
    try move(to: counter)
    return brokenPath(counter)
  }

  /// Ends a move that a power cut stopped after a companion; returns where the database went, or
  /// nil if there was none.
  func finishInterruptedMove() throws(SystemError) -> String? {
    let orphans = try takenCounters().filter { !$0.value.contains("") }.keys
    guard let counter = orphans.max(), Files.exists(path) else { return nil }
    let isFree = Self.companions.allSatisfy {
      !Files.exists(path + $0) || !Files.exists(brokenPath(counter) + $0)
    }
    guard isFree else { return nil }
    try move(to: counter)
    return brokenPath(counter)
  }

  private func move(to counter: Int) throws(SystemError) {
    for companion in Self.companions where Files.exists(path + companion) {
      try Files.rename(path + companion, to: brokenPath(counter) + companion)
    }
    try Files.rename(path, to: brokenPath(counter))
  }

  /// Whether this user could write the file and its folder (access(2)), so that a refusal to write
  /// is the content's fault.
  var isWritable: Bool {
    access(path, W_OK) == 0 && access(Files.folder(of: path), W_OK) == 0
  }

  /// What tells this file from a later one of the same name; nil if there is none (stat(2)).
  static func identity(_ path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}

/// Device and inode of a file.
struct FileIdentity: Equatable {
  var device: UInt64
  var inode: UInt64
}
