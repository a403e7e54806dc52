import Receiver
import SQLite
import SyncContract
import TestSupport

/// Measures how fast batches of 1000 telemetry frames go into a receiver's storage, one durable
/// commit each: `storage-rate LOCATION [BATCHES] [PLAIN-FILE]`. With the name of a new file it
/// also puts the same rows into a table of the same key by SQLite's plain bulk insert.
/// `storage-rate private [BATCHES] copy` does so in a PostgreSQL of its own, beside COPY.
@main enum StorageRate {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let location = arguments.first else {
      print("usage: storage-rate LOCATION [BATCHES] [PLAIN-FILE]")
      return
    }
    let batches = arguments.dropFirst().first.flatMap { Int64($0) } ?? 100
    let rows = (0..<batches).map(frames)
    if location == "private" { return try measurePostgres(rows, batches) }
    let applied = try apply(rows, to: StorageLocation.open(location))
    report("applied", batches, applied)
    guard let path = arguments.dropFirst(2).first else { return }
    let plain = try insert(rows, into: path)
    report("plain", batches, plain)
    print("ratio \(applied / plain)")
  }

  private static func measurePostgres(_ rows: [[ContractRow]], _ batches: Int64) throws {
    let server = try PrivatePostgres()
    let url = try server.makeDatabase()
    for _ in 1...3 {
      let applied = try apply(rows, to: StorageLocation.open(url))
      report("applied", batches, applied)
      let copy = try PostgresCopy(url: url)
      defer { copy.close() }
      let copied = try copy.insert(rows)
      report("COPY", batches, copied)
      print("ratio \(applied / copied)")
    }
  }

  private static func report(_ name: String, _ batches: Int64, _ time: Duration) {
    let seconds = time / .seconds(1)
    print("\(name) \(Int64(Double(batches * 1000) / seconds)) rows/s in \(time)")
  }

  private static let board = "8f14e45f-ceea-467f-a9d0-6a1c2f3b4d5e"

  /// Frames of a ride at 2 Hz, most of their fields told.
  private static func frames(_ batch: Int64) -> [ContractRow] {
    let fields = ContractTable.telemetryFrames.shape.fields
    return (batch * 1000..<(batch + 1) * 1000).map { number in
      ContractRow(
        .telemetryFrames,
        fields.enumerated().map { place, field in
          switch field.name {
          case "boardId": .text(board)
          case "capturedAtMs", "elapsedRealtimeMs": .integer(1_700_000_000_000 + number * 500)
          default:
            field.isNullable && place % 3 == 0 ? .null : .integer(number * Int64(place) % 60_000)
          }
        })
    }
  }

  private static func apply(
    _ batches: [[ContractRow]], to storage: any ReceiverStorage
  ) throws -> Duration {
    let account = "storage-rate"
    try storage.prepare()
    if try storage.account(account) != nil { _ = try storage.delete(account: account, atMs: 0) }
    try storage.add(ReceiverAccount(id: account, name: account, createdAtMs: 0))
    let values: [ContractValue] = [.text(board), .text(""), .null, .null, .integer(0), .integer(0)]
    _ = try storage.apply(
      ContractBatch(rows: [ContractRow(.boards, values)]), of: account, in: .strict, nowMs: 0)
    return try ContinuousClock().measure {
      for rows in batches {
        _ = try storage.apply(ContractBatch(rows: rows), of: account, in: .extended, nowMs: 0)
      }
    }
  }

  private static func insert(_ batches: [[ContractRow]], into path: String) throws -> Duration {
    guard let table = StorageTable.of(.telemetryFrames) else { return .zero }
    let connection = try Connection(path: path, access: .create)
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    try connection.execute(
      """
      CREATE TABLE \(table.quoted) ("account_id" TEXT NOT NULL,
        \(table.columns.map { $0.declaration(.sqlite) }.joined(separator: ", ")),
        PRIMARY KEY ("account_id", \(table.key.map(\.quoted).joined(separator: ", ")))
      ) STRICT, WITHOUT ROWID
      """)
    let places = (0...table.columns.count).map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO \(table.quoted) VALUES (\(places))"
    return try ContinuousClock().measure {
      for rows in batches {
        try connection.transaction { () throws(SQLiteError) in
          try connection.withStatement(generated: sql) { (statement) throws(SQLiteError) in
            for row in rows { try statement.run { bind(row, to: &$0) } }
          }
        }
      }
    }
  }

  private static func bind(_ row: ContractRow, to binder: inout Binder) {
    binder.add("storage-rate")
    for value in row.values {
      if let text = value.text { binder.add(text) } else { binder.add(value.integer) }
    }
  }
}
