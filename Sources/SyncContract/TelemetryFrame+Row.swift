package import Telemetry

extension ContractRow {
  /// The row of a frame; nil while the time of its capture is not known.
  package init?(_ frame: TelemetryFrame) {
    guard let capturedAtMs = frame.capturedAtMs else { return nil }
    var values: [ContractValue] = []
    values.reserveCapacity(ContractTable.telemetryFrames.shape.fields.count)
    values += [
      .text(frame.boardID), .integer(capturedAtMs), .integer(frame.elapsedRealtimeMs),
      ContractValue(frame.canID), ContractValue(frame.flags.rawValue),
      ContractValue(frame.changedMask1), ContractValue(frame.changedMask2),
    ]
    Self.append(frame.motion, to: &values)
    Self.append(frame.location, to: &values)
    self.init(.telemetryFrames, values)
  }

  private static func append(_ motion: MotionColumns, to values: inout [ContractValue]) {
    values += [
      ContractValue(motion.speedCentiKmh), ContractValue(motion.batteryVoltageMv),
      ContractValue(motion.motorCurrentMa), ContractValue(motion.batteryCurrentMa),
      ContractValue(motion.dutyPermille), ContractValue(motion.pitchCentiDeg),
      ContractValue(motion.rollCentiDeg), ContractValue(motion.balancePitchCentiDeg),
      ContractValue(motion.balanceCurrentMa), ContractValue(motion.erpm),
      ContractValue(motion.state), ContractValue(motion.switchState),
      ContractValue(motion.adc1Milli), ContractValue(motion.adc2Milli),
      ContractValue(motion.odometerCm), ContractValue(motion.tempMosfetDeciC),
      ContractValue(motion.tempMotorDeciC), ContractValue(motion.faultCode),
    ]
  }

  private static func append(_ location: LocationColumns?, to values: inout [ContractValue]) {
    values += [
      ContractValue(location?.latitudeE7), ContractValue(location?.longitudeE7),
      ContractValue(location?.gpsSpeedCentiMps), ContractValue(location?.bearingCentiDeg),
      ContractValue(location?.accuracyCm), ContractValue(location?.altitudeCm),
      ContractValue(location?.locationTimestampMs),
    ]
  }
}

extension TelemetryFrame {
  /// The frame of a valid row of `telemetryFrames`; nil for another row, and for one with a part of a
  /// location.
  package init?(_ row: ContractRow) {
    guard row.table == .telemetryFrames, (try? row.validate(in: .strict)) != nil,
      let boardID = row.values[0].text, let elapsed = row.values[2].integer,
      let flags = row.values[4].int32, let mask1 = row.values[5].int32,
      let mask2 = row.values[6].int32
    else { return nil }
    self.init(
      boardID: boardID, capturedAtMs: row.values[1].integer, elapsedRealtimeMs: elapsed,
      canID: row.values[3].int32, flags: Flags(rawValue: flags), changedMask1: mask1,
      changedMask2: mask2, motion: MotionColumns(row.values[7..<25]))
    let place = row.values[25..<32]
    if place.allSatisfy({ $0 == .null }) { return }
    guard let location = LocationColumns(place) else { return nil }
    self.location = location
  }
}

extension MotionColumns {
  /// The columns of the fields `speedCentiKmh` to `faultCode`.
  fileprivate init(_ values: ArraySlice<ContractValue>) {
    var rest = values
    func int32() -> Int32? { rest.removeFirst().int32 }
    self.init()
    speedCentiKmh = int32()
    batteryVoltageMv = int32()
    motorCurrentMa = int32()
    batteryCurrentMa = int32()
    dutyPermille = int32()
    pitchCentiDeg = int32()
    rollCentiDeg = int32()
    balancePitchCentiDeg = int32()
    balanceCurrentMa = int32()
    erpm = int32()
    state = int32()
    switchState = int32()
    adc1Milli = int32()
    adc2Milli = int32()
    odometerCm = rest.removeFirst().integer
    tempMosfetDeciC = int32()
    tempMotorDeciC = int32()
    faultCode = int32()
  }
}

extension LocationColumns {
  /// The columns of the fields `latitudeE7` to `locationTimestampMs`; nil unless it has a place and a
  /// time.
  fileprivate init?(_ values: ArraySlice<ContractValue>) {
    let columns = Array(values)
    guard let latitude = columns[0].int32, let longitude = columns[1].int32,
      let time = columns[6].integer
    else { return nil }
    self.init(
      latitudeE7: latitude, longitudeE7: longitude, gpsSpeedCentiMps: columns[2].int32,
      bearingCentiDeg: columns[3].int32, accuracyCm: columns[4].int32,
      altitudeCm: columns[5].int32, locationTimestampMs: time)
  }
}
