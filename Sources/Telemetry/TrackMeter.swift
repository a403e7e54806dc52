import FlightModel

/// Tells fixes apart and measures the distance over ground between them, without adding up the
/// jitter of a receiver that stands still.
///
/// A leg runs from an anchor to the first fix at least 3 m away. It counts when both fixes are
/// accurate to 50 m, the fixes between follow each other within 10 s, the last step is no faster
/// than 150 m/s, and the board moves: 3.0 km/h by the receiver's own speed, or by the leg's where
/// that is unknown.
struct TrackMeter: Sendable {
  /// Fixes worse than this, in cm, or of unknown accuracy are no part of the distance.
  static let usableCm: Int32 = 5_000
  static let longestGapMs: Int64 = 10_000
  static let shortestLegM = 3.0
  static let fastestMps = 150.0
  /// 3.0 km/h.
  static let movingMps = 3.0 / 3.6

  private var newestFixMs: Int64 = .min
  private var last: LocationColumns?
  private var anchor: LocationColumns?

  /// Takes fixes up to a time as counted before.
  mutating func resume(after ms: Int64) { newestFixMs = ms }

  /// The length in cm that a fix completes, mostly 0; nil when the fix was seen before.
  mutating func add(_ fix: LocationColumns) -> Int64? {
    guard fix.locationTimestampMs > newestFixMs else { return nil }
    newestFixMs = fix.locationTimestampMs
    guard let accuracy = fix.accuracyCm, (0...Self.usableCm).contains(accuracy) else { return 0 }
    defer { last = fix }
    guard let last, let anchor, isStep(from: last, to: fix) else {
      self.anchor = fix
      return 0
    }
    let leg = anchor.coordinate.distance(to: fix.coordinate)
    guard isMoving(fix, legM: leg, since: anchor) else {
      if fix.plausibleSpeedCentiMps != nil || isStale(anchor, at: fix) { self.anchor = fix }
      return 0
    }
    guard leg >= Self.shortestLegM else { return 0 }
    self.anchor = fix
    return Int64((leg * 100).rounded())
  }

  private func isStep(from last: LocationColumns, to fix: LocationColumns) -> Bool {
    let elapsedMs = fix.locationTimestampMs - last.locationTimestampMs
    guard elapsedMs <= Self.longestGapMs else { return false }
    let step = last.coordinate.distance(to: fix.coordinate)
    // Two fixes' noise of 3 m would look fast over a tenth of a second.
    return step <= Self.shortestLegM + Self.fastestMps * Double(elapsedMs) / 1000
  }

  /// A receiver without speeds that has stood must not measure its start against the whole stand.
  private func isStale(_ anchor: LocationColumns, at fix: LocationColumns) -> Bool {
    fix.locationTimestampMs - anchor.locationTimestampMs > Self.longestGapMs
  }

  private func isMoving(
    _ fix: LocationColumns, legM: Double, since anchor: LocationColumns
  ) -> Bool {
    if let speed = fix.plausibleSpeedCentiMps { return Double(speed) / 100 >= Self.movingMps }
    let seconds = Double(fix.locationTimestampMs - anchor.locationTimestampMs) / 1000
    return legM / seconds >= Self.movingMps
  }
}
