import CPostgres
import Receiver
import SyncContract

/// COPY into a table with the columns and the key of the one that `apply` fills: the fastest way in
/// that PostgreSQL has, which checks nothing and cannot meet a row that is there.
struct PostgresCopy {
  private struct Failure: Error {}

  private let connection: OpaquePointer

  init(url: String) throws {
    guard let connection = PQconnectdb(url), PQstatus(connection) == CONNECTION_OK else {
      throw Failure()
    }
    self.connection = connection
    PQsetNoticeReceiver(connection, { _, _ in }, nil)
    try finish(PQexec(connection, "DROP TABLE IF EXISTS plain"))
    try finish(PQexec(connection, "CREATE TABLE plain (LIKE \"telemetryFrames\" INCLUDING ALL)"))
  }

  func close() { PQfinish(connection) }

  /// Copies each batch in a commit of its own; the texts are made before the clock starts.
  func insert(_ batches: [[ContractRow]]) throws -> Duration {
    let texts = batches.map { rows in Array(rows.map(Self.line).joined().utf8) }
    return try ContinuousClock().measure { for text in texts { try copy(text) } }
  }

  private func copy(_ text: [UInt8]) throws {
    PQclear(PQexec(connection, "COPY plain FROM STDIN"))
    let sent = text.withUnsafeBytes { bytes in
      PQputCopyData(
        connection, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: bytes.count))
    }
    guard sent == 1, PQputCopyEnd(connection, nil) == 1 else { throw Failure() }
    while let result = PQgetResult(connection) { try finish(result) }
  }

  private func finish(_ result: OpaquePointer?) throws {
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw Failure() }
  }

  private static func line(_ row: ContractRow) -> String {
    let values = row.values.map { value in
      value.text ?? value.integer.map { String($0) } ?? "\\N"
    }
    return (["storage-rate"] + values).joined(separator: "\t") + "\n"
  }
}
