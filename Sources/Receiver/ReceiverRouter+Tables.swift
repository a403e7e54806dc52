import Bytes
import JSON
import Log
import SyncContract

extension ReceiverRouter {
  /// How many rows each table has, and their checksum.
  func tables(_ request: ReceiverRequest, of account: String) throws -> ReceiverResponse {
    let dialect = try dialect(of: request)
    let digests = try storage.digests(of: account, in: dialect)
    var tables = JSONObject()
    for table in ContractTable.all(in: dialect) where table != .deleteActions {
      let digest = digests[table] ?? TableDigest()
      tables[table.rawValue] = [
        "count": .integer(digest.count), "checksum": .string(digest.checksum),
      ]
    }
    return ReceiverResponse(
      json: ["dialect": .string(dialect.rawValue), "tables": .object(tables)])
  }

  /// Rows of one table as a batch of it, in the order of their natural key.
  func page(
    of table: ContractTable, _ request: ReceiverRequest, of account: String,
    _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    let dialect = try dialect(of: request)
    guard dialect.includes(table.dialect) else { throw ReceiverFault(404, "not-found") }
    let after = try after(of: request)
    var limit = try limit(of: request)
    while true {
      let page = try storage.page(of: table, account: account, after: after, limit: limit)
      let rows = dialect == .extended ? page.rows.map(\.inFullWidth) : page.rows
      let (body, count) = try Self.encode(rows, in: dialect)
      // What did not fit comes with the next page: asked for again, so that the storage says where
      // that begins.
      if count < page.rows.count {
        limit = count
        continue
      }
      record.counts[.rows] = count
      var response = ReceiverResponse(
        status: 200, headers: ["Cache-Control": "no-store"], body: body)
      response.headers["Barograph-Next"] = page.next.map { Hexadecimal.encode($0.utf8) }
      return packed(response, for: request)
    }
  }

  /// The first rows that fit a batch; at least one, even if it is longer in this dialect than in that
  /// it came in.
  private static func encode(
    _ rows: [ContractRow], in dialect: ContractDialect
  ) throws(ContractError) -> (body: [UInt8], count: Int) {
    var body = ContractBody(dialect: dialect)
    for row in rows where try !append(row, to: &body) { break }
    if body.rowCount == 0, let row = rows.first {
      body = ContractBody(
        dialect: dialect, limits: ContractLimits(bytes: 2 * ReceiverLimits.batch))
      _ = try body.append(row)
    }
    let count = body.rowCount
    return (body.finish(), count)
  }

  /// False if the row does not fit any more, or in no batch.
  private static func append(
    _ row: ContractRow, to body: inout ContractBody
  ) throws(ContractError) -> Bool {
    do {
      return try body.append(row) == .appended
    } catch {
      if error.kind == .rowTooLarge { return false }
      throw error
    }
  }

  /// `dialect`; without it the widest that is spoken.
  private func dialect(of request: ReceiverRequest) throws(ReceiverFault) -> ContractDialect {
    guard let text = request.query["dialect"] else { return configuration.dialect }
    guard let dialect = ContractDialect(rawValue: text), configuration.dialect.includes(dialect)
    else { throw ReceiverFault(400, "bad-query") }
    return dialect
  }

  /// `limit`: 1 to 1000.
  private func limit(of request: ReceiverRequest) throws(ReceiverFault) -> Int {
    guard let text = request.query["limit"] else { return ContractLimits().rows }
    guard text.utf8.count <= 4, let limit = Int(text), (1...ContractLimits().rows).contains(limit)
    else { throw ReceiverFault(400, "bad-query") }
    return limit
  }

  /// `after`: what `Barograph-Next` said.
  private func after(of request: ReceiverRequest) throws(ReceiverFault) -> String? {
    guard let text = request.query["after"] else { return nil }
    guard !text.isEmpty, text.utf8.count <= ReceiverLimits.after,
      let bytes = Hexadecimal.decode(text), let after = String(validating: bytes, as: UTF8.self)
    else { throw ReceiverFault(400, "bad-query") }
    return after
  }
}

extension ContractRow {
  /// With a value for each field: what strict did not carry is null, or else the nearest that the
  /// contract allows.
  fileprivate var inFullWidth: ContractRow {
    let missing = table.shape.fields.dropFirst(values.count)
    guard !missing.isEmpty else { return self }
    return ContractRow(
      table,
      values
        + missing.map { field in
          if field.isNullable { return .null }
          let stamp = table.changeStamp(in: .strict).flatMap { self[$0] }
          return field.name == table.changeStamp(in: .extended) ? stamp ?? .integer(0) : .integer(0)
        })
  }
}
