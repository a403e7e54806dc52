import CZlib
import Linux

/// gzip (RFC 1952) in one call: bytes, and a file into a file.
package enum Gzip {
  /// Bodies up to this size are packed as tightly as zlib can: it takes a millisecond or two.
  static let smallBytes = 128 << 10

  /// Packs bytes at level 1, which keeps pace with a card on a slow board. The same bytes always
  /// give the same result: no name and no time is written.
  package static func compress(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
    let packer = try GzipPacker()
    return packer.feed(bytes) + packer.finish()
  }

  /// Packs rows for a network that costs more than the processor: a third less than `compress`
  /// makes of telemetry. zlib's filtered strategy is for numbers that are random in their last
  /// digits, where short matches cost more than they save.
  package static func compressTightly(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
    let packer = try GzipPacker(
      level: bytes.count <= smallBytes ? 9 : 5, strategy: Z_FILTERED)
    return packer.feed(bytes) + packer.finish()
  }

  /// Packs a file into another in blocks of 64 KiB, and returns the number of bytes written. The
  /// target gets its name only when it is whole and durable. Blocks its thread.
  @discardableResult
  package static func compress(
    file source: String, to target: String
  ) throws(GzipError) -> Int64 {
    let packer = try GzipPacker()
    do {
      let input = try Descriptor.open(source, 0)
      var draft = try FileDraft(for: target)
      var count: Int64 = 0
      var isAtEnd = false
      while !isAtEnd {
        let block = try input.readBlock()
        isAtEnd = block.isEmpty
        let packed = isAtEnd ? packer.finish() : packer.feed(block)
        try draft.append(packed)
        count += Int64(packed.count)
      }
      try draft.commit()
      return count
    } catch {
      throw .file(error)
    }
  }

  /// Unpacks one whole gzip member of at most `limit` bytes of content.
  package static func decompress(_ bytes: [UInt8], limit: Int) throws(GzipError) -> [UInt8] {
    var content: [UInt8] = []
    var unpacker = try GzipUnpacker(limit: limit)
    try unpacker.feed(bytes) { content += $0 }
    try unpacker.finish()
    return content
  }
}
