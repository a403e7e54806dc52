package import Linux

/// Why bytes could not be unpacked, or a file not packed.
package enum GzipError: Error, Equatable, Sendable {
  /// The bytes do not begin as gzip does.
  case notGzip
  /// The bytes end before the stream does.
  case cut
  /// The stream contradicts itself or its checksum.
  case corrupt
  /// The content is longer than `limit` bytes; no more than one byte beyond was unpacked.
  case tooLarge(limit: Int)
  /// Bytes follow the end of the stream; a second member is refused too.
  case trailingBytes
  /// A file could not be read or written.
  case file(SystemError)
  /// zlib has no memory.
  case outOfMemory
}

extension GzipError: CustomStringConvertible {
  /// Operation, cause and what to do.
  package var description: String {
    switch self {
    case .notGzip: "unpack gzip: the bytes are not gzip; send them plain or compress them"
    case .cut: "unpack gzip: the bytes end early; send them again"
    case .corrupt: "unpack gzip: the bytes are damaged; send them again"
    case .tooLarge(let limit): "unpack gzip: the content is longer than \(limit) bytes; send less"
    case .trailingBytes: "unpack gzip: bytes follow the end; send one gzip member alone"
    case .file(let error): "pack gzip: \(error)"
    case .outOfMemory: "gzip: no memory; close other programs"
    }
  }
}
