import FlightModel
import FlightSimulator
import IGC
import Linux
import Logbook
import RecordingModel
import Store

/// Compares what was stored and written with a second run of the same simulation.
struct FlightCheck {
  /// What a flight came to.
  struct Result {
    var fixesStored = 0
    var fixesInFile = 0
    var midnights = 0
    /// Fix time before the first movement, s.
    var headSeconds: Int64 = 0
  }

  let folder: String
  let contents: StoreContents
  private var flights: SoakFlights

  init(folder: String, contents: StoreContents, flights: SoakFlights) {
    self.folder = folder
    self.contents = contents
    self.flights = flights
  }

  /// Checks the next flight in the order of the simulation.
  mutating func check(_ flight: FinishedFlight, is truth: FlightTruth) throws -> Result {
    let entry = flight.entry
    guard let id = entry.recordingID else { throw SoakFailure(description: "no recording") }
    var result = Result()
    var seconds = WholeSeconds()
    var first: UTCInstant?
    var last: UTCInstant?
    try contents.replay(id) { record in
      let simulated = try next(at: record.recordedAt, isFirst: first == nil)
      try compare(record, with: simulated)
      first = first ?? record.recordedAt
      last = record.recordedAt
      result.fixesStored += 1
      seconds.take(record)
    }
    seconds.finish()
    guard let first, let last else { throw SoakFailure(description: "\(entry.filename) is empty") }
    try require(
      truth.takeoff.milliseconds(since: first) >= 2000
        && last.milliseconds(since: truth.landing) >= 2000,
      "\(entry.filename) has not 20 fixes on either side of the flight")
    try require(
      near(entry.takeoffAt, truth.movingFrom, 5000) && near(entry.landingAt, truth.landing, 25_000),
      "\(entry.filename): take-off or landing is far from the truth")
    result.headSeconds = truth.movingFrom.milliseconds(since: first) / 1000
    let file = try readFile(entry.filename)
    try compare(file.fixes, with: seconds.chosen, entry.filename)
    try require(file.bad == 0, "\(entry.filename): \(file.bad) lines are not IGC")
    result.fixesInFile = file.fixes.count
    result.midnights =
      zip(file.fixes, file.fixes.dropFirst()).count { $0.time?.date != $1.time?.date }
    try writeExpectation(seconds.chosen, entry.filename)
    return result
  }

  /// The simulated fix of a time: the next one, or for a recording's first fix any later one.
  private mutating func next(at time: UTCInstant, isFirst: Bool) throws -> SimulatedFix {
    var sent = flights.next()
    while isFirst, let earlier = sent, earlier.fix.trueTime < time { sent = flights.next() }
    guard let fix = sent?.fix else {
      throw SoakFailure(description: "\(time.rfc3339) was stored and never sent")
    }
    try require(
      fix.trueTime == time,
      "stored is \(time.rfc3339) where \(fix.trueTime.rfc3339) was sent: a fix is missing, there "
        + "twice or out of order")
    return fix
  }

  private func compare(_ record: FixRecord, with simulated: SimulatedFix) throws {
    let fields = [
      ("mode", record.mode == simulated.mode),
      ("position", record.position == simulated.position),
      ("altitude", record.gnssAltitudeCm == simulated.ellipsoidAltitudeCm),
      ("pressure altitude", record.pressureAltitudeCm == simulated.pressureAltitudeCm),
      ("speed", record.groundSpeedCmPerS == simulated.groundSpeedCmPerS),
      ("climb", record.varioCmPerS == simulated.climbCmPerS),
      ("track", record.bearingCentiDeg == simulated.trackCentiDeg),
      ("satellites", record.satellitesUsed == simulated.satellitesUsed),
    ]
    if let wrong = fields.first(where: { !$0.1 }) {
      throw SoakFailure(
        description: "the \(wrong.0) of \(record.recordedAt.rfc3339) is not stored as it was sent")
    }
  }

  private func compare(
    _ points: [TrackPoint], with records: [FixRecord], _ name: String
  ) throws {
    try require(
      points.count == records.count,
      "\(name) has \(points.count) fixes, \(records.count) seconds are stored")
    for (point, record) in zip(points, records) {
      let isSame =
        point.time == record.recordedAt && point.isValid && !point.isBackward
        && abs(point.position.latitudeE7 - record.position.latitudeE7) <= 84
        && abs(point.position.longitudeE7 - record.position.longitudeE7) <= 84
        && abs(point.gnssAltitudeM * 100 - (record.gnssAltitudeCm ?? 0)) <= 50
        && abs(point.pressureAltitudeM * 100 - (record.pressureAltitudeCm ?? 0)) <= 50
      try require(isSame, "\(name): \(record.recordedAt.rfc3339) is not as it was stored")
    }
  }

  private func readFile(_ name: String) throws -> (fixes: [TrackPoint], bad: Int) {
    var reader = IGCReader()
    var fixes: [TrackPoint] = []
    let take = { (record: IGCRecord) in if case .fix(let fix) = record { fixes.append(fix) } }
    try Files.forEachBlock(of: "\(folder)/\(name)") { reader.feed($0, take) }
    reader.finish(take)
    return (fixes, reader.counts.bad)
  }

  /// What foreign readers are to find (`Tests/Foreign/igc-readers.py`), beside the file.
  private func writeExpectation(_ records: [FixRecord], _ name: String) throws {
    var draft = try FileDraft(for: "\(folder)/\(name).csv")
    try draft.append(Array("time_s,latitude,longitude,pressure_m,gnss_m,validity\n".utf8))
    for record in records {
      let columns = [
        String(record.recordedAt.milliseconds / 1000), String(record.position.latitude),
        String(record.position.longitude), metres(record.pressureAltitudeCm),
        metres(record.gnssAltitudeCm), "A",
      ]
      try draft.append(Array((columns.joined(separator: ",") + "\n").utf8))
    }
    try draft.commit()
  }

  private func metres(_ centimetres: Int32?) -> String {
    centimetres.map { String(Double($0) / 100) } ?? ""
  }

  private func near(_ left: UTCInstant?, _ right: UTCInstant, _ limitMs: Int64) -> Bool {
    left.map { abs($0.milliseconds(since: right)) <= limitMs } ?? false
  }

  private func require(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    if !condition { throw SoakFailure(description: complaint()) }
  }
}

/// The fix nearest to each whole second, under that second's time: what a file at 1 Hz holds.
private struct WholeSeconds {
  private(set) var chosen: [FixRecord] = []
  private var best: FixRecord?

  mutating func take(_ record: FixRecord) {
    if let best, second(of: best) == second(of: record) {
      if distance(record) < distance(best) { self.best = record }
    } else {
      finish()
      best = record
    }
  }

  mutating func finish() {
    guard var record = best else { return }
    record.recordedAt = UTCInstant(milliseconds: second(of: record) * 1000)
    chosen.append(record)
    best = nil
  }

  private func second(_ ms: Int64) -> Int64 { (ms + 500) / 1000 }
  private func second(of record: FixRecord) -> Int64 { second(record.recordedAt.milliseconds) }

  private func distance(_ record: FixRecord) -> Int64 {
    abs(record.recordedAt.milliseconds - second(of: record) * 1000)
  }
}
