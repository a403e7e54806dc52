import Log
import SyncContract

extension ReceiverRouter {
  /// Takes a batch in.
  func sync(
    _ request: ReceiverRequest, of account: String, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    let share = isGzipped(request) ? try budget.reserve(ReceiverLimits.batch) : nil
    defer { withExtendedLifetime(share) {} }
    let body = try inflated(request, limit: ReceiverLimits.batch)
    let (batch, dialect) = try decode(body, of: request)
    record.counts[.rows] = batch.rows.count
    let applied = try storage.apply(batch, of: account, in: dialect, nowMs: clock.wallMs())
    if applied.futureStamps > 0 {
      log.notice(
        "rows with a Change Timestamp more than a day ahead were taken in; check the device's clock",
        [.account: account, .rows: "\(applied.futureStamps)"])
    }
    return ReceiverResponse(status: 200, body: batch.counts(in: dialect).encode())
  }

  /// Reads a batch in the dialect that the device speaks. A device that says nothing speaks strict,
  /// unless what it sends cannot be strict.
  private func decode(
    _ body: [UInt8], of request: ReceiverRequest
  ) throws(ReceiverFault) -> (ContractBatch, ContractDialect) {
    let order: [ContractDialect] =
      !configuration.isExtended
      ? [.strict] : declaresExtended(request) ? [.extended, .strict] : [.strict, .extended]
    var refusal: ContractError?
    for dialect in order {
      do {
        return (try ContractDecoder(dialect: dialect).decode(body), dialect)
      } catch {
        refusal = refusal.map { $0.isFurtherThan(error) ? $0 : error } ?? error
        if error.kind.isTooMuch { break }
      }
    }
    throw ReceiverFault(refusal ?? ContractError(.malformed), maxBytes: ReceiverLimits.batch)
  }

  /// By its `Content-Type`, or by a coding that strict does not have.
  private func declaresExtended(_ request: ReceiverRequest) -> Bool {
    let type = request.headers["content-type"]?.lowercased().filter { $0 != " " } ?? ""
    return isGzipped(request) || type.split(separator: ";").dropFirst().contains("dialect=extended")
  }
}

extension ContractError {
  /// Whether this one was found further into the body than another: of two dialects, the one that
  /// read more is the one that was spoken.
  fileprivate func isFurtherThan(_ other: ContractError) -> Bool {
    guard let table else { return other.table == nil }
    guard let otherTable = other.table else { return true }
    if table != otherTable { return table > otherTable }
    if index != other.index { return (index ?? -1) > (other.index ?? -1) }
    let shape = table.shape
    let places = [field, other.field].map { $0.flatMap(shape.index) ?? Int.max }
    return places[0] >= places[1]
  }
}
