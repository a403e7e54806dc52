/// The way that a board has gone: its kept odometer in whole metres, refined by the tachometer's
/// steps, and never going back.
///
/// A tachometer that falls has started anew, and its new count is way since then. An odometer that
/// falls lost what the controller had not saved, or was set back: the track goes on from where it is.
struct OdometerTrack: Equatable, Sendable {
  /// The odometer runs this far ahead of the counted steps before it is believed, m: it is kept in
  /// whole metres, and asked seldom.
  private static let slack = 3.0
  /// Far beyond any board's life, m.
  private static let largest = 1e11

  /// The odometer when counting began, and what was counted since, m.
  private var anchor: (odometer: Double, counted: Double)?
  private var latestOdometer = 0.0
  private var latestSteps: Int32?
  private var total: Double?
  private var countsSteps = false
  /// What the odometer was ahead of the steps: the next steps tell the same way, m.
  private var credit = 0.0

  static func == (left: Self, right: Self) -> Bool {
    left.total == right.total && left.latestSteps == right.latestSteps
      && left.latestOdometer == right.latestOdometer
  }

  /// cm; nil until the odometer is known, or known to be missing.
  var centimetres: Int64? { total.map { Int64(($0 * 100).rounded()) } }

  /// Begins at zero: this firmware has no odometer.
  mutating func startWithoutOdometer() { total = total ?? 0 }

  /// Takes the tachometer's absolute count; without a calibration it says nothing.
  mutating func take(steps: Int32, metresPerStep: Double?) {
    guard let metresPerStep, steps >= 0 else {
      latestSteps = nil
      countsSteps = false
      return
    }
    defer { latestSteps = steps }
    countsSteps = true
    guard let latestSteps else { return }
    let more = Double(steps >= latestSteps ? steps - latestSteps : steps) * metresPerStep
    advance(by: max(0, more - credit))
    credit = 0
  }

  /// Takes the kept odometer, m.
  mutating func take(odometerM: UInt32) {
    let odometer = Double(odometerM)
    defer { latestOdometer = odometer }
    guard let anchor, odometer >= latestOdometer else {
      self.anchor = (odometer, 0)
      total = total ?? odometer
      return
    }
    let ahead = odometer - anchor.odometer - anchor.counted
    if ahead >= (countsSteps ? Self.slack : 1) {
      credit += ahead
      advance(by: ahead)
    }
  }

  private mutating func advance(by metres: Double) {
    anchor?.counted += metres
    total = total.map { min($0 + metres, Self.largest) }
  }
}
