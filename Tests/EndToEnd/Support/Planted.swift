import Glibc
import Linux

/// Values that a test has put somewhere and looks for elsewhere.
struct Planted {
  var values: [String]

  init(_ values: [String]) { self.values = values }

  /// Those of them that occur in a text.
  func found(in text: String) -> [String] {
    values.filter { !$0.isEmpty && text.contains($0) }
  }

  /// Those of them that occur in bytes.
  func found(in bytes: [UInt8]) -> [String] {
    values.filter { value in
      bytes.withUnsafeBytes { Self.occurs(Array(value.utf8), in: $0) }
    }
  }

  private static func occurs(_ wanted: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place + wanted.count <= bytes.count {
      let start = bytes.baseAddress! + place
      guard let found = memchr(start, Int32(wanted[0]), bytes.count - place - wanted.count + 1)
      else { return false }
      if memcmp(found, wanted, wanted.count) == 0 { return true }
      place += UnsafeRawPointer(found) - start + 1
    }
    return false
  }

  /// Those of them that occur in files below a folder, with the files' paths; names in `leaving` at
  /// its top are not looked at.
  func found(below folder: String, leaving: Set<String> = []) throws -> [String] {
    try Files.names(in: folder).filter { !leaving.contains($0) }.flatMap { name in
      let path = "\(folder)/\(name)"
      if (try? Files.names(in: path)) != nil { return try found(below: path) }
      return found(in: try Files.read(path, limit: 256 << 20)).map { "\($0) in \(path)" }
    }
  }
}
