/// What an instrument is (`LXWP1`).
package struct InstrumentProduct: Equatable, Sendable {
  package var name: String?
  package var serialNumber: String?
  package var software: String?
  package var hardware: String?
  package var licence: String?

  init(_ fields: inout FieldCursor) {
    name = fields.nextText()
    serialNumber = fields.nextText()
    software = fields.nextText()
    hardware = fields.nextText()
    licence = fields.nextText()
  }
}

/// The pilot's settings for the glide (`LXWP2`).
package struct GlideSettings: Equatable, Sendable {
  package var macCreadyMPerS: Double?
  /// Total mass over that of the polar.
  package var ballastFactor: Double?
  /// Loss of performance; sent as percent, or by some as a factor (`1.05`).
  package var bugsPercent: Double?
  package var polarA: Double?
  package var polarB: Double?
  package var polarC: Double?
  package var volumePercent: Double?

  init(_ fields: inout FieldCursor) {
    macCreadyMPerS = fields.nextDecimal()
    ballastFactor = fields.nextDecimal()
    bugsPercent = Self.bugs(fields.next())
    polarA = fields.nextDecimal()
    polarB = fields.nextDecimal()
    polarC = fields.nextDecimal()
    volumePercent = fields.nextDecimal()
  }

  private static func bugs(_ field: Field?) -> Double? {
    guard let value = field?.decimal else { return nil }
    let isFactor = field?.integer == nil && (1..<2).contains(value)
    return isFactor ? (value - 1) * 100 : value
  }
}

/// Settings of the instrument itself (`LXWP3`), as it sends them.
package struct VarioSettings: Equatable, Sendable {
  /// Added to pressure altitude gives the shown one, with the sign as sent.
  package var altitudeOffsetM: Double?
  package var speedCommandMode: Int?
  package var varioFilterS: Double?
  package var totalEnergyFilter: Double?
  package var totalEnergyLevel: Double?
  package var varioAverageS: Double?
  package var varioRangeMPerS: Double?
  package var speedCommandDeadband: Double?
  package var speedCommandLow: Double?
  package var speedCommandSpeed: Double?
  package var smartFilter: Double?
  package var gliderName: String?
  package var timeOffsetHours: Double?

  init(_ fields: inout FieldCursor) {
    altitudeOffsetM = fields.nextDecimal().map { $0 * Unit.foot }
    speedCommandMode = fields.nextInteger()
    varioFilterS = fields.nextDecimal()
    totalEnergyFilter = fields.nextDecimal()
    totalEnergyLevel = fields.nextDecimal()
    varioAverageS = fields.nextDecimal()
    varioRangeMPerS = fields.nextDecimal()
    speedCommandDeadband = fields.nextDecimal()
    speedCommandLow = fields.nextDecimal()
    speedCommandSpeed = fields.nextDecimal()
    smartFilter = fields.nextDecimal()
    gliderName = fields.nextText()
    timeOffsetHours = fields.nextDecimal()
  }
}

enum LXSentences {
  /// `LXWP0`: km/h for the air and the wind; the altitude is above 1013.25 hPa or QNH by model.
  static func flight(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    switch fields.nextLetter() {
    case UInt8(ascii: "Y"): reading.isLoggerRunning = true
    case UInt8(ascii: "N"): reading.isLoggerRunning = false
    default: break
    }
    reading.trueAirspeedMPerS = fields.nextDecimal().map { $0 * Unit.kilometrePerHour }
    reading.altitude = fields.nextAltitude(.unknown)
    reading.varioMPerS = fields.nextDecimal()
    reading.laterVariosMPerS = (0..<5).map { _ in fields.nextDecimal() }
    reading.headingDegrees = fields.nextDecimal()
    reading.windDirectionDegrees = fields.nextDecimal()
    reading.windSpeedMPerS = fields.nextDecimal().map { $0 * Unit.kilometrePerHour }
  }

  /// `PLXVF`, many times a second.
  static func fast(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.clockS = fields.nextDecimal()
    reading.accelerationMPerS2 = fields.nextVector(unit: Unit.standardGravity)
    reading.varioMPerS = fields.nextDecimal()
    reading.indicatedAirspeedMPerS = fields.nextDecimal()
    reading.altitude = fields.nextAltitude(.standard)
    reading.isSpeedToFly = fields.nextFlag()
  }

  /// `PLXVS`; newer ones with pressure altitude and flap.
  static func slow(_ reading: inout InstrumentReading, _ fields: inout FieldCursor) {
    reading.temperatureDegC = fields.nextDecimal()
    reading.isSpeedToFly = fields.nextFlag()
    reading.voltageV = fields.nextDecimal()
    reading.altitude = fields.nextAltitude(.standard)
    reading.flap = fields.nextText()
  }
}

extension FieldCursor {
  /// Metres above `reference`.
  mutating func nextAltitude(_ reference: InstrumentAltitude.Reference) -> InstrumentAltitude? {
    nextDecimal().map { InstrumentAltitude(metres: $0, reference: reference) }
  }

  /// Three components in a `unit` of the vector's own.
  mutating func nextVector(unit: Double = 1) -> InstrumentVector {
    let x = nextDecimal().map { $0 * unit }
    let y = nextDecimal().map { $0 * unit }
    let z = nextDecimal().map { $0 * unit }
    return InstrumentVector(x: x, y: y, z: z)
  }
}
