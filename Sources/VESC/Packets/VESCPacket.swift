/// A frame of the VESC's packet protocol: start byte, length, payload, CRC, end byte.
package struct VESCPacket: Equatable, Sendable {
  /// The command byte and what belongs to it, 1 to 65,535 bytes.
  package var payload: [UInt8]

  package init(payload: [UInt8]) { self.payload = payload }

  static let shortStart: UInt8 = 2
  static let longStart: UInt8 = 3
  static let end: UInt8 = 3
  /// The least length that the long form may announce; below it only the short form is right.
  static let leastLongLength = 255
  /// CRC and end byte.
  static let trailerLength = 3

  /// The frame's bytes as they go on the wire; none for a payload that no frame can hold.
  package var bytes: [UInt8] {
    guard 1...Int(UInt16.max) ~= payload.count else { return [] }
    var frame: [UInt8] = []
    frame.reserveCapacity(payload.count + Self.trailerLength + 3)
    if payload.count <= Int(UInt8.max) {
      frame += [Self.shortStart, UInt8(payload.count)]
    } else {
      frame += [Self.longStart, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    }
    frame += payload
    let checksum = payload.withUnsafeBytes { PacketChecksum.of($0) }
    return frame + [UInt8(checksum >> 8), UInt8(checksum & 0xFF), Self.end]
  }
}

/// CRC-16/XMODEM: polynomial 0x1021, start 0, no reflection; `123456789` gives 0x31C3.
package enum PacketChecksum {
  private static let table: [UInt16] = (0..<256).map { index in
    (0..<8).reduce(UInt16(index) << 8) { value, _ in
      value & 0x8000 == 0 ? value << 1 : value << 1 ^ 0x1021
    }
  }

  /// The checksum of a payload.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt16 {
    table.withUnsafeBufferPointer { table in
      bytes.reduce(UInt16(0)) { $0 << 8 ^ table[Int(UInt8($0 >> 8) ^ $1)] }
    }
  }
}
