import ControlAPI
import FlightModel
import SyncContract
import Synchronization

/// What the stub daemon keeps of tables and of a server.
struct StubBackup {
  var rows: [ContractTable: [ContractRow]] = [:]
  var facts = SyncFacts(state: .off)
  var isOn: [Bool] = []
  var codes: [String] = []
  var resets: [Bool] = []
  var rides: [RideSummary] = []
  var verdict = VerifyResult(
    tables: [
      TableVerdict(
        table: "boards", local: 1, server: 1, equal: 1, missing: 0, differing: 0,
        checksum: String(repeating: "ab", count: 32))
    ], filesEqual: 1, filesPresent: 0, filesMissing: 0, filesDiffering: 0, pendingRows: 0)
}

extension StubDaemon {
  func rows(of table: ContractTable) throws(ControlError) -> [ContractRow] {
    backup.withLock { $0.rows[table] ?? [] }
  }

  /// Keeps the row under its natural key; an id that is absent is `made-N`.
  func change(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(ControlError) -> ContractRow {
    if let refusal = state.withLock({ $0.refusal }) { throw refusal }
    return backup.withLock { backup in
      var rows = backup.rows[table] ?? []
      var fields = fields
      if table.naturalKey.contains("id"), fields["id"] == nil {
        fields["id"] = .text("made-\(rows.count + 1)")
      }
      let key = table.naturalKey.map { fields[$0] }
      let place = rows.firstIndex { row in table.naturalKey.map { row[$0] } == key }
      let before = place.map { rows[$0] }
      let row = ContractRow(
        table, table.shape.fields.map { fields[$0.name] ?? before?[$0.name] ?? .null })
      if let place { rows[place] = row } else { rows.append(row) }
      backup.rows[table] = rows
      return row
    }
  }

  func delete(_ target: DeleteTarget, identity: [String]) throws(ControlError) -> Bool {
    backup.withLock { backup in
      let before = backup.rows[target.table] ?? []
      let rest = before.filter { row in
        target.table.naturalKey.map { row[$0]?.text } != identity.map(Optional.some)
      }
      backup.rows[target.table] = rest
      return rest.count < before.count
    }
  }

  func rides(limit: Int) throws(ControlError) -> [RideSummary] {
    backup.withLock { Array($0.rides.prefix(limit)) }
  }

  func ride(id: String) throws(ControlError) -> RideSummary {
    let found = backup.withLock { $0.rides.first { $0.id.hasPrefix(id) } }
    guard let found else {
      throw ControlError(.notFound, message: "there is no ride \(id)", hint: "look")
    }
    return found
  }

  func syncFacts() throws(ControlError) -> SyncFacts { backup.withLock { $0.facts } }
  func syncNow() throws(ControlError) -> SyncFacts { backup.withLock { $0.facts } }
  func resumeSync() throws(ControlError) -> SyncFacts { backup.withLock { $0.facts } }

  func switchSync(isOn: Bool) throws(ControlError) -> SyncFacts {
    backup.withLock {
      $0.isOn.append(isOn)
      $0.facts.state = isOn ? .syncing : .off
      return $0.facts
    }
  }

  func verifySync() throws(ControlError) -> VerifyResult { backup.withLock { $0.verdict } }

  func account() throws(ControlError) -> AccountFacts {
    let facts = backup.withLock { $0.facts }
    return AccountFacts(
      isSignedIn: facts.accountID != nil, server: facts.server, accountID: facts.accountID)
  }

  func signIn(server: String, code: String) throws(ControlError) -> AccountFacts {
    if let refusal = state.withLock({ $0.refusal }) { throw refusal }
    backup.withLock {
      $0.codes.append(code)
      $0.facts.server = server
      $0.facts.accountID = "club"
    }
    return try account()
  }

  func signOut() throws(ControlError) -> AccountFacts {
    let facts = backup.withLock { $0.facts }
    return AccountFacts(
      isSignedIn: false, server: facts.server, accountID: facts.accountID, queuedRevocations: 1)
  }

  func resetAccount(erasing: Bool) throws(ControlError) -> String? {
    backup.withLock { $0.resets.append(erasing) }
    return erasing ? nil : "/state/set-aside/account-1"
  }
}

/// The same, handed on by the server's handler.
extension Unowned {
  func rows(of table: ContractTable) throws(ControlError) -> [ContractRow] {
    try service.rows(of: table)
  }
  func change(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(ControlError) -> ContractRow { try service.change(table, fields) }
  func delete(_ target: DeleteTarget, identity: [String]) throws(ControlError) -> Bool {
    try service.delete(target, identity: identity)
  }
  func rides(limit: Int) throws(ControlError) -> [RideSummary] { try service.rides(limit: limit) }
  func ride(id: String) throws(ControlError) -> RideSummary { try service.ride(id: id) }
  func syncFacts() throws(ControlError) -> SyncFacts { try service.syncFacts() }
  func syncNow() throws(ControlError) -> SyncFacts { try service.syncNow() }
  func resumeSync() throws(ControlError) -> SyncFacts { try service.resumeSync() }
  func switchSync(isOn: Bool) throws(ControlError) -> SyncFacts {
    try service.switchSync(isOn: isOn)
  }
  func verifySync() throws(ControlError) -> VerifyResult { try service.verifySync() }
  func account() throws(ControlError) -> AccountFacts { try service.account() }
  func signIn(server: String, code: String) throws(ControlError) -> AccountFacts {
    try service.signIn(server: server, code: code)
  }
  func signOut() throws(ControlError) -> AccountFacts { try service.signOut() }
  func resetAccount(erasing: Bool) throws(ControlError) -> String? {
    try service.resetAccount(erasing: erasing)
  }
}
