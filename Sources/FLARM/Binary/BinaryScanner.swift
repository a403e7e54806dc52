/// Finds the frames of the binary mode in what a port delivers, cut anywhere, and names what it
/// refuses. Memory is bounded by the longest frame.
package struct BinaryScanner: Sendable {
  /// What was found.
  package enum Result: Equatable, Sendable {
    case frame(BinaryFrame)
    case fault(Fault)
  }

  /// Why a frame was refused.
  package enum Fault: String, Sendable, CaseIterable {
    /// A start byte came before it was whole.
    case restarted
    /// An escape was followed by a byte that may not follow one.
    case escape
    /// Its length is below the header's or beyond the bound.
    case length
    /// It was altered on the way.
    case crc
  }

  /// Longer frames are refused as soon as their length is known; a FLARM's longest is 496.
  package static let standardLimit = 1024

  /// Bytes that belong to no accepted frame.
  package private(set) var skippedCount = 0
  /// Bytes of the frame that is not whole yet, as they came.
  package private(set) var pendingCount = 0

  private let limit: Int
  private var held: [UInt8] = []
  private var isEscaped = false

  /// `limit` bounds the length field.
  package init(limit: Int = BinaryScanner.standardLimit) { self.limit = limit }

  /// Takes bytes as they came and calls `body` for each frame or fault.
  package mutating func feed(_ bytes: some Sequence<UInt8>, _ body: (Result) -> Void) {
    for byte in bytes { take(byte, body) }
  }

  private mutating func take(_ byte: UInt8, _ body: (Result) -> Void) {
    if byte == BinaryEscape.start {
      if pendingCount > 0 { refuse(.restarted, body) }
      pendingCount = 1
    } else if pendingCount == 0 {
      skippedCount += 1
    } else {
      pendingCount += 1
      unescape(byte, body)
    }
  }

  private mutating func unescape(_ byte: UInt8, _ body: (Result) -> Void) {
    if isEscaped {
      isEscaped = false
      guard let plain = BinaryEscape.decode(byte) else { return refuse(.escape, body) }
      append(plain, body)
    } else if byte == BinaryEscape.escape {
      isEscaped = true
    } else {
      append(byte, body)
    }
  }

  private mutating func append(_ byte: UInt8, _ body: (Result) -> Void) {
    held.append(byte)
    guard held.count >= 2 else { return }
    let length = Int(held[0]) | Int(held[1]) << 8
    guard (BinaryFrame.headerLength...max(BinaryFrame.headerLength, limit)).contains(length)
    else { return refuse(.length, body) }
    if held.count == length { finish(body) }
  }

  private mutating func finish(_ body: (Result) -> Void) {
    var checksum = BinaryChecksum()
    checksum.add(held[..<6])
    checksum.add(held[8...])
    guard checksum.value == UInt16(held[6]) | UInt16(held[7]) << 8 else {
      return refuse(.crc, body)
    }
    let frame = BinaryFrame(
      version: held[2], sequence: UInt16(held[3]) | UInt16(held[4]) << 8, type: held[5],
      payload: Array(held[8...]))
    clear()
    body(.frame(frame))
  }

  private mutating func refuse(_ fault: Fault, _ body: (Result) -> Void) {
    skippedCount += pendingCount
    clear()
    body(.fault(fault))
  }

  private mutating func clear() {
    held.removeAll(keepingCapacity: true)
    isEscaped = false
    pendingCount = 0
  }
}
