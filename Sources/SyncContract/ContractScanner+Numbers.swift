extension ContractScanner {
  /// Reads a whole number: digits, with a minus sign if it is below zero, and nothing else.
  mutating func integer() throws(ContractError.Kind) -> Int64 {
    let isNegative = take("-")
    let start = position
    var value: Int64 = 0
    while let byte = next, Self.isDigit(byte) {
      guard position - start < 18 else { throw .numberRange }
      value = value * 10 + Int64(byte &- UInt8(ascii: "0"))
      position += 1
    }
    let count = position - start
    guard count > 0, value > 0 || (count == 1 && !isNegative) else { throw .malformed }
    if count > 1, bytes[start] == UInt8(ascii: "0") { throw .malformed }
    if next == UInt8(ascii: ".") || next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      throw .unexpectedType
    }
    return isNegative ? -value : value
  }

  /// Reads any JSON number of at most `longestNumber` bytes that is a finite double. Without point
  /// and exponent it must fit 64 bits, as other readers of JSON demand.
  mutating func number() throws(ContractError.Kind) -> Double {
    let start = position
    _ = take("-")
    let whole = position
    try digits()
    if bytes[whole] == UInt8(ascii: "0"), position - whole > 1 { throw .malformed }
    var isWhole = true
    if take(".") {
      isWhole = false
      try digits()
    }
    if take("e") || take("E") {
      isWhole = false
      if !take("+") { _ = take("-") }
      try digits()
    }
    guard position - start <= Self.longestNumber else { throw .numberRange }
    let spelling = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole, Int64(spelling) == nil { throw .numberRange }
    guard let value = Double(spelling), value.isFinite else { throw .numberRange }
    return value
  }

  private mutating func digits() throws(ContractError.Kind) {
    let start = position
    while let byte = next, Self.isDigit(byte) { position += 1 }
    if position == start { throw .malformed }
  }
}
