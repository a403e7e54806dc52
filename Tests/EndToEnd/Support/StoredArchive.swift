import Bytes

/// A ZIP archive without compression, made in memory, with whatever names a test likes.
struct StoredArchive {
  private var body: [UInt8] = []
  private var directory: [UInt8] = []
  private var count: UInt16 = 0

  mutating func add(_ name: String, _ content: [UInt8]) {
    let offset = UInt32(body.count)
    let common = fields(name, content)
    body += [0x50, 0x4B, 0x03, 0x04] + common + Array(name.utf8) + content
    directory +=
      [0x50, 0x4B, 0x01, 0x02, 20, 0] + common + [UInt8](repeating: 0, count: 10) + little(offset)
      + Array(name.utf8)
    count += 1
  }

  var bytes: [UInt8] {
    let end =
      [0x50, 0x4B, 0x05, 0x06, 0, 0, 0, 0] + little(count) + little(count)
      + little(UInt32(directory.count)) + little(UInt32(body.count)) + [0, 0]
    return body + directory + end
  }

  /// Version to the lengths of name and extra field.
  private func fields(_ name: String, _ content: [UInt8]) -> [UInt8] {
    [20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x5D] + little(Self.checksum(content))
      + little(UInt32(content.count)) + little(UInt32(content.count))
      + little(UInt16(name.utf8.count)) + [0, 0]
  }

  private func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// CRC-32 as in ZIP.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
