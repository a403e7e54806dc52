import PostgreSQL

// Accounts.
extension PostgresStorage {
  package func add(_ account: ReceiverAccount) throws(StorageFailure) {
    let added = try run(
      StorageStatements.addAccount, .text(account.id), .text(account.name),
      .int8(account.createdAtMs))
    if added == 0 { throw .broken("add account: \(account.id) is there already; take another id") }
  }

  package func accounts() throws(StorageFailure) -> [ReceiverAccount] {
    try list(StorageStatements.accounts) { ReceiverAccount(&$0) }
  }

  package func account(_ id: String) throws(StorageFailure) -> ReceiverAccount? {
    try list(StorageStatements.account, .text(id)) { ReceiverAccount(&$0) }.first
  }

  package func figures() throws(StorageFailure) -> [String: AccountFigures] {
    let rows = try list(StorageStatements.figures) { row in
      let id = row.text() ?? ""
      return (
        id,
        AccountFigures(
          flights: row.int64() ?? 0, rides: row.int64() ?? 0, bytes: row.int64() ?? 0)
      )
    }
    return Dictionary(rows) { $1 }
  }

  /// Waits for a batch of the account that is being applied, and keeps others out.
  package func delete(account id: String, atMs: Int64) throws(StorageFailure) -> Bool {
    try write { (connection) throws(StorageFailure) in
      let found = try connection.list(
        "SELECT 1 FROM accounts WHERE id = ?1 FOR UPDATE", [.text(id)]
      ) { $0.int64() }
      guard !found.isEmpty else { return false }
      try connection.change(StorageStatements.loosenBlobs, [.text(id), .int8(atMs)])
      for statement in StorageStatements.eraseAccount {
        try connection.change(statement, [.text(id)])
      }
      return try connection.change(StorageStatements.deleteAccount, [.text(id)]) > 0
    }
  }
}

// Codes and tokens.
extension PostgresStorage {
  package func add(_ code: StoredCode) throws(StorageFailure) {
    try run(
      StorageStatements.addCode, .text(code.lookup), .text(code.accountID), .bytea(code.salt),
      .bytea(code.hash), .int8(code.expiresAtMs), .int8(code.failedAttempts))
  }

  package func code(_ lookup: String) throws(StorageFailure) -> StoredCode? {
    try list(StorageStatements.code, .text(lookup)) { StoredCode(&$0) }.first
  }

  package func noteFailedAttempt(at lookup: String) throws(StorageFailure) {
    try run(StorageStatements.noteFailedAttempt, .text(lookup))
  }

  /// Of several at once, one deletes the code's row; the others find it gone.
  package func redeem(
    _ lookup: String, for token: StoredToken
  ) throws(StorageFailure) -> Bool {
    try write { (connection) throws(StorageFailure) in
      let used = try connection.change(
        StorageStatements.useCode, [.text(lookup), .text(token.accountID)])
      guard used == 1 else { return false }
      try connection.change(StorageStatements.addToken, token.parameters)
      return true
    }
  }

  package func token(hash: [UInt8]) throws(StorageFailure) -> StoredToken? {
    try list(StorageStatements.token, .bytea(hash)) { StoredToken(&$0) }.first
  }

  package func tokens(of account: String) throws(StorageFailure) -> [StoredToken] {
    try list(StorageStatements.tokens, .text(account)) { StoredToken(&$0) }
  }

  package func touch(
    token hash: [UInt8], usedAtMs: Int64, expiresAtMs: Int64, version: String?
  ) throws(StorageFailure) {
    try run(
      StorageStatements.touchToken, .bytea(hash), .int8(usedAtMs), .int8(expiresAtMs),
      .text(version))
  }

  package func revoke(token hash: [UInt8], atMs: Int64) throws(StorageFailure) -> Bool {
    try run(StorageStatements.revokeToken, .bytea(hash), .int8(atMs)) > 0
  }
}

extension ReceiverAccount {
  fileprivate init(_ row: inout PostgresRow) {
    self.init(id: row.text() ?? "", name: row.text() ?? "", createdAtMs: row.int64() ?? 0)
  }
}

extension StoredCode {
  fileprivate init(_ row: inout PostgresRow) {
    self.init(
      lookup: row.text() ?? "", accountID: row.text() ?? "", salt: row.bytes() ?? [],
      hash: row.bytes() ?? [], expiresAtMs: row.int64() ?? 0, failedAttempts: row.int64() ?? 0)
  }
}

extension StoredToken {
  fileprivate init(_ row: inout PostgresRow) {
    self.init(
      hash: row.bytes() ?? [], accountID: row.text() ?? "",
      scope: Scope(rawValue: row.text() ?? "") ?? .data, createdAtMs: row.int64() ?? 0,
      expiresAtMs: row.int64() ?? 0, lastUsedAtMs: row.int64(), revokedAtMs: row.int64(),
      version: row.text())
  }

  fileprivate var parameters: [PostgresParameter] {
    [
      .bytea(hash), .text(accountID), .text(scope.rawValue), .int8(createdAtMs),
      .int8(expiresAtMs), .int8(lastUsedAtMs), .int8(revokedAtMs), .text(version),
    ]
  }
}
