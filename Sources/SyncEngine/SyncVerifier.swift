import Bytes
import SyncContract
import SyncPlan

/// Compares the server with the store, one page of each at a time.
struct SyncVerifier {
  let service: SyncService
  let reader: ServerReader
  let epoch: Int
  let dialect: ContractDialect
  let digest: @Sendable () -> any MessageDigest
  let localBlob: @Sendable (BlobReference.Kind, String) async throws -> LocalBlob?

  func run() async throws(VerifyFault) -> SyncVerdict {
    let served = try await reader.tables(in: dialect)
    var verdict = SyncVerdict(
      origin: reader.credential.origin, dialect: served.dialect, tables: [], blobs: BlobVerdict())
    for table in ServedTables.tables(of: served.dialect) {
      guard let theirs = served.digests[table] else { continue }
      verdict.tables.append(try await compare(table, with: theirs, in: served.dialect))
    }
    if served.dialect == .extended { verdict.blobs = try await compareBlobs() }
    return verdict
  }

  // MARK: Rows

  private func compare(
    _ table: ContractTable, with theirs: TableDigest, in dialect: ContractDialect
  ) async throws(VerifyFault) -> TableVerdict {
    var verdict = TableVerdict(table, server: theirs.count)
    let ours = try await digest(of: table, in: dialect)
    verdict.local = ours.count
    verdict.checksum = ours.checksum
    if ours == theirs {
      verdict.equal = ours.count
      verdict.isSame = true
    } else if ours.count > 0 {
      try await merge(into: &verdict, in: dialect)
    }
    return verdict
  }

  private func digest(
    of table: ContractTable, in dialect: ContractDialect
  ) async throws(VerifyFault) -> TableDigest {
    var sum = TableDigest()
    var digest = digest()
    var rows = LocalRows(of: table, in: dialect, from: service, epoch: epoch)
    while let pending = try await rows.next() {
      try checking { () throws(ContractError) in
        try sum.add(pending.row, in: dialect, by: &digest)
      }
    }
    return sum
  }

  /// Walks through both sides in the order of their keys. What the server has beyond is not read to
  /// its end.
  private func merge(
    into verdict: inout TableVerdict, in dialect: ContractDialect
  ) async throws(VerifyFault) {
    var ours = LocalRows(of: verdict.table, in: dialect, from: service, epoch: epoch)
    var theirs = ServerRows(
      of: verdict.table, in: dialect, count: verdict.server, from: reader)
    var there = try await theirs.next()
    var last: NaturalKey?
    verdict.local = 0
    while let here = try await ours.next() {
      let key = NaturalKey(here.row)
      verdict.local += 1
      if let last, key <= last {
        guard key == last else { throw .storage("rows of \(verdict.table) are not in order") }
        verdict.repeated += 1
        continue
      }
      last = key
      while let row = there, NaturalKey(row) < key { there = try await theirs.next() }
      guard let row = there, NaturalKey(row) == key else {
        verdict.missing += 1
        verdict.firstFault = verdict.firstFault ?? here.cursor
        continue
      }
      let match = try checking { () throws(ContractError) in
        try RowMatch(local: here.row, server: row, in: dialect)
      }
      verdict.count(match, at: here.cursor)
    }
  }

  private func checking<Value>(
    _ body: () throws(ContractError) -> Value
  ) throws(VerifyFault) -> Value {
    do {
      return try body()
    } catch {
      throw .storage("\(error)")
    }
  }

  // MARK: Files

  private func compareBlobs() async throws(VerifyFault) -> BlobVerdict {
    var verdict = BlobVerdict()
    try await compareBlobs(in: .flights, &verdict)
    try await compareBlobs(in: .mapFiles, &verdict)
    return verdict
  }

  private func compareBlobs(
    in table: ContractTable, _ verdict: inout BlobVerdict
  ) async throws(VerifyFault) {
    var rows = LocalRows(of: table, in: .extended, from: service, epoch: epoch)
    while let pending = try await rows.next() {
      guard let blob = BlobReference(pending) else { continue }
      try await compare(blob.kind, blob.id, &verdict)
    }
  }

  private func compare(
    _ kind: BlobReference.Kind, _ id: String, _ verdict: inout BlobVerdict
  ) async throws(VerifyFault) {
    let path = "/api/blobs/\(kind.rawValue)/\(id)"
    let local: LocalBlob?
    do { local = try await localBlob(kind, id) } catch { throw .storage("\(error)") }
    guard let local else {
      let isThere = try await reader.get(path, .head).status == 200
      if isThere { verdict.present += 1 } else { verdict.missing += 1 }
      return verdict.note(id, isGood: isThere)
    }
    // A little more than it should have, so that a longer file is seen as one.
    let limit = Int(clamping: max(local.bytes, 0)) + 65_536
    let response = try await reader.get(path, answerLimit: limit)
    var digest = digest()
    digest.update(response.body)
    let isSame = Int64(response.body.count) == local.bytes && digest.finish() == local.sha256
    switch response.status {
    case 404: verdict.missing += 1
    case _ where isSame: verdict.equal += 1
    default: verdict.differing += 1
    }
    verdict.note(id, isGood: response.status == 200 && isSame)
  }
}

extension TableVerdict {
  fileprivate mutating func count(_ match: RowMatch, at cursor: Int64) {
    switch match {
    case .equal: equal += 1
    case .newer: newer += 1
    case .differing:
      differing += 1
      firstFault = firstFault ?? cursor
    }
  }
}

extension BlobVerdict {
  fileprivate mutating func note(_ id: String, isGood: Bool) {
    if !isGood { firstFault = firstFault ?? id }
  }
}
