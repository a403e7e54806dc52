import FlightModel

/// UTC at a monotonic instant: by the newest plausible fix, or by a synchronised system clock until
/// the first fix.
struct RideClock: Sendable {
  /// A new word on the time that differs by no more, ms, is the receiver's delay, not the time.
  static let jitterMs: Int64 = 1_000

  /// UTC less monotonic, ms; nil while no time is known.
  private(set) var offsetMs: Int64?
  private var isByFix = false

  /// Takes in a fix's time and when it was received.
  mutating func take(fixAt time: UTCInstant, receivedAt: MonotonicInstant) {
    set(time, receivedAt)
    isByFix = true
  }

  /// Takes in what a synchronised clock says.
  mutating func take(clock time: UTCInstant, at instant: MonotonicInstant) {
    if !isByFix { set(time, instant) }
  }

  /// The time at an instant; nil while none is known.
  func utc(at instant: MonotonicInstant) -> UTCInstant? {
    offsetMs.map { UTCInstant(milliseconds: $0).advanced(byMilliseconds: instant.milliseconds) }
  }

  private mutating func set(_ time: UTCInstant, _ instant: MonotonicInstant) {
    let offset = time.advanced(byMilliseconds: -instant.milliseconds).milliseconds
    if let offsetMs, (offset &- offsetMs).magnitude <= UInt64(Self.jitterMs) { return }
    offsetMs = offset
  }
}
