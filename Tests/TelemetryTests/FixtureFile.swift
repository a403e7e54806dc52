import Glibc

/// The files under `Fixtures/telemetry`, found from this file's place in the package.
enum FixtureFile {
  struct Unreadable: Error { var path: String }

  static func text(_ path: String, from here: String = #filePath) throws -> String {
    let root = here.split(separator: "/").dropLast(3).joined(separator: "/")
    let path = "/\(root)/Fixtures/telemetry/\(path)"
    guard let file = fopen(path, "r") else { throw Unreadable(path: path) }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
