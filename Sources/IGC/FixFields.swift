/// The fixed part of a B record: `BHHMMSSDDMMmmmNDDDMMmmmEVPPPPPGGGGG`.
struct FixFields {
  /// Bytes of the fixed part.
  static let length = 35

  /// Seconds since midnight.
  var second: Int
  var latitude: Angle
  var longitude: Angle
  var isValid: Bool
  var pressureAltitudeM: Int32
  var gnssAltitudeM: Int32
  /// Whether something was read that the format does not allow but leaves no doubt.
  var isRepaired: Bool

  /// From the bytes of a line; the cause if they are not of that form.
  @inline(__always)
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(LineDefect.Cause) {
    guard range.count >= Self.length, range.upperBound <= bytes.count else { throw .tooShort }
    let start = range.lowerBound
    second = try Self.time(DigitWord(bytes, at: start + 1).first(6))
    latitude = try Angle(
      DigitWord(bytes, at: start + 6).last(7), bytes[start + 14], "N", "S", limit: 90)
    longitude = try Angle(
      DigitWord(bytes, at: start + 15), bytes[start + 23], "E", "W", limit: 180)
    let validity = bytes[start + 24]
    isValid = validity == UInt8(ascii: "A")
    guard isValid || validity == UInt8(ascii: "V") else { throw .validity }
    isRepaired = latitude.isCarried || longitude.isCarried
    pressureAltitudeM = try Self.altitude(bytes, at: start + 25, &isRepaired)
    gnssAltitudeM = try Self.altitude(bytes, at: start + 30, &isRepaired)
  }

  /// Seconds of `HHMMSS`, 000000 to 235959.
  @inline(__always)
  static func time(_ word: DigitWord) throws(LineDefect.Cause) -> Int {
    let number = word.number
    let (hours, minutes, seconds) = (number / 10_000, number / 100 % 100, number % 100)
    guard word.isNumber, hours < 24, minutes < 60, seconds < 60 else { throw .time }
    return hours * 3600 + minutes * 60 + seconds
  }

  /// Five digits, or a minus and four; the minus may stand behind zeros or blanks, which no program
  /// should write.
  @inline(__always)
  private static func altitude(
    _ bytes: Span<UInt8>, at index: Int, _ isRepaired: inout Bool
  ) throws(LineDefect.Cause) -> Int32 {
    // The five characters end before byte 35; the three before them are the line's too.
    let word = DigitWord(bytes, at: index - 3)
    if word.last(5).isNumber { return Int32(truncatingIfNeeded: word.last(5).number) }
    if bytes[index] == UInt8(ascii: "-"), word.last(4).isNumber {
      return -Int32(truncatingIfNeeded: word.last(4).number)
    }
    isRepaired = true
    return try looseAltitude(bytes, at: index)
  }

  @inline(never)
  private static func looseAltitude(
    _ bytes: Span<UInt8>, at index: Int
  ) throws(LineDefect.Cause) -> Int32 {
    let word = DigitWord(bytes, at: index - 3)
    for width in [3, 2, 1] where bytes[index + 4 - width] == UInt8(ascii: "-") {
      let head = index..<index + 4 - width
      guard word.last(width).isNumber,
        head.allSatisfy({ bytes[$0] == UInt8(ascii: "0") || bytes[$0] == UInt8(ascii: " ") })
      else { break }
      return -Int32(truncatingIfNeeded: word.last(width).number)
    }
    throw .altitude
  }
}

/// A latitude or longitude of a record, in thousandths of a minute.
struct Angle {
  var thousandths: Int
  var isNegative: Bool
  /// Whether the minutes were 60.000, which is the next degree.
  var isCarried: Bool

  /// From seven or eight digits `DDDMMmmm` and the letter of the hemisphere.
  @inline(__always)
  init(
    _ word: DigitWord, _ letter: UInt8, _ positive: Unicode.Scalar, _ negative: Unicode.Scalar,
    limit: Int
  ) throws(LineDefect.Cause) {
    let number = word.number
    let minutes = number % 100_000
    isCarried = minutes == 60_000
    isNegative = letter == UInt8(ascii: negative)
    thousandths = number / 100_000 * 60_000 + minutes
    guard word.isNumber, minutes <= 60_000, thousandths <= limit * 60_000,
      isNegative || letter == UInt8(ascii: positive)
    else { throw .position }
  }

  /// 1e-7 degrees, with further decimals of the minute: ten-thousandths of a thousandth.
  @inline(__always)
  func e7(decimals: Int = 0, limit: Int) -> Int32 {
    let value = min(limit * 10_000_000, (thousandths &* 10_000 &+ decimals &+ 30) / 60)
    return Int32(truncatingIfNeeded: isNegative ? -value : value)
  }
}
