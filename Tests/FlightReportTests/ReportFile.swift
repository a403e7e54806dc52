import Glibc

/// Reports for a person to look at.
enum ReportFile {
  /// Writes a report into the folder that the environment names as `BAROGRAPH_PICTURES`, if it does.
  static func keep(_ bytes: [UInt8], name: String) {
    guard let folder = getenv("BAROGRAPH_PICTURES"),
      let file = fopen("\(String(cString: folder))/\(name).html", "w")
    else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
