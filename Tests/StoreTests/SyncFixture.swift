import FlightModel
import RecordingModel
import SQLite
import Store
import SyncContract
import SyncPlan
import Telemetry

extension StoreFixture {
  /// What a scan finds, on a connection of its own.
  func scan(
    _ dialect: ContractDialect = .extended, _ limits: ContractLimits = ContractLimits()
  ) throws -> ScannedWork {
    try StoreReader(path: path).read { (contents) throws(StoreError) in
      try contents.work(in: dialect, limits)
    }
  }

  /// What a server would be sent next, and its acceptance, until nothing is left; returns the number
  /// of rows sent by table.
  @discardableResult
  func drain(
    _ store: StoreDatabase, _ dialect: ContractDialect = .extended
  ) throws -> [ContractTable: Int64] {
    var sent: [ContractTable: Int64] = [:]
    for _ in 0..<1000 {
      let work = try scan(dialect)
      switch work.next {
      case .blob(let blob): try store.accept(blob, of: work.instance)
      case .batch(let batch):
        guard !batch.advances.isEmpty else { return sent }
        for table in ContractTable.allCases {
          sent[table, default: 0] += batch.counts[table]
        }
        try store.commit(batch.advances, in: dialect, of: work.instance)
      }
    }
    return sent
  }

  /// Runs statements beside the store.
  func execute(_ sql: String) throws {
    let connection = try Connection(path: path, access: .readWrite)
    try connection.execute(sql)
    try connection.close()
  }

  /// The first column of the first row.
  func number(_ sql: String) throws -> Int64? {
    let statement = try Connection(path: path, access: .query).prepare(sql)
    var row = try statement.step()
    return row?.int64()
  }
}

extension TelemetryFrame {
  /// A frame with a speed.
  static func made(
    _ board: String, at time: Int64?, elapsed: Int64, isKeyframe: Bool = false
  ) -> TelemetryFrame {
    TelemetryFrame(
      boardID: board, capturedAtMs: time, elapsedRealtimeMs: elapsed,
      flags: isKeyframe ? .keyframe : [], changedMask1: 1,
      motion: {
        var motion = MotionColumns()
        motion.speedCentiKmh = Int32(truncatingIfNeeded: elapsed % 5000)
        return motion
      }())
  }
}

extension FlightEntry {
  /// A flight of a made-up id, from a recording or imported.
  static func made(_ number: Int, recording: RecordingID? = nil, at time: Int64) -> FlightEntry {
    let digits = String(number)
    return FlightEntry(
      id: String(repeating: "0", count: 64 - digits.count) + digits, recordingID: recording,
      filename: "\(number).IGC", igcBytes: 5000, importedAt: UTCInstant(milliseconds: time),
      declaration: Declaration(pilot: "Test Pilot"), firstFixAt: UTCInstant(milliseconds: time),
      lastFixAt: UTCInstant(milliseconds: time + 1000), fixCount: 2, takeoffAt: nil,
      landingAt: nil, durationSeconds: 1, heightGainedM: 0)
  }
}
