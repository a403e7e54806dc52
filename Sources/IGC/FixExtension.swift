import Bytes

/// What may follow the altitudes in a B record; an unknown value is written as hyphens.
package enum FixExtension: String, CaseIterable, Sendable {
  /// Estimated position error, m.
  case fixAccuracy = "FXA"
  /// Satellites in use.
  case satellitesInUse = "SIU"
  /// Ground speed, km/h.
  case groundSpeed = "GSP"
  /// True track, degrees.
  case trueTrack = "TRT"
  /// Vertical speed, signed cm/s.
  case verticalSpeed = "VAT"
  /// Decimal fraction of the B record's second.
  case timeFraction = "TDS"
  /// Heart rate, beats a minute; a code of our own.
  case heartRate = "XXH"
  /// Oxygen saturation, percent; a code of our own.
  case oxygenSaturation = "XXO"

  /// What an L record says about a field whose code or scale the specification leaves open.
  var note: String? {
    switch self {
    case .verticalSpeed: "VAT is vertical speed in signed cm/s"
    case .heartRate: "XXH is heart rate in beats a minute"
    case .oxygenSaturation: "XXO is oxygen saturation (SpO2) in percent"
    default: nil
    }
  }
}

/// The extensions of a file's B records in their order, with their widths.
struct FixLayout: Sendable {
  /// Byte of a B record where extensions begin, the B being 1.
  static let firstByte = 36

  let extensions: [FixExtension]
  let rate: FixRate

  init(extensions: Set<FixExtension>, rate: FixRate) {
    var wanted = extensions
    wanted.remove(.timeFraction)
    if rate.fractionDigits > 0 { wanted.insert(.timeFraction) }
    self.extensions = FixExtension.allCases.filter { wanted.contains($0) }
    self.rate = rate
  }

  func width(of field: FixExtension) -> Int {
    switch field {
    case .satellitesInUse: 2
    case .verticalSpeed: 5
    case .timeFraction: rate.fractionDigits
    default: 3
    }
  }

  /// The I record; nil without extensions.
  var record: [UInt8]? {
    guard !extensions.isEmpty else { return nil }
    var line: [UInt8] = [UInt8(ascii: "I")]
    line.append(decimal: extensions.count, width: 2)
    var start = Self.firstByte
    for field in extensions {
      line.append(decimal: start, width: 2)
      line.append(decimal: start + width(of: field) - 1, width: 2)
      line.append(text: field.rawValue)
      start += width(of: field)
    }
    return line
  }

  /// Appends the extension fields of one fix.
  func append(_ fix: IGCFix, to line: inout [UInt8]) {
    for field in extensions {
      let width = width(of: field)
      guard let value = value(of: field, in: fix) else {
        line.append(contentsOf: repeatElement(ASCII.minus, count: width))
        continue
      }
      line.append(signed: value, width: width)
    }
  }

  private func value(of field: FixExtension, in fix: IGCFix) -> Int? {
    switch field {
    case .fixAccuracy: fix.horizontalErrorCm.map { max(0, Int($0)).dividedRounding(by: 100) }
    case .satellitesInUse: fix.satellitesUsed.map { max(0, $0) }
    case .groundSpeed: fix.groundSpeedCmPerS.map { (max(0, Int($0)) * 9).dividedRounding(by: 250) }
    case .trueTrack: fix.trackCentiDeg.map { Self.degrees(Int($0)) }
    case .verticalSpeed: fix.varioCmPerS.map { Int($0) }
    case .timeFraction: rate.fraction(of: fix.time)
    case .heartRate: fix.heartRate.map { max(0, Int($0)) }
    case .oxygenSaturation: fix.oxygenSaturation.map { max(0, Int($0)) }
    }
  }

  /// Whole degrees, 0 to 359, of hundredths.
  private static func degrees(_ hundredths: Int) -> Int {
    let inCircle = (hundredths % 36_000 + 36_000) % 36_000
    return inCircle.dividedRounding(by: 100) % 360
  }
}

extension Array where Element == UInt8 {
  /// Appends a number filled with zeros to exactly `width` characters, a minus in place of the
  /// first zero; a number that does not fit becomes the nearest that does.
  mutating func append(signed value: Int, width: Int) {
    let limit = (0..<width).reduce(1) { power, _ in power * 10 }
    if value < 0 {
      append(ASCII.minus)
      append(decimal: Swift.min(-Swift.max(value, -limit), limit / 10 - 1), width: width - 1)
    } else {
      append(decimal: Swift.min(value, limit - 1), width: width)
    }
  }
}

extension Int {
  /// The quotient rounded to the nearest whole number, halves away from zero.
  func dividedRounding(by divisor: Int) -> Int {
    let half = self < 0 ? -divisor / 2 : divisor / 2
    return (self + half) / divisor
  }
}
