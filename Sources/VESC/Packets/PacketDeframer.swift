/// Finds the whole packets in what a port delivers, cut anywhere.
///
/// After a refused candidate the scan goes on one byte later, so that a whole packet behind damage is
/// found; one inside a good packet's payload is payload. A candidate whose end has not come is
/// waited for, until `flush` gives it up. Memory is bounded by the longest packet.
package struct PacketDeframer: Sendable {
  /// The firmware's largest payload.
  package static let standardLimit = 512
  /// No reader accepts a longer payload.
  package static let largestLimit = 10_000

  /// What was found so far; a `reset` keeps it.
  package struct Counters: Equatable, Sendable {
    package var packets = 0
    /// Bytes that belong to no packet.
    package var skippedBytes = 0
    /// The same, bytes between two packets counted as one.
    package var skippedRuns = 0
  }

  private enum Candidate {
    case refused, incomplete
    case packet(payload: Range<Int>, length: Int)
  }

  /// Bytes that are appended before the next scan: bounds what is held.
  private static let pieceLength = 4_096

  private let limit: Int
  private var held: [UInt8] = []
  private var isSkipping = false
  package private(set) var counters = Counters()

  /// `limit` is the longest payload that is accepted, at most 10,000.
  package init(limit: Int = PacketDeframer.standardLimit) {
    self.limit = min(max(1, limit), Self.largestLimit)
  }

  /// Bytes of a candidate that is not whole yet.
  package var pendingCount: Int { held.count }

  /// Takes bytes as they came and calls `body` with the payload of each packet that they complete,
  /// valid during the call.
  package mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Self.pieceLength)
      held.append(contentsOf: bytes[start..<end])
      scan(from: 0, body)
      start = end
    }
  }

  /// Takes bytes as they came and calls `body` for each packet that they complete.
  package mutating func feed(_ bytes: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void) {
    bytes.withUnsafeBytes { feed($0, body) }
  }

  /// Gives up the candidate that is held, because the line is quiet: drops one byte and scans on.
  package mutating func flush(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard !held.isEmpty else { return }
    skip()
    scan(from: 1, body)
  }

  /// Forgets what is held: a new connection begins.
  package mutating func reset() {
    held.removeAll(keepingCapacity: true)
    isSkipping = false
  }

  private mutating func scan(from start: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    let bytes = held
    var at = start
    bytes.withUnsafeBytes { bytes in
      scanning: while at < bytes.count {
        switch candidate(bytes, at) {
        case .incomplete: break scanning
        case .refused:
          skip()
          at += 1
        case .packet(let payload, let length):
          counters.packets &+= 1
          isSkipping = false
          body(UnsafeRawBufferPointer(rebasing: bytes[payload]))
          at += length
        }
      }
    }
    held.removeFirst(at)
  }

  /// Judges what begins at `start`; the end byte is looked at before the CRC is computed.
  private func candidate(_ bytes: UnsafeRawBufferPointer, _ start: Int) -> Candidate {
    let header: Int
    switch bytes[start] {
    case VESCPacket.shortStart: header = 2
    case VESCPacket.longStart: header = 3
    default: return .refused
    }
    guard start + header <= bytes.count else { return .incomplete }
    let length = Self.length(bytes, start, header)
    guard length >= (header == 2 ? 1 : VESCPacket.leastLongLength), length <= limit else {
      return .refused
    }
    let payload = start + header..<start + header + length
    let whole = header + length + VESCPacket.trailerLength
    guard start + whole <= bytes.count else { return .incomplete }
    guard bytes[start + whole - 1] == VESCPacket.end else { return .refused }
    let sum = UInt16(bytes[payload.upperBound]) << 8 | UInt16(bytes[payload.upperBound + 1])
    guard PacketChecksum.of(UnsafeRawBufferPointer(rebasing: bytes[payload])) == sum else {
      return .refused
    }
    return .packet(payload: payload, length: whole)
  }

  private static func length(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ header: Int) -> Int {
    header == 2 ? Int(bytes[start + 1]) : Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
  }

  private mutating func skip() {
    counters.skippedBytes &+= 1
    if !isSkipping { counters.skippedRuns &+= 1 }
    isSkipping = true
  }
}
