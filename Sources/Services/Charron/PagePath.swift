package import FlightModel

/// Links of a page as paths below a service's address (RFC 3986, 5.2).
package enum PagePath {
  private static let longest = 1000

  /// The path that a link leads to from a page in `folder`; nil where it leads out of the address.
  package static func below(
    _ address: ServiceAddress, folder: String, _ target: String
  ) -> String? {
    guard target.utf8.count <= longest, let written = rest(of: target, address, folder) else {
      return nil
    }
    let place = written.prefix { $0 != "#" }
    let path = place.prefix { $0 != "?" }
    guard let folded = folded(path) else { return nil }
    return escaped(folded + place[path.endIndex...])
  }

  /// What follows the address.
  private static func rest(
    of target: String, _ address: ServiceAddress, _ folder: String
  ) -> Substring? {
    let base = "\(address.description)/"
    if target.hasPrefix(base) { return target.dropFirst(base.count) }
    if target.hasPrefix("//") { return nil }
    let isForeign = target.prefix { $0 != "/" && $0 != "?" }.contains(":")
    guard target.hasPrefix("/") else { return isForeign ? nil : "\(folder)/\(target)"[...] }
    let root = base.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
    return target.hasPrefix(root) ? target.dropFirst(root.count) : nil
  }

  /// Without `.` and `..`; nil where it leads above its root.
  private static func folded(_ path: Substring) -> String? {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      if parts.popLast() == nil { return nil }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// What may not stand in an address, percent-encoded; escapes stay.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map {
      (0x21...0x7E).contains($0.value) ? String($0) : FormText.escaped(String($0))
    }.joined()
  }

  /// A text without percent-encoding; what is no escape stands for itself.
  package static func decoded(_ text: String) -> String {
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16),
        digits.first != "+"
      {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }
}
