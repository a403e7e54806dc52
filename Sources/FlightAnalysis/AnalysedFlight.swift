package import FlightModel

/// Everything that is computed from one flight's fixes. Indices are those of the fixes given.
package struct AnalysedFlight: Equatable, Sendable {
  /// Grows whenever the same file may give other values.
  package static let version = 1
  /// Nothing that is analysed is faster, m/s: a glider in wave with the wind.
  package static let fastestMPerS = 150.0

  /// Every flight in the file, in order; the first take-off and the last landing are the file's.
  package var parts: [FlightPart]
  /// Of an aero tow or winch launch: when it was let go.
  package var release: FlightMoment?
  /// First take-off to last landing, first or last fix where one is not known; the time on the ground
  /// in between does not count. ms.
  package var durationMs: Int64
  /// The greatest gain between a low point and a later high point of the flight, m.
  package var heightGainM: Int32
  package var circling: CirclingSummary
  /// In the order of time, without a gap, take-off to landing.
  package var phases: [FlightPhase]
  package var distances: FlightDistances
  /// The best speed over two hours.
  package var bestTwoHours: SpeedRun?
  package var engineRuns: [EngineRun]
  package var statistics: FlightStatistics
  package var sport: Sport?

  package init(
    parts: [FlightPart] = [], release: FlightMoment? = nil, durationMs: Int64 = 0,
    heightGainM: Int32 = 0, circling: CirclingSummary = CirclingSummary(),
    phases: [FlightPhase] = [], distances: FlightDistances = FlightDistances(),
    bestTwoHours: SpeedRun? = nil, engineRuns: [EngineRun] = [],
    statistics: FlightStatistics = FlightStatistics(), sport: Sport? = nil
  ) {
    self.parts = parts
    self.release = release
    self.durationMs = durationMs
    self.heightGainM = heightGainM
    self.circling = circling
    self.phases = phases
    self.distances = distances
    self.bestTwoHours = bestTwoHours
    self.engineRuns = engineRuns
    self.statistics = statistics
    self.sport = sport
  }

  package var takeoff: FlightMoment? { parts.first?.takeoff }
  package var landing: FlightMoment? { parts.last?.landing }
}

/// A fix at which something happened.
package struct FlightMoment: Equatable, Sendable {
  package var time: UTCInstant
  /// Index of the fix.
  package var index: Int

  package init(time: UTCInstant, index: Int) {
    self.time = time
    self.index = index
  }
}

/// One take-off and its landing; nil where the file begins or ends in the air.
package struct FlightPart: Equatable, Sendable {
  package var takeoff: FlightMoment?
  package var landing: FlightMoment?

  package init(takeoff: FlightMoment?, landing: FlightMoment?) {
    self.takeoff = takeoff
    self.landing = landing
  }
}

/// What is flown.
package enum Sport: Int, Sendable, CaseIterable {
  case glider = 0
  case paraglider = 1
  case hangGlider = 2
}

/// A stretch of a flight.
package struct FlightPhase: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// Winch or tow, up to the release.
    case launch
    case cruise
    case circling(Turn)
    /// The engine runs.
    case powered
  }

  package enum Turn: Equatable, Sendable {
    case left, right, mixed
  }

  package var kind: Kind
  /// Indices of the first and the last fix.
  package var fixes: ClosedRange<Int>
  /// Height at the end less that at the beginning, m.
  package var heightChangeM: Double
  package var durationMs: Int64

  package init(kind: Kind, fixes: ClosedRange<Int>, heightChangeM: Double, durationMs: Int64) {
    self.kind = kind
    self.fixes = fixes
    self.heightChangeM = heightChangeM
    self.durationMs = durationMs
  }

  /// m/s.
  package var climbMPerS: Double {
    durationMs > 0 ? heightChangeM / (Double(durationMs) / 1000) : 0
  }
}

/// The circling of a flight.
package struct CirclingSummary: Equatable, Sendable {
  /// Numbers of climbs.
  package var left = 0
  package var right = 0
  package var mixed = 0
  /// Of the best climb, m/s; nil without one.
  package var bestClimbMPerS: Double?
  /// Part of the flight's time, 0 to 1.
  package var share = 0.0

  package init() {}
}

/// A distance through points of the flight, in the order that they were flown.
package struct FlightDistance: Equatable, Sendable {
  /// On the FAI sphere of 6371 km, m; what was maximised.
  package var sphereM: Double
  /// The length on WGS84 of the same legs, m.
  package var wgs84M: Double
  /// Indices of the fixes, legs + 1 of them. A triangle has its three turnpoints, and before and
  /// after them the fixes that close it; an out and return has start, turnpoint and end.
  package var points: [Int]
  /// Whether nothing is longer; else it is the best that was found before the search gave up.
  package var isProved: Bool

  package init(sphereM: Double, wgs84M: Double, points: [Int], isProved: Bool = true) {
    self.sphereM = sphereM
    self.wgs84M = wgs84M
    self.points = points
    self.isProved = isProved
  }
}

extension FlightDistance {
  /// Whether an aircraft may have flown it between these fixes, those it was found in: ways through
  /// fixes that jump about are faster than 150 m/s.
  package func isFlown(on fixes: [TrackFix]) -> Bool {
    guard let first = points.first, let last = points.last, fixes.indices.contains(first),
      fixes.indices.contains(last)
    else { return false }
    let seconds = Double(fixes[last].time.milliseconds(since: fixes[first].time)) / 1000
    return sphereM <= AnalysedFlight.fastestMPerS * seconds + PathBuilder.noise
  }
}

/// The best of every shape; nil where the flight has none.
package struct FlightDistances: Equatable, Sendable {
  package var straight: FlightDistance?
  package var oneTurnpoint: FlightDistance?
  package var twoTurnpoints: FlightDistance?
  package var threeTurnpoints: FlightDistance?
  package var fiveTurnpoints: FlightDistance?
  package var outAndReturn: FlightDistance?
  package var triangle: FlightDistance?
  package var faiTriangle: FlightDistance?

  package init() {}
}

/// How near to its beginning a closed shape must end.
package enum Closing: Equatable, Sendable {
  /// At most so many metres.
  case within(Double)
  /// At most so large a part of the shape's length, 0.2 for 20 %.
  case share(Double)

  package static let standard = Closing.within(800)
}

/// The fastest run of at most two hours.
package struct SpeedRun: Equatable, Sendable {
  /// At most four legs.
  package var distance: FlightDistance
  /// Distance on the sphere by two hours, km/h, also when the flight is shorter.
  package var speedKmh: Double { distance.sphereM / 2000 }

  package init(distance: FlightDistance) { self.distance = distance }
}

/// A run of the engine.
package struct EngineRun: Equatable, Sendable {
  package enum Sensor: Equatable, Sendable { case noise, meansOfPropulsion, revolutions }

  package var sensor: Sensor
  package var fixes: ClosedRange<Int>

  package init(sensor: Sensor, fixes: ClosedRange<Int>) {
    self.sensor = sensor
    self.fixes = fixes
  }
}

/// Figures of the flight from take-off to landing; nil where nothing gives them.
package struct FlightStatistics: Equatable, Sendable {
  /// Of the straight stretches without engine, m/s over the ground.
  package var averageCruiseSpeedMPerS: Double?
  package var highestAltitudeM: Int32?
  package var lowestAltitudeM: Int32?
  package var fastestGroundSpeedMPerS: Double?
  /// Over 20 s, m/s.
  package var strongestClimbMPerS: Double?
  package var strongestSinkMPerS: Double?
  /// Along the whole track, m.
  package var trackLengthM: Double?
  /// Height lost in straight stretches against distance there.
  package var glideRatio: Double?
  /// Time circling, cruising and under power, ms.
  package var circlingMs: Int64 = 0
  package var cruiseMs: Int64 = 0
  package var poweredMs: Int64 = 0

  package init() {}
}
