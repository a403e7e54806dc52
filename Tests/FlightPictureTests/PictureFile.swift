import Glibc

/// Files beside the tests: the golden picture, and the pictures for a person to look at.
enum PictureFile {
  private static func root(_ here: String) -> String {
    "/" + here.split(separator: "/").dropLast(3).joined(separator: "/")
  }

  /// The bytes of a file under `Fixtures/flight-picture`; nil when it cannot be read.
  static func fixture(_ path: String, from here: String = #filePath) -> [UInt8]? {
    guard let file = fopen("\(root(here))/Fixtures/flight-picture/\(path)", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }

  /// Writes a picture into the folder that the environment names as `BAROGRAPH_PICTURES`, if it
  /// does: `BAROGRAPH_PICTURES=/tmp swift test --filter FlightPictureTests`.
  static func keep(_ bytes: [UInt8], name: String) {
    guard let folder = getenv("BAROGRAPH_PICTURES"),
      let file = fopen("\(String(cString: folder))/\(name).svg", "w")
    else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
