package import FlightModel

/// Which way an aircraft circles.
package enum Turn: String, Equatable, Sendable {
  case left
  case right

  var sign: Double { self == .left ? -1 : 1 }
}

/// What is known exactly of one simulated flight.
package struct FlightTruth: Equatable, Sendable {
  /// The launch begins: the first movement on the ground.
  package var movingFrom: UTCInstant
  /// The aircraft leaves the ground.
  package var takeoff: UTCInstant
  /// The cable or the tug is released; nil after a foot launch.
  package var release: UTCInstant?
  /// The aircraft touches the ground.
  package var landing: UTCInstant
  /// The landing roll ends.
  package var standstill: UTCInstant
  package var thermalsLeft = 0
  package var thermalsRight = 0
  /// The greatest gain between a low and a later high point among the measured ellipsoid altitudes
  /// from take-off to landing, cm.
  package var heightGainCm: Int32 = 0
  /// The highest measured ellipsoid altitude from take-off to landing, cm.
  package var highestCm: Int32 = .min

  /// Whether the flight ends before the simulation does.
  package var hasLanded: Bool { landing > takeoff }

  /// Take-off to landing, ms.
  package var durationMs: Int64 { landing.milliseconds(since: takeoff) }
  /// Take-off to landing in whole seconds.
  package var durationSeconds: Int64 { durationMs / 1000 }

  fileprivate mutating func note(_ event: FlightEvent, at time: UTCInstant) {
    switch event {
    case .moving: movingFrom = time
    case .takeoff: takeoff = time
    case .release: release = time
    case .thermal(.left): thermalsLeft += 1
    case .thermal(.right): thermalsRight += 1
    case .landing: landing = time
    case .standstill: standstill = time
    }
  }
}

/// Something that happens once in a flight.
enum FlightEvent: Equatable, Sendable {
  case moving
  case takeoff
  case release
  case thermal(Turn)
  case landing
  case standstill
}

/// Builds the truth of each flight from its events and the measured altitudes between them.
struct TruthKeeper: Sendable {
  private(set) var flights: [FlightTruth] = []
  private var isAirborne = false
  private var lowestCm = Int32.max

  mutating func on(_ event: FlightEvent, at time: UTCInstant) {
    if event == .moving {
      flights.append(
        FlightTruth(movingFrom: time, takeoff: time, landing: time, standstill: time))
      return
    }
    guard !flights.isEmpty else { return }
    if event == .takeoff {
      isAirborne = true
      lowestCm = .max
    } else if event == .landing {
      isAirborne = false
    }
    flights[flights.count - 1].note(event, at: time)
  }

  /// Takes the measured altitude of one fix into the height gain.
  mutating func measure(_ altitudeCm: Int32) {
    guard isAirborne, !flights.isEmpty else { return }
    let last = flights.count - 1
    lowestCm = min(lowestCm, altitudeCm)
    flights[last].heightGainCm = max(flights[last].heightGainCm, altitudeCm - lowestCm)
    flights[last].highestCm = max(flights[last].highestCm, altitudeCm)
  }
}
