import FlightModel
import RecordingModel
import SQLite
import Store
import Telemetry
import TestSupport
import Testing

@Suite struct RoundTripTests {
  private let recordingID = RecordingID(1)

  private func batch(_ fixes: [FixRecord]) -> RecordingBatch {
    var batch = RecordingBatch(recording: BatchStream().firstOfCopy().recording)
    batch.fixes = fixes
    return batch
  }

  private func throughStore(_ fixes: [FixRecord]) throws -> [FixRecord] {
    let store = try StoreFixture().open()
    try store.commit(batch(fixes))
    return try store.contents.allFixes(of: recordingID)
  }

  private func fix(at time: Int64) -> FixRecord {
    FixRecord(
      recordedAt: UTCInstant(milliseconds: time), mode: .none,
      position: Coordinate(latitudeE7: 0, longitudeE7: 0))
  }

  @Test func aFixOfNothing() throws {
    let fixes = [fix(at: 0), fix(at: 0), fix(at: 1)]
    #expect(try throughStore(fixes) == fixes)
  }

  @Test func everyTimeIsKept() throws {
    let times: [Int64] = [
      .min, .max, 0, -1, 1, 1_800_000_000_000, 1_800_008_388_607, 1_800_008_388_608,
      1_799_991_611_392, 1_799_991_611_391, 1_800_000_000_000, .max - 1, .min + 1,
    ]
    let fixes = times.map(fix(at:))
    #expect(try throughStore(fixes) == fixes)
  }

  @Test(arguments: [Int32.min, -1_000_000, -1, 0, 1, 127, 128, 32_767, 32_768, 8_388_608, .max])
  func numbersKeepTheirUnits(value: Int32) throws {
    var fix = fix(at: 1_800_000_000_000)
    fix.mode = .twoDimensional
    fix.position = Coordinate(latitudeE7: value, longitudeE7: value)
    fix.gnssAltitudeCm = value
    fix.pressureAltitudeCm = value
    fix.groundSpeedCmPerS = value
    fix.varioCmPerS = value
    fix.horizontalErrorCm = value
    fix.verticalErrorCm = value
    fix.heartRate = Int16(clamping: value)
    fix.oxygenSaturation = Int16(clamping: value)
    fix.isPilotEvent = true
    let read = try #require(try throughStore([fix]).first)
    for error in [read.horizontalErrorCm, read.verticalErrorCm] {
      #expect(abs(Int64(try #require(error)) - Int64(value)) <= 5)
    }
    fix.horizontalErrorCm = read.horizontalErrorCm
    fix.verticalErrorCm = read.verticalErrorCm
    #expect(read == fix)
  }

  @Test func bearingsAreTakenModuloATurn() throws {
    let bearings: [Int32] = [0, 1, 17_999, 18_000, 35_999, 36_000, -1, .max, .min]
    let fixes = bearings.map {
      var fix = fix(at: 5)
      fix.bearingCentiDeg = $0
      return fix
    }
    #expect(
      try throughStore(fixes).map(\.bearingCentiDeg)
        == [0, 1, 17_999, 18_000, 35_999, 0, 35_999, 11_647, 24_352])
  }

  @Test func satellitesAndModesAreToldApart() throws {
    var fixes: [FixRecord] = []
    for mode in [Fix.Mode.none, .twoDimensional, .threeDimensional] {
      for count in [nil, 0, 1, 30, 31, 100] as [Int?] {
        var fix = fix(at: 5)
        fix.mode = mode
        fix.satellitesUsed = count
        fixes.append(fix)
      }
    }
    #expect(try throughStore(fixes) == fixes)
  }

  @Test func theReadableViewSaysTheSame() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var stream = BatchStream()
    stream.hasPressure = true
    var batch = stream.next()
    batch.fixes[3].heartRate = 120
    batch.fixes[4].isPilotEvent = true
    batch.fixes[5].satellitesUsed = nil
    try store.commit(batch)
    let rows = try rowsOfView(fixture)
    let expected = batch.fixes.map { fix -> [Int64?] in
      let head: [Int64?] = [1, fix.recordedAt.milliseconds, Int64(fix.mode.rawValue)]
      let middle = [
        fix.position.latitudeE7, fix.position.longitudeE7, fix.gnssAltitudeCm,
        fix.pressureAltitudeCm, fix.groundSpeedCmPerS, fix.varioCmPerS, fix.bearingCentiDeg,
        fix.horizontalErrorCm, fix.verticalErrorCm,
      ].map { $0.map(Int64.init) }
      return head + middle + [
        fix.satellitesUsed.map(Int64.init), fix.heartRate.map(Int64.init), nil,
        fix.isPilotEvent ? 1 : 0,
      ]
    }
    #expect(rows == expected)
  }

  private func rowsOfView(_ fixture: StoreFixture) throws -> [[Int64?]] {
    let connection = try Connection(path: fixture.path, access: .query)
    return try connection.all(
      """
      SELECT recording_id, recorded_at_ms, mode, latitude_e7, longitude_e7, gnss_altitude_cm,
        pressure_altitude_cm, ground_speed_cm_s, vario_cm_s, bearing_centideg,
        horizontal_error_cm, vertical_error_cm, satellites_used, heart_rate, oxygen_saturation,
        is_pilot_event
      FROM fix ORDER BY id
      """, { _ in }
    ) { row in (0..<row.width).map { _ in row.int64() } }
  }

  @Test func framesAndBucketsAtTheirBounds() throws {
    let store = try StoreFixture().open()
    var batch = BatchStream().firstOfCopy()
    batch.frames =
      [.min, -1, 0, .max].map(extremeFrame) + [
        TelemetryFrame(boardID: "", capturedAtMs: nil, elapsedRealtimeMs: 0)
      ]
    batch.buckets = [.min, .max].map(extremeBucket)
    #expect(try store.commit(batch) == .stored(refusedRows: 0))
    #expect(try store.contents.allFrames(of: recordingID) == batch.frames)
    let all = UTCInstant(milliseconds: 0)..<UTCInstant(milliseconds: .max)
    #expect(try store.contents.buckets(board: "b", in: all).map(\.bucket) == batch.buckets)
  }

  private func extremeFrame(_ value: Int32) -> TelemetryFrame {
    var motion = MotionColumns()
    motion.speedCentiKmh = value
    motion.faultCode = value
    motion.odometerCm = value < 0 ? -9_007_199_254_740_991 : 9_007_199_254_740_991
    return TelemetryFrame(
      boardID: "b", capturedAtMs: 9_007_199_254_740_991, elapsedRealtimeMs: 0, canID: value,
      flags: .init(rawValue: .max), changedMask1: .max, changedMask2: .max, motion: motion,
      location: LocationColumns(
        latitudeE7: value, longitudeE7: value, gpsSpeedCentiMps: value, bearingCentiDeg: value,
        accuracyCm: value, altitudeCm: value, locationTimestampMs: 0))
  }

  private func extremeBucket(_ value: Int32) -> MinuteBucket {
    var bucket = MinuteBucket(
      boardID: "b", bucketStartMs: value < 0 ? 0 : 9_007_199_254_720_000 / 60_000 * 60_000,
      firstSampleAtMs: 0, lastSampleAtMs: 9_007_199_254_740_991)
    bucket.sampleCount = .max
    bucket.sumAbsSpeedCentiKmh = 9_007_199_254_740_991
    bucket.maxAbsSpeedCentiKmh = value
    bucket.minBatteryVoltageMv = value
    bucket.firstOdometerCm = -9_007_199_254_740_991
    bucket.firstLatitudeE7 = value
    bucket.lastMovingAtMs = 9_007_199_254_740_991
    return bucket
  }

  @Test func markersEventsAndFlights() throws {
    let store = try StoreFixture().open()
    var batch = BatchStream().firstOfCopy()
    batch.markers = [
      TelemetryMarker(
        occurredAtMs: 0, elapsedRealtimeMs: 9_007_199_254_740_991, kind: .gap, boardID: "b",
        message: "power \"cut\"", gapMs: 0),
      TelemetryMarker(occurredAtMs: 1, elapsedRealtimeMs: 0, kind: .appStop),
    ]
    batch.events = [
      DiagnosticEvent(
        occurredAtMs: 7, elapsedRealtimeMs: 8, eventName: "clock-jump", operation: "o", phase: "p",
        boardID: "b", message: "m", properties: ["a": "\"\\\n\u{1}é🪂", "b": ""])
    ]
    try store.commit(batch)
    #expect(try store.contents.markers(of: recordingID) == batch.markers)
    #expect(try store.contents.events(limit: 9) == batch.events)
    let flight = flight(id: String(repeating: "a", count: 64), start: 5)
    let later = self.flight(id: String(repeating: "b", count: 64), start: 6)
    #expect(try store.insert(flight: flight))
    #expect(try store.insert(flight: flight) == false)
    #expect(try store.insert(flight: later))
    #expect(try store.contents.flight(flight.id) == flight)
    #expect(try store.contents.flights(limit: 9) == [later, flight])
    #expect(try store.contents.flights(limit: 9, offset: 1) == [flight])
    #expect(try store.contents.flight("x") == nil)
    #expect(try store.contents.counts().flights == 2)
  }

  private func flight(id: String, start: Int64) -> FlightEntry {
    FlightEntry(
      id: id, recordingID: recordingID, filename: "2027-01-15-XBG-ABC-01.IGC", igcBytes: 12_345,
      importedAt: UTCInstant(milliseconds: 9), declaration: Declaration(pilot: "P", crew: "C"),
      firstFixAt: UTCInstant(milliseconds: start), lastFixAt: UTCInstant(milliseconds: 7),
      fixCount: 3, takeoffAt: nil, landingAt: UTCInstant(milliseconds: 7), durationSeconds: 2,
      heightGainedM: -1)
  }

  @Test func anIGCIsNotedOnce() throws {
    let store = try StoreFixture().open()
    var batch = BatchStream().firstOfCopy()
    batch.recording?.progress.end = .stopped
    try store.commit(batch)
    #expect(try store.contents.recordingsWithoutIGC().count == 1)
    try store.noteIGC(String(repeating: "c", count: 64), of: recordingID)
    #expect(try store.contents.recordingsWithoutIGC() == [])
    #expect(throws: StoreError.noSuchRecording(77)) {
      try store.noteIGC(String(repeating: "c", count: 64), of: RecordingID(77))
    }
  }
}
