import Bytes

/// A `Key=value` of an options or zone line.
struct CUPField {
  /// In lower case.
  var key: String
  var value: Substring

  /// Nil for a field that is none.
  init?(_ bytes: ArraySlice<UInt8>) {
    let text = LegacyText.decode(bytes)
    guard let equals = text.firstIndex(of: "=") else { return nil }
    key = text[..<equals].lowercased().filter { $0 != " " }
    value = text[text.index(after: equals)...]
    while value.first == " " { value.removeFirst() }
    while value.last == " " { value.removeLast() }
  }

  var isTrue: Bool { ["true", "1", "yes"].contains(value.lowercased()) }

  func length() throws(BadLine) -> Double { try need(LengthText.parse(value), "length") }

  func degrees() throws(BadLine) -> Double { try need(DecimalText.parse(value), "angle") }

  func count() throws(BadLine) -> Int {
    let number = Int(String(value)).flatMap { abs($0) <= 1_000_000_000 ? $0 : nil }
    return try need(number, "number")
  }

  /// `HH:MM:SS`, `HH:MM` or `9000s`, up to 100 hours.
  func seconds() throws(BadLine) -> Int64 {
    let text = value.last == "s" ? value.dropLast() : value
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.allSatisfy(ASCII.isDigit) ? Int64($0) : nil }
    guard numbers.count == parts.count, numbers.allSatisfy({ $0 <= 360_000 }) else {
      return try need(nil, "time")
    }
    let seconds: Int64? =
      switch numbers.count {
      case 1: numbers[0]
      case 2: numbers[0] * 3600 + numbers[1] * 60
      case 3: numbers[0] * 3600 + numbers[1] * 60 + numbers[2]
      default: nil
      }
    return try need(seconds.flatMap { $0 <= 360_000 ? $0 : nil }, "time")
  }

  private func need<Value>(_ value: Value?, _ kind: String) throws(BadLine) -> Value {
    guard let value else { throw BadLine("\(key) is no \(kind)") }
    return value
  }

  /// `HH:MM:SS`.
  static func clock(_ seconds: Int64) -> String {
    let seconds = max(0, seconds)
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { String($0, width: 2) }
      .joined(separator: ":")
  }

  static func word(_ flag: Bool) -> String { flag ? "True" : "False" }
}
