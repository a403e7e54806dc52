import Glibc
import Linux
import TestSupport

/// Files of reports: the golden one, and those for a person to look at.
enum ReportFile {
  /// Compares with a golden file, or writes it when BAROGRAPH_UPDATE_GOLDEN is set.
  static func golden(_ bytes: [UInt8], _ name: String) throws -> [UInt8] {
    let path = PackageFolder.fixture("report/\(name)/expected.html")
    if getenv("BAROGRAPH_UPDATE_GOLDEN") != nil { try Files.replace(path, with: bytes) }
    return try Files.read(path, limit: 1 << 20)
  }

  /// Writes a report into the folder that the environment names as `BAROGRAPH_PICTURES`, if it does.
  static func keep(_ bytes: [UInt8], name: String) throws {
    guard let folder = getenv("BAROGRAPH_PICTURES") else { return }
    try Files.replace("\(String(cString: folder))/\(name).html", with: bytes)
  }
}
