import Linux
import TestSupport

/// A tab-separated fixture: its rows without the line that names the columns.
enum Table {
  static func rows(_ path: String) throws -> [[String]] {
    let bytes = try Files.read(PackageFolder.fixture(path), limit: 1_000_000)
    let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst()
      .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    precondition(!rows.isEmpty, "\(path) has no rows")
    return Array(rows)
  }
}
