import FlightModel
package import Telemetry

/// A ride: what the Minute Buckets of one board add up to between two rests of half an hour.
package struct Ride: Equatable, Sendable {
  /// Half an hour without movement, or without a sample, ends a ride.
  package static let splitMs: Int64 = 30 * 60_000

  package let boardID: String
  /// Times of the first and last sample.
  package private(set) var firstSampleAtMs: Int64
  package private(set) var lastSampleAtMs: Int64
  package private(set) var sampleCount: Int64 = 0
  package private(set) var gpsPointCount: Int64 = 0
  /// By GNSS.
  package private(set) var gpsDistanceCm: Int64 = 0
  /// The share of each minute in which the board moved, added up.
  package private(set) var movingMs: Int64 = 0
  package private(set) var movingSampleCount: Int64 = 0
  package private(set) var sumMovingSpeedCentiKmh: Int64 = 0
  package private(set) var maxSpeedCentiKmh: Int32 = 0
  package private(set) var batteryUsedWhMilli: Int64 = 0
  package private(set) var batteryRegenWhMilli: Int64 = 0
  package private(set) var minBatteryVoltageMv: Int32?
  package private(set) var maxTempMosfetDeciC: Int32?
  package private(set) var maxTempMotorDeciC: Int32?
  package private(set) var faultCount: Int64 = 0
  private var lastMotionMs: Int64
  private var odometerCm: Int64 = 0
  private var lastOdometerCm: Int64?

  /// Begins with a bucket.
  package init(_ bucket: MinuteBucket) {
    boardID = bucket.boardID
    firstSampleAtMs = bucket.firstSampleAtMs
    lastSampleAtMs = bucket.lastSampleAtMs
    lastMotionMs = bucket.firstSampleAtMs
    add(bucket)
  }

  /// The wheel's distance where the board has an odometer, else that by GNSS.
  package var distanceCm: Int64 { odometerCm > 0 ? odometerCm : gpsDistanceCm }

  /// Over the moving samples; nil without any.
  package var averageSpeedCentiKmh: Int32? {
    movingSampleCount > 0
      ? Int32(clamping: sumMovingSpeedCentiKmh / movingSampleCount) : nil
  }

  /// `20260704-0912-3f2a`: the start in UTC and four digits that stand for the board.
  package var id: String {
    let start = UTCInstant(milliseconds: firstSampleAtMs)
    let digits = start.rfc3339.prefix(16).filter { $0 != "-" && $0 != ":" }
    let parts = digits.split(separator: "T")
    var hash: UInt32 = 2_166_136_261
    for byte in boardID.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    let mark = String(UInt16(truncatingIfNeeded: hash ^ hash >> 16), radix: 16)
    return parts.joined(separator: "-") + "-" + String(repeating: "0", count: 4 - mark.count) + mark
  }

  /// Whether a bucket belongs to this ride: the same board, and no long rest before what moves in it.
  package func goesOn(with bucket: MinuteBucket) -> Bool {
    bucket.boardID == boardID
      && (bucket.firstMovingAtMs ?? bucket.firstSampleAtMs) &- lastMotionMs <= Self.splitMs
  }

  /// Takes in the next bucket.
  package mutating func add(_ bucket: MinuteBucket) {
    firstSampleAtMs = min(firstSampleAtMs, bucket.firstSampleAtMs)
    lastSampleAtMs = max(lastSampleAtMs, bucket.lastSampleAtMs)
    if !bucket.isAtRest {
      lastMotionMs = max(lastMotionMs, bucket.lastMovingAtMs ?? bucket.lastSampleAtMs)
    }
    sampleCount += Int64(bucket.sampleCount)
    gpsPointCount += Int64(bucket.gpsPointCount)
    gpsDistanceCm = sum(gpsDistanceCm, bucket.gpsDistanceCm)
    addMotion(bucket)
    batteryUsedWhMilli = sum(batteryUsedWhMilli, bucket.batteryUsedWhMilli)
    batteryRegenWhMilli = sum(batteryRegenWhMilli, bucket.batteryRegenWhMilli)
    minBatteryVoltageMv = [minBatteryVoltageMv, bucket.minBatteryVoltageMv].compactMap(\.self).min()
    maxTempMosfetDeciC = [maxTempMosfetDeciC, bucket.maxTempMosfetDeciC].compactMap(\.self).max()
    maxTempMotorDeciC = [maxTempMotorDeciC, bucket.maxTempMotorDeciC].compactMap(\.self).max()
    faultCount += Int64(bucket.faultCount)
    addOdometer(bucket)
  }

  private mutating func addMotion(_ bucket: MinuteBucket) {
    let gps = Double(bucket.maxGpsSpeedCentiMps ?? 0) * 3.6
    maxSpeedCentiKmh = max(
      maxSpeedCentiKmh, bucket.maxAbsSpeedCentiKmh, Int32(clamping: Int64(gps.rounded())))
    let moving = Int64(bucket.movingSpeedSampleCount ?? 0)
    movingSampleCount += moving
    sumMovingSpeedCentiKmh = sum(
      sumMovingSpeedCentiKmh, bucket.sumMovingAbsSpeedCentiKmh ?? 0)
    let spanMs = min(max(0, bucket.lastSampleAtMs &- bucket.firstSampleAtMs), 60_000)
    if bucket.sampleCount > 0 { movingMs += spanMs * moving / Int64(bucket.sampleCount) }
  }

  /// A counter that has started again adds nothing for the step.
  private mutating func addOdometer(_ bucket: MinuteBucket) {
    guard let first = bucket.firstOdometerCm, let last = bucket.lastOdometerCm else { return }
    odometerCm = sum(odometerCm, max(0, last &- first))
    if let before = lastOdometerCm { odometerCm = sum(odometerCm, max(0, first &- before)) }
    lastOdometerCm = last
  }

  private func sum(_ left: Int64, _ right: Int64) -> Int64 {
    let (total, isOver) = left.addingReportingOverflow(right)
    return isOver ? .max : total
  }
}

extension Ride {
  /// The rides of one board, whose buckets come in the order of time; minutes of a long rest belong to
  /// none.
  package static func rides(of buckets: some Sequence<MinuteBucket>) -> [Ride] {
    var rides: [Ride] = []
    for bucket in buckets {
      if let last = rides.last, last.goesOn(with: bucket) {
        rides[rides.count - 1].add(bucket)
      } else if !bucket.isAtRest {
        rides.append(Ride(bucket))
      }
    }
    return rides
  }

  /// Everything in the buckets as one, whatever pauses are in it: what a favorite shows.
  package static func total(of buckets: some Sequence<MinuteBucket>) -> Ride? {
    var total: Ride?
    for bucket in buckets {
      if total == nil { total = Ride(bucket) } else { total?.add(bucket) }
    }
    return total
  }
}

extension MinuteBucket {
  /// Speeds were known and none was a movement.
  fileprivate var isAtRest: Bool { movingSpeedSampleCount == 0 }
}
