/// A piece of an IGC file: the payload of the answer to `getIGCData`.
package struct IGCBlock: Equatable, Sendable {
  /// What ends a file when it is the last byte of a block; not a part of the file.
  package static let endMark: UInt8 = 0x1A

  /// How much of the file has been sent, as the device says; may be beyond 100.
  package var percent: Int
  package var data: ArraySlice<UInt8>
  package var isLast: Bool

  /// Nil for a payload without sequence and percentage.
  package init?(payload: [UInt8]) {
    guard payload.count >= 3 else { return nil }
    percent = Int(payload[2])
    isLast = payload.count > 3 && payload.last == Self.endMark
    data = isLast ? payload[3...].dropLast() : payload[3...]
  }
}
