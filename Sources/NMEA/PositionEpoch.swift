import FlightModel

/// What a receiver has said of one instant so far.
struct PositionEpoch: Sendable {
  struct Parts: OptionSet, Sendable {
    let rawValue: UInt8
    static let minimum = Parts(rawValue: 1)
    static let data = Parts(rawValue: 2)
    static let date = Parts(rawValue: 4)
    static let course = Parts(rawValue: 8)
    static let satellites = Parts(rawValue: 16)
  }

  var time: TimeOfDay
  /// When the first of its sentences came.
  var receivedAt: MonotonicInstant
  var parts: Parts = []
  private(set) var minimum: RecommendedMinimum?
  private(set) var data: FixData?
  private(set) var date: CivilDate?
  private(set) var course: CourseAndSpeed?
  private var dimensions = 0

  init(time: TimeOfDay, receivedAt: MonotonicInstant) {
    self.time = time
    self.receivedAt = receivedAt
  }

  /// Takes a sentence; of the `GSA` of several constellations the best counts.
  mutating func take(_ sentence: PositionSentence) {
    switch sentence {
    case .recommendedMinimum(let told): minimum = told
    case .fixData(let told): data = told
    case .timeAndDate(let told): date = told.date
    case .courseAndSpeed(let told): course = told
    case .activeSatellites(let told): dimensions = max(dimensions, told.dimensions ?? 0)
    }
  }

  /// The fix, as far as it is known.
  func fix(of receiver: ReceiverID, time: UTCInstant?) -> Fix {
    var fix = Fix(receiver: receiver, time: time, receivedAt: receivedAt, mode: mode)
    fix.satellitesUsed = data?.satelliteCount
    guard mode != .none else { return fix }
    fix.position = position
    let speed = minimum?.groundSpeedMPerS ?? course?.groundSpeedMPerS
    fix.groundSpeedCmPerS = speed.flatMap { $0 < 0 ? nil : $0.hundredths }
    fix.trackCentiDeg = (minimum?.trackDegrees ?? course?.trackDegrees).flatMap(Self.course)
    guard mode == .threeDimensional else { return fix }
    fix.ellipsoidAltitudeCm = data?.ellipsoidAltitudeM?.hundredths
    fix.meanSeaAltitudeCm = data?.meanSeaAltitudeM?.hundredths
    return fix
  }

  /// What `RMC` and `GGA` both call a position, measured and not estimated. A `GSA` decides between
  /// two and three dimensions only.
  private var mode: Fix.Mode {
    guard isMeasured, position != nil else { return .none }
    let hasHeight = data?.meanSeaAltitudeM != nil
    switch dimensions {
    case 2: return .twoDimensional
    case 3 where data == nil: return .threeDimensional
    default: return hasHeight ? .threeDimensional : .twoDimensional
    }
  }

  private var isMeasured: Bool {
    if let minimum {
      guard minimum.isValid else { return false }
      switch minimum.mode {
      case UInt8(ascii: "N"), UInt8(ascii: "E"), UInt8(ascii: "M"), UInt8(ascii: "S"): return false
      default: break
      }
    }
    guard let data else { return minimum != nil }
    return (1...5).contains(data.quality ?? 0)
  }

  private var position: Coordinate? {
    if let latitude = data?.latitudeDegrees, let longitude = data?.longitudeDegrees {
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    guard let latitude = minimum?.latitudeDegrees, let longitude = minimum?.longitudeDegrees
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// 1/100 degree from 0 to 35,999.
  private static func course(_ degrees: Double) -> Int32? {
    guard abs(degrees) <= 720, let hundredths = degrees.hundredths else { return nil }
    return (hundredths % 36_000 + 36_000) % 36_000
  }
}
