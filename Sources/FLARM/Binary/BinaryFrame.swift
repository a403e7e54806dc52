/// One frame of a FLARM's binary mode, as it came off the line.
package struct BinaryFrame: Equatable, Sendable {
  /// Versions above this one are not understood: their frames are discarded.
  package static let highestVersion: UInt8 = 1
  /// Bytes of the header, which the length field counts too.
  package static let headerLength = 8

  package var version: UInt8
  package var sequence: UInt16
  package var type: UInt8
  package var payload: [UInt8]

  package init(version: UInt8, sequence: UInt16, type: UInt8, payload: [UInt8]) {
    self.version = version
    self.sequence = sequence
    self.type = type
    self.payload = payload
  }

  /// The sequence number of the request that an answer answers; nil where the payload is too short
  /// to say, or the frame is no answer.
  package var answeredSequence: UInt16? {
    guard type == BinaryType.ack.rawValue || type == BinaryType.nack.rawValue, payload.count >= 2
    else { return nil }
    return UInt16(payload[0]) | UInt16(payload[1]) << 8
  }

  /// Whether this is the answer to a request. Of a refusal only the low byte counts, since some
  /// devices put an error number into the high one; without a payload it answers whatever waits.
  package func answers(_ sequence: UInt16) -> Bool {
    guard type == BinaryType.nack.rawValue else { return answeredSequence == sequence }
    return payload.first.map { $0 == UInt8(truncatingIfNeeded: sequence) } ?? true
  }
}

/// The types of frames that have a name. Naming one does not send it: see `BinaryRequest`.
package enum BinaryType: UInt8, CaseIterable, Sendable {
  case ping = 0x01
  case setBaudRate = 0x02
  case flashUpload = 0x10
  case flashErase = 0x11
  case exit = 0x12
  case selectRecord = 0x20
  case getRecordInfo = 0x21
  case getIgcData = 0x22
  case ack = 0xA0
  case nack = 0xB7
}

/// CRC-16 with the polynomial 0x1021 from 0, most significant bit first.
struct BinaryChecksum {
  private(set) var value: UInt16 = 0

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      value ^= UInt16(byte) << 8
      for _ in 0..<8 { value = value & 0x8000 != 0 ? value << 1 ^ 0x1021 : value << 1 }
    }
  }
}
