import FlightModel

/// When a ride begins, rests and is over, on the monotonic clock.
struct RideDetector: Sendable {
  /// From here on a board moves, by its wheel, 1/100 km/h, …
  static let movingCentiKmh: Int32 = 300
  /// … or over ground, cm/s (3.0 km/h), by a fix with an error of at most …
  static let movingCmPerS: Int32 = 84
  /// … this, cm.
  static let usableErrorCm: Int32 = 2_000
  /// A ride begins when it moved for so long without a rest of `breakMs`, ms: a hand that turns the
  /// wheel, or a receiver's noise, is no ride.
  static let beginMs: Int64 = 1_000
  static let beginByGroundMs: Int64 = 3_000
  static let breakMs: Int64 = 1_500
  /// Without movement for this long, ms, a ride rests, …
  static let pauseMs: Int64 = 180_000
  /// … and for this long it is over.
  static let splitMs: Int64 = 30 * 60_000

  enum State: Sendable { case idle, riding, resting }
  enum Event: Equatable, Sendable { case began, paused, resumed, over }

  /// What was seen to move.
  enum Evidence: Sendable { case rider, wheel, ground }

  private(set) var state = State.idle
  private var movedAt: MonotonicInstant?
  private var movingSince: MonotonicInstant?

  /// Something moves.
  mutating func note(_ evidence: Evidence, at now: MonotonicInstant) -> Event? {
    let isAfterBreak = movedAt.map { elapsedMs(from: $0, to: now) > Self.breakMs } ?? true
    if isAfterBreak || movingSince == nil { movingSince = now }
    movedAt = max(now, movedAt ?? now)
    switch state {
    case .riding: return nil
    case .idle, .resting:
      guard isProof(evidence, now) else { return nil }
      defer { state = .riding }
      return state == .idle ? .began : .resumed
    }
  }

  /// Time passes.
  mutating func tick(_ now: MonotonicInstant) -> Event? {
    guard state != .idle, let movedAt else { return nil }
    let rest = elapsedMs(from: movedAt, to: now)
    if rest >= Self.splitMs {
      state = .idle
      return .over
    }
    guard state == .riding, rest >= Self.pauseMs else { return nil }
    state = .resting
    return .paused
  }

  /// A ride that a restart found goes on.
  mutating func resume(at now: MonotonicInstant) {
    state = .riding
    movedAt = now
    movingSince = now
  }

  private func isProof(_ evidence: Evidence, _ now: MonotonicInstant) -> Bool {
    let moved = movingSince.map { elapsedMs(from: $0, to: now) } ?? 0
    return switch evidence {
    case .rider: true
    case .wheel: moved >= Self.beginMs
    case .ground: moved >= Self.beginByGroundMs
    }
  }
}
