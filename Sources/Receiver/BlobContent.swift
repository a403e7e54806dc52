package import Compression

/// What a blob holds, packed or plain, without a need to hold it unpacked.
package struct BlobContent: Sendable {
  /// Whether reading it unpacks it.
  package let isGzipped: Bool
  private let bytes: [UInt8]
  private let limit: Int
  private static let blockBytes = 65_536

  /// Plain bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    limit = .max
    isGzipped = false
  }

  /// One gzip member of at most `limit` bytes of content; a longer one fails when it is read.
  package init(gzip bytes: [UInt8], limit: Int) {
    self.bytes = bytes
    self.limit = limit
    isGzipped = true
  }

  /// Hands on the content in blocks of up to 64 KiB. Throws `GzipError`, or what `body` throws, which
  /// is called no more after that.
  package func forEachBlock(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
    guard isGzipped else {
      for start in stride(from: 0, to: bytes.count, by: Self.blockBytes) {
        try body(bytes[start..<min(start + Self.blockBytes, bytes.count)])
      }
      return
    }
    var unpacker = try GzipUnpacker(limit: limit)
    var failure: (any Error)?
    for start in stride(from: 0, to: bytes.count, by: Self.blockBytes) {
      try unpacker.feed(Array(bytes[start..<min(start + Self.blockBytes, bytes.count)])) { block in
        guard failure == nil else { return }
        do { try body(block) } catch { failure = error }
      }
      if let failure { throw failure }
    }
    try unpacker.finish()
  }

  /// All of it.
  package func whole() throws(GzipError) -> [UInt8] {
    isGzipped ? try Gzip.decompress(bytes, limit: limit) : bytes
  }
}

extension BlobStorage {
  /// Nothing, where a blob is there whole or not at all.
  package func tidy() throws(StorageFailure) {}

  /// Stores plain bytes.
  package func put(_ key: BlobKey, _ bytes: [UInt8]) throws(StorageFailure) -> Bool {
    try put(key, BlobContent(bytes))
  }
}
