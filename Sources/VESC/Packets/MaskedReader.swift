/// Reads the fields that a mask names, in the order of its bits. Bits that nobody knows stand for
/// nothing that was sent.
struct MaskedReader {
  var payload: PayloadReader
  private let mask: UInt32
  private let mayEndBefore: UInt32
  private var hasEnded = false

  /// `mayEndBefore` names the bits before which an older firmware's reply may end.
  init(_ payload: PayloadReader, mask: UInt32, mayEndBefore: UInt32 = 0) {
    self.payload = payload
    self.mask = mask
    self.mayEndBefore = mayEndBefore
  }

  mutating func scaled16(_ bit: Int, _ scale: Double) -> Double? {
    has(bit) ? payload.scaled16(scale) : nil
  }

  mutating func scaled32(_ bit: Int, _ scale: Double) -> Double? {
    has(bit) ? payload.scaled32(scale) : nil
  }

  mutating func float32(_ bit: Int) -> Double? { has(bit) ? payload.float32() : nil }

  mutating func integer<Number: FixedWidthInteger>(
    _ bit: Int, _ type: Number.Type = Number.self
  ) -> Number? {
    has(bit) ? payload.integer() : nil
  }

  /// Whether the field of a bit comes next.
  mutating func has(_ bit: Int) -> Bool {
    let flag = UInt32(1) << bit
    guard mask & flag != 0, !hasEnded else { return false }
    hasEnded = mayEndBefore & flag != 0 && payload.remaining == 0
    return !hasEnded
  }
}
