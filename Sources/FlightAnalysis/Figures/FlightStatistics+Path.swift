extension FlightStatistics {
  /// Climb and sink are measured over so long, s.
  static let climbSeconds = 20.0
  /// A climb over a longer gap in the track is none, s.
  static let longestClimbSeconds = 60.0
  /// Straight flight that loses less than this, m, has no glide ratio.
  static let leastLossM = 10.0

  init(_ path: FlightPath, _ spans: [FlownSpan], _ phases: [FlightPhase]) {
    self.init()
    guard !spans.isEmpty else { return }
    takeExtremes(path, spans)
    takeClimbs(path, spans)
    takePhases(phases)
    takeCruise(path, phases)
  }

  private mutating func takeExtremes(_ path: FlightPath, _ spans: [FlownSpan]) {
    var lowest = Double.infinity
    var highest = -Double.infinity
    var fastest = 0.0
    var length = 0.0
    for span in spans {
      for position in span.first...span.last {
        let moment = path[position]
        lowest = min(lowest, moment.altitude)
        highest = max(highest, moment.altitude)
        fastest = max(fastest, moment.speed)
        if position < span.last { length += moment.distance(to: path[position + 1]) }
      }
    }
    trackLengthM = length
    fastestGroundSpeedMPerS = fastest
    guard path.hasAltitude else { return }
    lowestAltitudeM = Int32(lowest)
    highestAltitudeM = Int32(highest)
  }

  private mutating func takeClimbs(_ path: FlightPath, _ spans: [FlownSpan]) {
    guard path.hasAltitude else { return }
    for span in spans {
      var later = span.first
      for position in span.first...span.last {
        while later < span.last, path.seconds(position, later) < Self.climbSeconds { later += 1 }
        let time = path.seconds(position, later)
        guard time >= Self.climbSeconds, time <= Self.longestClimbSeconds,
          path[position].stretch == path[later].stretch
        else { continue }
        let climb = path.rise(position, later) / time
        strongestClimbMPerS = max(strongestClimbMPerS ?? climb, climb)
        strongestSinkMPerS = min(strongestSinkMPerS ?? climb, climb)
      }
    }
  }

  private mutating func takePhases(_ phases: [FlightPhase]) {
    for phase in phases {
      switch phase.kind {
      case .launch: break
      case .cruise: cruiseMs += phase.durationMs
      case .circling: circlingMs += phase.durationMs
      case .powered: poweredMs += phase.durationMs
      }
    }
  }

  private mutating func takeCruise(_ path: FlightPath, _ phases: [FlightPhase]) {
    var way = 0.0
    var loss = 0.0
    var position = 0
    for phase in phases where phase.kind == .cruise {
      loss -= phase.heightChangeM
      while path[position].index < phase.fixes.lowerBound { position += 1 }
      while path[position].index < phase.fixes.upperBound {
        way += path[position].distance(to: path[position + 1])
        position += 1
      }
    }
    guard cruiseMs > 0 else { return }
    averageCruiseSpeedMPerS = way / (Double(cruiseMs) / 1000)
    if path.hasAltitude, loss >= Self.leastLossM { glideRatio = way / loss }
  }
}
