import Bytes
package import HTTPClient

/// A form with a file in it, as browsers send it: `multipart/form-data`, RFC 7578.
package struct MultipartForm {
  /// Bytes of the longest body.
  package static let limit = 24 << 20

  private enum Part {
    case field(name: String, value: String)
    case file(name: String, filename: String, bytes: [UInt8])
  }

  private var parts: [Part] = []

  package init() {}

  package mutating func add(_ name: String, _ value: String) {
    parts.append(.field(name: name, value: value))
  }

  package mutating func add(file name: String, filename: String, _ bytes: [UInt8]) {
    parts.append(.file(name: name, filename: filename, bytes: bytes))
  }

  /// Makes a form the body of a request; false, with nothing changed, if it is longer than `limit`.
  package func become(bodyOf request: inout UplinkRequest) -> Bool {
    let boundary = self.boundary
    var body: [UInt8] = []
    for part in parts {
      body.append(text: "--\(boundary)\r\nContent-Disposition: form-data; ")
      switch part {
      case .field(let name, let value):
        body.append(text: "name=\"\(Self.quoted(name))\"\r\n\r\n\(value)")
      case .file(let name, let filename, let bytes):
        body.append(
          text: "name=\"\(Self.quoted(name))\"; filename=\"\(Self.quoted(filename))\"\r\n"
            + "Content-Type: application/octet-stream\r\n\r\n")
        body += bytes
      }
      body.append(text: "\r\n")
      if body.count > Self.limit { return false }
    }
    body.append(text: "--\(boundary)--\r\n")
    request.body = .bytes(body)
    request.contentType = "multipart/form-data; boundary=\(boundary)"
    return true
  }

  /// A line that no part holds: the first of a row of names whose number is not in any of them.
  private var boundary: String {
    (0...).lazy.map { "barograph-form-\(String($0, width: 12))" }.first { !isHeld($0) }!
  }

  private func isHeld(_ boundary: String) -> Bool {
    parts.contains { part in
      switch part {
      case .field(_, let value): Array(value.utf8).holds(Array(boundary.utf8))
      case .file(_, _, let bytes): bytes.holds(Array(boundary.utf8))
      }
    }
  }

  /// As HTML 5 escapes the name of a field or a file: quote and line ends in percent form. Other
  /// control characters are left out.
  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "%22"
      case "\r": quoted += "%0D"
      case "\n": quoted += "%0A"
      default:
        if scalar.value >= 0x20 && scalar.value != 0x7F { quoted.unicodeScalars.append(scalar) }
      }
    }
    return quoted
  }
}

extension [UInt8] {
  /// Whether another run of bytes, not empty, is in this one.
  fileprivate func holds(_ other: [UInt8]) -> Bool {
    guard count >= other.count else { return false }
    return indices.prefix(count - other.count + 1).contains { start in
      self[start] == other[0] && self[start..<start + other.count].elementsEqual(other)
    }
  }
}
