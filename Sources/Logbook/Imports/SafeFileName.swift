import Bytes

/// A file's name that is safe in a folder of ours, made from what a stranger calls it.
package enum SafeFileName {
  /// Bytes of a name at most.
  private static let longest = 80

  /// Letters, digits, `.`, `-` and `_` of the last part of `name`; never empty, hidden, or without
  /// `type`. The same name gives the same.
  package static func make(from name: String, type: String) -> String {
    let last = name.utf8.split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last ?? []
    var stem = last.map { isSafe($0) ? $0 : UInt8(ascii: "_") }
    let ending = Array(".\(type)".utf8)
    if stem.suffix(ending.count).map(lowered) == ending { stem.removeLast(ending.count) }
    stem = Array(stem.drop { $0 == UInt8(ascii: ".") }.prefix(longest - ending.count - 9))
    if stem.isEmpty { stem = Array("file".utf8) }
    let isLower = last.suffix(type.utf8.count).allSatisfy { !(0x41...0x5A).contains($0) }
    return String(decoding: stem, as: UTF8.self) + "." + (isLower ? type : type.uppercased())
  }

  /// The name, or the name with the first digits of an id before its type where `isTaken`.
  package static func unique(
    _ name: String, id: String, isTaken: (String) -> Bool
  ) -> String {
    guard isTaken(name), let dot = name.lastIndex(of: ".") else { return name }
    return "\(name[..<dot])-\(id.prefix(8))\(name[dot...])"
  }

  private static func isSafe(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func lowered(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
