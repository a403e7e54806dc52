import FlightModel

/// Whether what moves is a flight, and since when.
extension FlightDetector {
  mutating func whileRolling(
    _ sample: MotionSample, _ speed: Double, _ dt: Double
  ) -> Event? {
    countMovement(sample, speed, dt)
    if startLevel == nil { startLevel = level }
    if isFlight(at: sample.time) { return takeOff(speed) }
    if let shortly = history.level(secondsBefore: 10, sample.time), let level,
      abs(level - shortly) >= Self.rise / 5
    {
      lastMoving = sample.time
    }
    let quietMs = sample.time.milliseconds(since: lastMoving ?? sample.time)
    guard quietMs >= Self.calmAfter * 1000 else { return nil }
    forgetMovement()
    state = landedAt == nil ? .ground : .landed
    groundLevel = level ?? groundLevel
    return .calm
  }

  private func isFlight(at time: UTCInstant) -> Bool {
    guard let level, let startLevel else {
      return briskFor >= Self.takeoffAfter || movingFor >= Self.movingWithoutHeight
    }
    if fastFor >= Self.fastFor || abs(level - startLevel) >= Self.slowRise { return true }
    guard movingFor >= Self.takeoffAfter else { return false }
    if abs(level - startLevel) >= Self.heightChange { return true }
    guard let before = history.level(secondsBefore: 15, time) else { return false }
    return abs(level - before) >= Self.heightStep
  }

  private mutating func takeOff(_ speed: Double) -> Event {
    let began = firstMoving(speed)
    let ground = startLevel
    let rejoins = landedAt != nil && isDoubtedLanding(at: began)
    let kept = rejoins ? groundLevel : ground
    groundLevel = kept
    state = .flying
    landedAt = nil
    forgetMovement()
    stand.reset()
    crawl.reset()
    slowSince = nil
    return .takeoff(at: began, groundAltitudeCm: groundAltitudeCm, rejoins: rejoins)
  }

  /// A landing on unknown ground is none if it was left soon.
  private func isDoubtedLanding(at departure: UTCInstant) -> Bool {
    guard !landedOnKnownGround, let landedAt else { return false }
    return departure.milliseconds(since: landedAt) < Self.doubtedFor * 1000
  }

  /// The first moving fix of the launch: after the last fix that stood on the ground, or, when the
  /// roll was long, after the last that was slow for a take-off run (a taxi before it).
  private func firstMoving(_ speed: Double) -> UTCInstant {
    let began = movingSince ?? history[0].time
    let run = firstMoment(slowerThan: Self.standing) ?? began
    guard speed >= 15, let fastRun = firstMoment(slowerThan: 8),
      fastRun.milliseconds(since: run) > 25_000
    else { return max(began, run) }
    return max(began, fastRun)
  }

  private func firstMoment(slowerThan limit: Double) -> UTCInstant? {
    for age in 0..<history.count {
      let moment = history[age]
      let aloft = startLevel.flatMap { start in moment.level.map { abs($0 - start) >= 8 } }
      if moment.speed < limit, aloft != true { return age == 0 ? nil : history[age - 1].time }
    }
    return nil
  }
}
