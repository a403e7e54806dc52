import Bytes

/// The text between two commas.
package struct Field: Equatable, Sendable {
  package let bytes: ArraySlice<UInt8>

  package init(bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  package var isEmpty: Bool { bytes.isEmpty }

  /// The text, as UTF-8 or else as Latin-1.
  package var text: String { bytes.withUnsafeBufferPointer { FieldText.text($0) } }

  /// The only character, a letter as a capital; nil if there are none or more.
  package var letter: UInt8? { bytes.withUnsafeBufferPointer { FieldText.letter($0) } }

  /// A whole number in decimal with an optional sign.
  package var integer: Int? { whole { FieldText.integer($0, at: &$1) } }

  /// A whole number in hexadecimal without sign, at most eight digits.
  package var hexadecimal: Int? { bytes.withUnsafeBufferPointer { FieldText.hexadecimal($0) } }

  /// A decimal number without exponent, at most 20 characters; digits behind the 17th add nothing.
  package var decimal: Double? { whole { FieldText.decimal($0, at: &$1) } }

  /// A decimal number in units of 10^-`decimals`: `2.4` with two decimals is 240. Further digits
  /// are rounded half away from zero. Nil if empty, if more than 12 digits count, or anything else.
  /// At most six decimals.
  package func fixedPoint(decimals: Int) -> Int? {
    bytes.withUnsafeBufferPointer { FieldText.fixedPoint($0, decimals: decimals) }
  }

  /// What `read` gives when it reads to the end.
  private func whole<Value>(
    _ read: (UnsafeBufferPointer<UInt8>, inout Int) -> Value?
  ) -> Value? {
    var end = 0
    let value = bytes.withUnsafeBufferPointer { read($0, &end) }
    return end == bytes.count ? value : nil
  }
}
