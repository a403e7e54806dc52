/// How a transaction begins.
package struct TransactionMode: Sendable {
  let begin: String
  /// Longest time of one statement, at the server; the client waits a little longer.
  package var statementSeconds = 30

  /// READ COMMITTED.
  package static let write = TransactionMode(begin: "BEGIN")
  /// One picture of the database for all statements, which change nothing.
  package static let snapshot = TransactionMode(
    begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

  /// `SET LOCAL` ends with the transaction, so a pooler's next client sees nothing of it. A client
  /// that vanishes within a transaction holds its locks no longer than a statement may take.
  var script: String {
    """
    \(begin); SET LOCAL statement_timeout = '\(statementSeconds)s'; \
    SET LOCAL idle_in_transaction_session_timeout = '\(statementSeconds)s'
    """
  }
}

extension PostgresPool {
  /// Runs a transaction; `body` answers `.failure` to have it rolled back.
  ///
  /// After a conflict with another (deadlock, serialization) it runs again, five times at most; a
  /// pooled connection that turns out dead before the transaction began is replaced. When the
  /// connection breaks at COMMIT nobody knows whether it holds: `body` must be safe to repeat.
  package func transaction<Value, Refusal: Error>(
    _ mode: TransactionMode = .write,
    _ body: (PostgresConnection) throws(PostgresError) -> Result<Value, Refusal>
  ) throws(PostgresError) -> Result<Value, Refusal> {
    var conflicts = 0
    while true {
      do throws(PostgresError) {
        return try withFreshTransaction(mode, body)
      } catch {
        conflicts += 1
        guard error.kind == .conflict, conflicts < 5 else { throw error }
      }
    }
  }

  /// Runs a transaction that has nothing to refuse.
  package func transaction<Value>(
    _ mode: TransactionMode = .write,
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let outcome: Result<Value, Never> = try transaction(mode) {
      (connection) throws(PostgresError) in
      .success(try body(connection))
    }
    switch outcome {
    case .success(let value): return value
    }
  }

  /// Begins on a connection that works: the idle ones may all have died together.
  private func withFreshTransaction<Value, Refusal: Error>(
    _ mode: TransactionMode,
    _ body: (PostgresConnection) throws(PostgresError) -> Result<Value, Refusal>
  ) throws(PostgresError) -> Result<Value, Refusal> {
    while true {
      let outcome = try withConnection {
        (connection) throws(PostgresError) -> Result<Value, Refusal>? in
        let isUsed = connection.isUsed
        connection.isUsed = true
        do throws(PostgresError) {
          try connection.run(mode.script)
        } catch {
          guard isUsed, connection.isBroken else { throw error }
          return nil
        }
        return try connection.finishTransaction(body)
      }
      if let outcome { return outcome }
    }
  }
}

extension PostgresConnection {
  fileprivate func finishTransaction<Value, Refusal: Error>(
    _ body: (PostgresConnection) throws(PostgresError) -> Result<Value, Refusal>
  ) throws(PostgresError) -> Result<Value, Refusal> {
    let outcome: Result<Value, Refusal>
    do throws(PostgresError) {
      outcome = try body(self)
      if case .success = outcome { try commit() }
    } catch {
      rollBack()
      // A server that became a standby stays one for this connection.
      if error.sqlState == "25006" { abandon() }
      throw error
    }
    if case .failure = outcome { rollBack() }
    return outcome
  }

  private func commit() throws(PostgresError) {
    let command = try run("COMMIT").command
    // PostgreSQL answers ROLLBACK to the COMMIT of a transaction that had failed.
    guard command == "COMMIT" else {
      throw PostgresError(
        operation: "query", kind: .permanent, message: "the transaction had failed before",
        subject: "COMMIT")
    }
  }

  /// One that cannot roll back is broken and closed, which rolls back.
  private func rollBack() {
    guard !isBroken else { return }
    do throws(PostgresError) { try run("ROLLBACK", seconds: 10) } catch { abandon() }
  }
}
