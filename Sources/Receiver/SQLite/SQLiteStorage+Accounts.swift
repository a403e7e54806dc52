import SQLite
import SyncContract

// Accounts.
extension SQLiteStorage {
  package func add(_ account: ReceiverAccount) throws(StorageFailure) {
    let added = try run(StorageStatements.addAccount) {
      $0.add(account.id)
      $0.add(account.name)
      $0.add(account.createdAtMs)
    }
    if added == 0 { throw .broken("add account: \(account.id) is there already; take another id") }
  }

  package func accounts() throws(StorageFailure) -> [ReceiverAccount] {
    try read { (connection) throws(SQLiteError) in
      try connection.list(StorageStatements.accounts) { ReceiverAccount(&$0) }
    }
  }

  package func account(_ id: String) throws(StorageFailure) -> ReceiverAccount? {
    try read { (connection) throws(SQLiteError) in
      try connection.list(StorageStatements.account, { $0.add(id) }) { ReceiverAccount(&$0) }
    }.first
  }

  package func figures() throws(StorageFailure) -> [String: AccountFigures] {
    let rows = try read { (connection) throws(SQLiteError) in
      try connection.list(StorageStatements.figures) { row in
        let id = row.text() ?? ""
        return (
          id, AccountFigures(flights: row.number(), rides: row.number(), bytes: row.number())
        )
      }
    }
    return Dictionary(rows) { $1 }
  }

  package func delete(account id: String, atMs: Int64) throws(StorageFailure) -> Bool {
    try write { (connection) throws(StorageFailure) in
      try connection.change(StorageStatements.loosenBlobs) {
        $0.add(id)
        $0.add(atMs)
      }
      for statement in StorageStatements.eraseAccount {
        try connection.change(statement) { $0.add(id) }
      }
      return try connection.change(StorageStatements.deleteAccount) { $0.add(id) } > 0
    }
  }
}

// Codes and tokens.
extension SQLiteStorage {
  package func add(_ code: StoredCode) throws(StorageFailure) {
    try run(StorageStatements.addCode) {
      $0.add(code.lookup)
      $0.add(code.accountID)
      $0.add(code.salt)
      $0.add(code.hash)
      $0.add(code.expiresAtMs)
      $0.add(code.failedAttempts)
    }
  }

  package func code(_ lookup: String) throws(StorageFailure) -> StoredCode? {
    try read { (connection) throws(SQLiteError) in
      try connection.list(StorageStatements.code, { $0.add(lookup) }) { StoredCode(&$0) }
    }.first
  }

  package func noteFailedAttempt(at lookup: String) throws(StorageFailure) {
    try run(StorageStatements.noteFailedAttempt) { $0.add(lookup) }
  }

  package func redeem(
    _ lookup: String, for token: StoredToken
  ) throws(StorageFailure) -> Bool {
    try write { (connection) throws(StorageFailure) in
      let used = try connection.change(StorageStatements.useCode) {
        $0.add(lookup)
        $0.add(token.accountID)
      }
      guard used == 1 else { return false }
      try connection.change(StorageStatements.addToken) { token.bind(&$0) }
      return true
    }
  }

  package func token(hash: [UInt8]) throws(StorageFailure) -> StoredToken? {
    try read { (connection) throws(SQLiteError) in
      try connection.list(StorageStatements.token, { $0.add(hash) }) { StoredToken(&$0) }
    }.first
  }

  package func tokens(of account: String) throws(StorageFailure) -> [StoredToken] {
    try read { (connection) throws(SQLiteError) in
      try connection.list(StorageStatements.tokens, { $0.add(account) }) { StoredToken(&$0) }
    }
  }

  package func touch(
    token hash: [UInt8], usedAtMs: Int64, expiresAtMs: Int64, version: String?
  ) throws(StorageFailure) {
    try run(StorageStatements.touchToken) {
      $0.add(hash)
      $0.add(usedAtMs)
      $0.add(expiresAtMs)
      $0.add(version)
    }
  }

  package func revoke(token hash: [UInt8], atMs: Int64) throws(StorageFailure) -> Bool {
    try run(StorageStatements.revokeToken) {
      $0.add(hash)
      $0.add(atMs)
    } > 0
  }
}

extension ReceiverAccount {
  fileprivate init(_ row: inout Row) {
    self.init(id: row.text() ?? "", name: row.text() ?? "", createdAtMs: row.number())
  }
}

extension StoredCode {
  fileprivate init(_ row: inout Row) {
    self.init(
      lookup: row.text() ?? "", accountID: row.text() ?? "", salt: row.bytes(), hash: row.bytes(),
      expiresAtMs: row.number(), failedAttempts: row.number())
  }
}

extension StoredToken {
  fileprivate init(_ row: inout Row) {
    self.init(
      hash: row.bytes(), accountID: row.text() ?? "",
      scope: Scope(rawValue: row.text() ?? "") ?? .data, createdAtMs: row.number(),
      expiresAtMs: row.number(), lastUsedAtMs: row.int64(), revokedAtMs: row.int64(),
      version: row.text())
  }

  fileprivate func bind(_ binder: inout Binder) {
    binder.add(hash)
    binder.add(accountID)
    binder.add(scope.rawValue)
    binder.add(createdAtMs)
    binder.add(expiresAtMs)
    binder.add(lastUsedAtMs)
    binder.add(revokedAtMs)
    binder.add(version)
  }
}
