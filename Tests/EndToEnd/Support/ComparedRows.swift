import Store
import SyncContract
import SyncPlan

/// The rows of a box beside those of its server, each as the contract encodes it: a judgement that
/// has nothing to do with `barograph sync verify`.
struct ComparedRows {
  /// Behind a cursor, and not on the server.
  let promised: [String]
  /// On the box, not on the server; all the rows that could ever be sent count.
  let missing: [String]
  /// On the server, not on the box; also what is there twice.
  let surplus: [String]

  /// Compares a database with what a token sees at a receiver.
  init(_ database: String, at port: UInt16, _ token: String) throws {
    let tables = ContractTable.all(in: .extended).filter { $0 != .deleteActions }
    var (promised, missing, surplus): ([String], [String], [String]) = ([], [], [])
    for table in tables {
      let (accepted, all) = try Self.stored(table, database)
      let served = try Self.served(table, at: port, token)
      let (here, there) = (Set(all), Set(served))
      promised += accepted.filter { !there.contains($0) }
      missing += here.subtracting(there)
      surplus += there.subtracting(here)
      if there.count != served.count { surplus.append("\(table.rawValue): rows twice") }
    }
    (self.promised, self.missing, self.surplus) = (promised, missing, surplus)
  }

  private static func stored(
    _ table: ContractTable, _ database: String
  ) throws -> (accepted: [String], all: [String]) {
    let reader = StoreReader(path: database)
    let found = try reader.read { (contents) throws(StoreError) in
      var all: [ContractRow] = []
      let rows = try contents.rows(of: table)
      while let pending = try rows.next() {
        if pending.row["boardId"] != .text("") || !isOfBoards(table) { all.append(pending.row) }
      }
      let accepted = try contents.acceptedRows(of: table, in: .extended, limit: .max)
      return (accepted.map(\.row), all)
    }
    try reader.close()
    return (try found.0.map(text), try found.1.map(text))
  }

  /// Telemetry of no board is never sent.
  private static func isOfBoards(_ table: ContractTable) -> Bool {
    table == .telemetryFrames || table == .telemetryMinuteBuckets
  }

  private static func served(
    _ table: ContractTable, at port: UInt16, _ token: String
  ) throws -> [String] {
    var rows: [String] = []
    var after = ""
    while true {
      let page = try PlainAnswer(
        port: port, "GET", "/api/tables/\(table.rawValue)?dialect=extended\(after)", bearer: token)
      guard page.status == 200 else { throw Overdue(description: "no page: \(page)") }
      rows += try ContractDecoder(dialect: .extended).decode(page.body).rows.map(text)
      guard let next = page.headers["barograph-next"] else { return rows }
      after = "&after=\(next)"
    }
  }

  private static func text(_ row: ContractRow) throws -> String {
    let bytes = try ContractEncoder(dialect: .extended).encode(row)
    return "\(row.table.rawValue) \(String(decoding: bytes, as: UTF8.self))"
  }
}
