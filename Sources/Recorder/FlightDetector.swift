package import FlightModel

/// Finds take-off and landing while the flight goes on, from fix times, speed and height alone: no
/// polar, no kind of aircraft.
///
/// Missing a flight is worse than seeing one where none is, and ending one aloft is worse than
/// ending it late. So movement is enough to record (`rolling`), a change of height or great speed
/// makes it a flight, and only a long stand on the ground ends it. See `docs/recording.md`.
package struct FlightDetector: Sendable {
  package enum Event: Equatable, Sendable {
    /// Something moves; it may be a flight.
    case rolling
    /// It stood again without having flown.
    case calm
    /// A flight, moving since the time. `rejoins` says that the landing before was none.
    case takeoff(at: UTCInstant, groundAltitudeCm: Int32?, rejoins: Bool)
    case landing(at: UTCInstant)
  }

  package enum State: String, Sendable { case ground, rolling, flying, landed }

  /// Moving from here on, m/s (14 km/h): a foot launch runs at 25 km/h, a walk at 5.
  static let moving = 4.0
  /// Moving for so long is rolling, s: one wrong speed is not.
  static let rollingAfter = 2.0
  /// Moving for so long may be a flight, s.
  static let takeoffAfter = 10.0
  /// A flight gains or loses this in 15 s, m: a foot launch at 1 m/s twice as much; GNSS noise
  /// smoothed over 4 s a quarter.
  static let heightStep = 8.0
  /// Or this since it began to move, m.
  static let heightChange = 25.0
  /// Or goes this fast, m/s, for so long, s: no car on an airfield does.
  static let fast = 20.0
  static let fastFor = 30.0
  /// Without altitude: this fast, m/s, for `takeoffAfter`, or moving for so long, s.
  static let fastWithoutHeight = 10.0
  static let movingWithoutHeight = 60.0
  /// Risen by this in 30 s, m, without speed: a launch into strong wind.
  static let rise = 15.0
  /// And by this in all, m, it is a flight.
  static let slowRise = 40.0
  /// Without movement for so long, s, rolling is over.
  static let calmAfter: Int64 = 60
  /// Slower than this may be standing, m/s.
  static let standing = 2.5
  /// Steps of time below this are ignored, above are counted as this, s.
  static let shortestStep = 0.45
  static let longestStep = 5.0
  /// Within this height of the take-off ground, m, the ground is known.
  static let groundBand = 50.0
  /// This far above it, m, a stand is most likely a hover in wave.
  static let highAbove = 300.0
  /// A landing away from the known ground is doubted for so long, s: a hover needs five minutes to
  /// look like one.
  static let doubtedFor: Int64 = 600

  package internal(set) var state = State.ground
  /// When the landing was, in `landed` and while rolling after it.
  package internal(set) var landedAt: UTCInstant?

  var history = MotionHistory()
  var last: MotionSample?
  var level: Double?
  var groundLevel: Double?
  /// Seconds of movement, of speed for a flight without height, and of speed for any.
  var movingFor = 0.0
  var briskFor = 0.0
  var fastFor = 0.0
  var movingSince: UTCInstant?
  var lastMoving: UTCInstant?
  var startLevel: Double?
  var slowSince: UTCInstant?
  var touchdown: UTCInstant?
  var stand = Stillness(slowerThan: FlightDetector.standing, radius: 20, height: 6)
  var crawl = Stillness(slowerThan: 2.2, radius: nil, height: 8)
  var landedOnKnownGround = false

  package init() {}

  /// Whether the landing was near the height of take-off, so that leaving it is a new flight.
  package var isLandingCertain: Bool { landedAt != nil && landedOnKnownGround }

  /// Whether the aircraft stands now: for a stop that comes before a landing is certain.
  package var standsSince: UTCInstant? {
    stand.seconds >= 5 ? (touchdown ?? stand.since) : nil
  }

  /// Height of the ground that a flight began from or stands on, cm above the ellipsoid.
  package var groundAltitudeCm: Int32? { groundLevel.map { Int32(clamping: Int64($0 * 100)) } }

  /// Takes up a flight that was interrupted.
  package mutating func resumeFlying(groundAltitudeCm: Int32?) {
    state = .flying
    groundLevel = groundAltitudeCm.map { Double($0) / 100 }
    landedAt = nil
  }

  /// Takes up a landing that was interrupted.
  package mutating func resumeLanded(at time: UTCInstant, groundAltitudeCm: Int32?) {
    state = .landed
    landedAt = time
    landedOnKnownGround = true
    groundLevel = groundAltitudeCm.map { Double($0) / 100 } ?? groundLevel
  }

  /// The landing is final, or the flight was ended by hand: what follows is new.
  package mutating func forgetFlight() {
    if state != .rolling { state = .ground }
    landedAt = nil
    startLevel = nil
    groundLevel = level ?? groundLevel
  }

  /// Takes the next fix that has a position, in increasing time.
  package mutating func take(_ sample: MotionSample) -> Event? {
    guard let last else {
      begin(with: sample)
      return nil
    }
    let dt = Double(sample.time.milliseconds(since: last.time)) / 1000
    guard dt >= Self.shortestStep else { return nil }
    let speed = sample.speed ?? last.position.distance(to: sample.position) / dt
    self.last = sample
    smooth(sample.altitude, dt)
    history.append(
      MotionMoment(time: sample.time, speed: speed, altitude: sample.altitude, level: level))
    let step = min(dt, Self.longestStep)
    switch state {
    case .ground, .landed: return onGround(sample, speed, step)
    case .rolling: return whileRolling(sample, speed, step)
    case .flying: return inFlight(sample, speed, dt)
    }
  }

  private mutating func begin(with sample: MotionSample) {
    last = sample
    level = sample.altitude
    groundLevel = groundLevel ?? sample.altitude
    history.append(
      MotionMoment(
        time: sample.time, speed: sample.speed ?? 0, altitude: sample.altitude, level: level))
    if let speed = sample.speed, speed >= Self.moving { movingSince = sample.time }
  }

  /// Smooths with a time constant of 4 s; after a hole the new altitude counts as it is.
  private mutating func smooth(_ altitude: Double?, _ dt: Double) {
    guard let altitude else { return }
    guard let level, dt <= 20 else {
      self.level = altitude
      return
    }
    self.level = level + (altitude - level) * dt / (dt + 4)
  }

  // MARK: On the ground

  private mutating func onGround(_ sample: MotionSample, _ speed: Double, _ dt: Double) -> Event? {
    if groundLevel == nil { groundLevel = level }
    countMovement(sample, speed, dt)
    if movingFor >= Self.rollingAfter { return roll(since: movingSince ?? sample.time, sample) }
    if let level, let before = history.level(secondsBefore: 30, sample.time),
      let shortly = history.level(secondsBefore: 10, sample.time),
      abs(level - before) >= Self.rise, abs(level - shortly) >= Self.rise / 5
    {
      return roll(since: timeOfLeaving(before), sample)
    }
    if speed < Self.standing, let level, let ground = groundLevel {
      groundLevel = ground + (level - ground) * min(1, dt / 10)
    }
    return nil
  }

  mutating func countMovement(_ sample: MotionSample, _ speed: Double, _ dt: Double) {
    if speed >= Self.moving {
      if movingSince == nil { movingSince = sample.time } else { movingFor += dt }
      lastMoving = sample.time
      briskFor = speed >= Self.fastWithoutHeight ? briskFor + dt : briskFor
      fastFor = speed >= Self.fast ? fastFor + dt : 0
    } else if speed < Self.standing {
      fastFor = 0
      if state != .rolling { forgetMovement() }
    }
  }

  mutating func forgetMovement() {
    movingSince = nil
    movingFor = 0
    briskFor = 0
    fastFor = 0
  }

  private mutating func roll(since: UTCInstant, _ sample: MotionSample) -> Event {
    state = .rolling
    movingSince = since
    lastMoving = sample.time
    startLevel = groundLevel ?? level
    return .rolling
  }

  /// When the height left that of half a minute ago for the last time.
  private func timeOfLeaving(_ before: Double) -> UTCInstant {
    for age in 0..<history.count {
      if let level = history[age].level, abs(level - before) < 3 { return history[age].time }
    }
    return history[history.count - 1].time
  }
}
