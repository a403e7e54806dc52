/// What Barograph sends in a FLARM's binary mode: all of it. Types that write flash memory or change
/// the speed of the port have no case here, so nothing can send them.
package enum BinaryRequest: Equatable, Sendable {
  case ping
  /// Chooses the record that the next two requests are about.
  case selectRecord(UInt8)
  case getRecordInfo
  /// The next block of the chosen record.
  case getIGCData
  /// Back to sentences.
  case exit

  package var type: BinaryType {
    switch self {
    case .ping: .ping
    case .selectRecord: .selectRecord
    case .getRecordInfo: .getRecordInfo
    case .getIGCData: .getIgcData
    case .exit: .exit
    }
  }

  private var payload: [UInt8] {
    if case .selectRecord(let record) = self { [record] } else { [] }
  }

  /// The bytes on the line, start byte and escapes included.
  package func encoded(version: UInt8, sequence: UInt16) -> [UInt8] {
    let length = UInt16(BinaryFrame.headerLength + payload.count)
    var frame = [
      UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8), version,
      UInt8(truncatingIfNeeded: sequence), UInt8(truncatingIfNeeded: sequence >> 8),
      type.rawValue,
    ]
    var checksum = BinaryChecksum()
    checksum.add(frame)
    checksum.add(payload)
    frame.append(UInt8(truncatingIfNeeded: checksum.value))
    frame.append(UInt8(truncatingIfNeeded: checksum.value >> 8))
    return [BinaryEscape.start] + (frame + payload).flatMap(BinaryEscape.encode)
  }
}

/// How the two special bytes travel.
enum BinaryEscape {
  static let start: UInt8 = 0x73
  static let escape: UInt8 = 0x78

  static func encode(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case start: [escape, 0x31]
    case escape: [escape, 0x55]
    default: [byte]
    }
  }

  /// What the byte behind an escape stands for; nil if none may stand there.
  static func decode(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x31: start
    case 0x55: escape
    default: nil
    }
  }
}
