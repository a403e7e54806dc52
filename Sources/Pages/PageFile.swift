/// One file of `Files`, under the name by which the others load it.
struct PageFile: Sendable {
  let name: String
  let bytes: [UInt8]

  /// Everything after the last dot.
  var suffix: Substring { name.split(separator: ".").last ?? "" }

  /// As browsers are told.
  var contentType: String {
    switch suffix {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "webmanifest": "application/manifest+json"
    default: "application/octet-stream"
    }
  }

  /// Whether it may name others.
  var isText: Bool { suffix != "png" }

  /// The name with a hash before the suffix: `page-0123456789abcdef.js`.
  func name(with hash: String) -> String { "\(name.dropLast(suffix.count + 1))-\(hash).\(suffix)" }
}
