extension TelemetrySample {
  /// The magnitude of the speed in 1/100 km/h: the wheel's where there is one, else the GNSS ground
  /// speed, if it is plausible; nil when neither is known.
  @inline(__always)
  func absSpeedCentiKmh(_ location: LocationColumns?) -> Int32? {
    if let wheel = motion.speedCentiKmh { return magnitude(wheel) }
    guard let ground = location?.plausibleSpeedCentiMps else { return nil }
    // 1 cm/s is 3.6 hundredths of a km/h.
    return (ground * 36 + 5) / 10
  }
}

extension LocationColumns {
  /// Faster than any aircraft that this recorder is made for: 150 m/s, in cm/s.
  static let fastestCentiMps: Int32 = 15_000

  /// The ground speed, cm/s; nil when unknown, negative or beyond 150 m/s.
  package var plausibleSpeedCentiMps: Int32? {
    guard let speed = gpsSpeedCentiMps, (0...Self.fastestCentiMps).contains(speed) else {
      return nil
    }
    return speed
  }
}

/// The magnitude of a column; the one value that has none becomes the largest.
@inline(__always)
func magnitude(_ value: Int32) -> Int32 { value == .min ? .max : abs(value) }

extension MinuteBucket {
  /// From 3.0 km/h on, a board moves.
  package static let movingCentiKmh: Int32 = 300
  /// A fix with an accuracy of at most 20 m is precise; in cm.
  package static let preciseCm: Int32 = 2_000

  @inline(__always)
  mutating func countPresence(_ sample: TelemetrySample) {
    if sampleCount < .max { sampleCount += 1 }
    lastSampleAtMs = sample.capturedAtMs
    if sample.motion.hasFault, faultCount < .max { faultCount += 1 }
  }

  @inline(__always)
  mutating func countSpeed(_ speed: Int32?, at capturedAtMs: Int64) {
    guard let speed else { return }
    sumAbsSpeedCentiKmh = bounded(sumAbsSpeedCentiKmh, plus: Int64(speed))
    maxAbsSpeedCentiKmh = max(maxAbsSpeedCentiKmh, speed)
    let isMoving = speed >= Self.movingCentiKmh
    let (samples, sum) = (movingSpeedSampleCount ?? 0, sumMovingAbsSpeedCentiKmh ?? 0)
    movingSpeedSampleCount = isMoving && samples < .max ? samples + 1 : samples
    sumMovingAbsSpeedCentiKmh = isMoving ? bounded(sum, plus: Int64(speed)) : sum
    guard isMoving else { return }
    firstMovingAtMs = firstMovingAtMs ?? capturedAtMs
    lastMovingAtMs = capturedAtMs
  }

  @inline(__always)
  mutating func countMotion(_ motion: MotionColumns, odometerCm: Int64?) {
    if let volts = motion.batteryVoltageMv, volts > 0 {
      minBatteryVoltageMv = min(minBatteryVoltageMv ?? volts, volts)
    }
    maxMotorCurrentAbsMa = max(maxMotorCurrentAbsMa, magnitude(motion.motorCurrentMa ?? 0))
    maxBatteryCurrentAbsMa = max(maxBatteryCurrentAbsMa, magnitude(motion.batteryCurrentMa ?? 0))
    maxDutyAbsPermille = max(maxDutyAbsPermille, magnitude(motion.dutyPermille ?? 0))
    maxTempMosfetDeciC = Self.larger(maxTempMosfetDeciC, motion.tempMosfetDeciC)
    maxTempMotorDeciC = Self.larger(maxTempMotorDeciC, motion.tempMotorDeciC)
    guard let odometerCm else { return }
    firstOdometerCm = firstOdometerCm ?? odometerCm
    lastOdometerCm = odometerCm
  }

  @inline(__always)
  mutating func countFix(_ fix: LocationColumns, legCm: Int64) {
    if gpsPointCount < .max { gpsPointCount += 1 }
    if let accuracy = fix.accuracyCm, (0...Self.preciseCm).contains(accuracy),
      preciseGpsPointCount < .max
    {
      preciseGpsPointCount += 1
    }
    gpsDistanceCm = bounded(gpsDistanceCm, plus: legCm)
    maxGpsSpeedCentiMps = Self.larger(maxGpsSpeedCentiMps, fix.plausibleSpeedCentiMps)
    guard firstLatitudeE7 == nil else { return }
    firstLatitudeE7 = fix.latitudeE7
    firstLongitudeE7 = fix.longitudeE7
  }

  /// The larger of what is known; an unknown value erases nothing.
  @inline(__always)
  private static func larger(_ left: Int32?, _ right: Int32?) -> Int32? {
    guard let left, let right else { return left ?? right }
    return max(left, right)
  }
}
