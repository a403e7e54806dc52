package import FlightModel

/// The sentences of NMEA 0183 that a position is made of, of any talker.
package enum PositionSentence: Equatable, Sendable {
  case recommendedMinimum(RecommendedMinimum)
  case fixData(FixData)
  case activeSatellites(ActiveSatellites)
  case courseAndSpeed(CourseAndSpeed)
  case timeAndDate(TimeAndDate)

  /// Nil for another sentence. Fields that are empty, missing or impossible are nil.
  package init?(_ sentence: borrowing Sentence) {
    guard let type = sentence.code.standardType else { return nil }
    var fields = sentence.fields
    switch type {
    case .minimum: self = .recommendedMinimum(RecommendedMinimum(&fields))
    case .fix: self = .fixData(FixData(&fields))
    case .satellites: self = .activeSatellites(ActiveSatellites(&fields))
    case .course: self = .courseAndSpeed(CourseAndSpeed(&fields))
    case .date: self = .timeAndDate(TimeAndDate(&fields))
    default: return nil
    }
  }
}

/// The types, packed once.
extension AddressCode {
  fileprivate static let minimum = AddressCode("RMC")
  fileprivate static let fix = AddressCode("GGA")
  fileprivate static let satellites = AddressCode("GSA")
  fileprivate static let course = AddressCode("VTG")
  fileprivate static let date = AddressCode("ZDA")
}

/// `RMC`: time, date, position and speed.
package struct RecommendedMinimum: Equatable, Sendable {
  package var time: TimeOfDay?
  /// `A`; a void one may still repeat the last position.
  package var isValid: Bool
  package var latitudeDegrees: Double?
  package var longitudeDegrees: Double?
  package var groundSpeedMPerS: Double?
  package var trackDegrees: Double?
  package var date: CivilDate?
  /// East positive.
  package var magneticVariationDegrees: Double?
  /// `A` autonomous, `D` differential, `E` estimated, `N` none …; missing before NMEA 2.3.
  package var mode: UInt8?

  init(_ fields: inout FieldCursor) {
    time = fields.nextTime()
    isValid = fields.nextLetter() == UInt8(ascii: "A")
    latitudeDegrees = fields.nextAngle(positive: "N", negative: "S", limit: 90)
    longitudeDegrees = fields.nextAngle(positive: "E", negative: "W", limit: 180)
    groundSpeedMPerS = fields.nextDecimal().map { $0 * Unit.knot }
    trackDegrees = fields.nextDecimal()
    date = fields.nextDate()
    magneticVariationDegrees = Self.variation(&fields)
    mode = fields.nextLetter()
  }

  private static func variation(_ fields: inout FieldCursor) -> Double? {
    let value = fields.nextDecimal()
    let side = fields.nextLetter()
    switch side {
    case UInt8(ascii: "E"): return value
    case UInt8(ascii: "W"): return value.map(-)
    default: return nil
    }
  }
}

/// `GGA`: position, its quality and heights.
package struct FixData: Equatable, Sendable {
  package var time: TimeOfDay?
  package var latitudeDegrees: Double?
  package var longitudeDegrees: Double?
  /// 0 none, 1 GNSS, 2 differential, 4 and 5 carrier phase, 6 estimated, 7 typed in, 8 simulated.
  package var quality: Int?
  package var satelliteCount: Int?
  package var horizontalDilution: Double?
  /// Above mean sea level as the receiver models it.
  package var meanSeaAltitudeM: Double?
  /// Of mean sea level above the ellipsoid.
  package var geoidSeparationM: Double?
  package var differentialAgeS: Double?
  /// 0 to 1023.
  package var differentialStation: Int?

  /// Above the WGS84 ellipsoid; unknown without the separation.
  package var ellipsoidAltitudeM: Double? {
    guard let meanSeaAltitudeM, let geoidSeparationM else { return nil }
    return meanSeaAltitudeM + geoidSeparationM
  }

  init(_ fields: inout FieldCursor) {
    time = fields.nextTime()
    latitudeDegrees = fields.nextAngle(positive: "N", negative: "S", limit: 90)
    longitudeDegrees = fields.nextAngle(positive: "E", negative: "W", limit: 180)
    quality = fields.nextInteger()
    satelliteCount = fields.nextInteger()
    horizontalDilution = fields.nextDecimal()
    meanSeaAltitudeM = fields.nextLengthM()
    geoidSeparationM = fields.nextLengthM()
    differentialAgeS = fields.nextDecimal()
    differentialStation = fields.nextInteger()
  }
}

/// `GSA`: how much of a position there is, and from which satellites.
package struct ActiveSatellites: Equatable, Sendable {
  /// `A` automatic, `M` manual choice of the dimensions.
  package var selection: UInt8?
  /// 1 none, 2 two dimensions, 3 three.
  package var dimensions: Int?
  /// Numbers of the satellites used, at most twelve.
  package var satellites: [Int] { (0..<count).map { Int(numbers[$0]) } }
  package var positionDilution: Double?
  package var horizontalDilution: Double?
  package var verticalDilution: Double?
  /// Constellation since NMEA 4.1: 1 GPS, 2 GLONASS, 3 Galileo, 4 BeiDou.
  package var system: Int?
  private var numbers = SIMD16<UInt16>()
  private var count = 0

  init(_ fields: inout FieldCursor) {
    selection = fields.nextLetter()
    dimensions = fields.nextInteger()
    for _ in 0..<12 {
      guard let number = fields.nextInteger().flatMap({ UInt16(exactly: $0) }) else { continue }
      numbers[count] = number
      count += 1
    }
    positionDilution = fields.nextDecimal()
    horizontalDilution = fields.nextDecimal()
    verticalDilution = fields.nextDecimal()
    system = fields.nextHexadecimal()
  }
}

/// `VTG`: course and speed over ground.
package struct CourseAndSpeed: Equatable, Sendable {
  package var trackDegrees: Double?
  package var magneticTrackDegrees: Double?
  /// From the knots.
  package var groundSpeedMPerS: Double?
  package var groundSpeedKmPerH: Double?
  /// As in `RMC`.
  package var mode: UInt8?

  init(_ fields: inout FieldCursor) {
    trackDegrees = fields.nextDecimal()
    fields.skip(1)
    magneticTrackDegrees = fields.nextDecimal()
    fields.skip(1)
    groundSpeedMPerS = fields.nextDecimal().map { $0 * Unit.knot }
    fields.skip(1)
    groundSpeedKmPerH = fields.nextDecimal()
    fields.skip(1)
    mode = fields.nextLetter()
  }
}

/// `ZDA`: time and date.
package struct TimeAndDate: Equatable, Sendable {
  package var time: TimeOfDay?
  package var date: CivilDate?
  package var zoneHours: Int?
  package var zoneMinutes: Int?

  init(_ fields: inout FieldCursor) {
    time = fields.nextTime()
    let day = fields.nextInteger()
    let month = fields.nextInteger()
    let year = fields.nextInteger()
    if let day, let month, let year {
      date = CivilDate(checkedYear: year, month: month, day: day)
    }
    zoneHours = fields.nextInteger()
    zoneMinutes = fields.nextInteger()
  }
}
