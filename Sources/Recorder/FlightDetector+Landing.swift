import FlightModel

/// Whether what flew stands on the ground, and since when.
extension FlightDetector {
  mutating func inFlight(_ sample: MotionSample, _ speed: Double, _ dt: Double) -> Event? {
    if speed >= Self.standing {
      slowSince = nil
      touchdown = nil
    } else if slowSince == nil {
      slowSince = sample.time
      touchdown = timeOfTouchdown(sample)
    }
    stand.take(sample, speed: speed, level: level, dt: dt)
    crawl.take(sample, speed: speed, level: level, dt: dt)
    let height = groundLevel.flatMap { ground in level.map { $0 - ground } }
    let isKnownGround = height.map { abs($0) <= Self.groundBand } ?? false
    let isHigh = height.map { $0 > Self.highAbove } ?? true
    let standFor = isKnownGround ? 60.0 : isHigh ? 300 : 180
    let crawlFor = isKnownGround ? 180.0 : 600
    if stand.seconds >= standFor { return land(stand.since!, isKnownGround) }
    if crawl.seconds >= crawlFor { return land(crawl.since!, isKnownGround) }
    return nil
  }

  private mutating func land(_ since: UTCInstant, _ isKnownGround: Bool) -> Event {
    let soon = slowSince.map { since.milliseconds(since: $0) <= 60_000 } ?? false
    let time = soon ? (touchdown ?? since) : since
    state = .landed
    landedAt = time
    landedOnKnownGround = isKnownGround
    forgetMovement()
    return .landing(at: time)
  }

  /// The touch-down before a roll-out that ends with this sample: the last time that two moments
  /// were clearly higher than the ground here, at most 40 s back; else now.
  private func timeOfTouchdown(_ sample: MotionSample) -> UTCInstant {
    let recent = (0..<min(3, history.count)).compactMap { history[$0].altitude }
    guard !recent.isEmpty else { return sample.time }
    let ground = recent.reduce(0, +) / Double(recent.count)
    for age in 0..<max(0, history.count - 1) {
      let moment = history[age]
      if sample.time.milliseconds(since: moment.time) > 40_000 { break }
      guard let altitude = moment.altitude, let before = history[age + 1].altitude else { continue }
      if altitude > ground + 4, before > ground + 4 { return history[max(0, age - 1)].time }
    }
    return sample.time
  }
}
