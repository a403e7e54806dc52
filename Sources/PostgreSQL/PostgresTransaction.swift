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
  /// Runs a transaction; an error of `body` rolls it back. `wrap` makes the caller's errors of
  /// PostgreSQL's.
  ///
  /// After a conflict with another (deadlock, serialization) it runs again, five times at most; a
  /// pooled connection that turns out dead before the transaction began is replaced. When the
  /// connection breaks at COMMIT nobody knows whether it holds: `body` must be safe to repeat.
  @discardableResult
  package func transaction<Value, Failure: Error>(
    _ mode: TransactionMode = .write, wrap: (PostgresError) -> Failure,
    _ body: (PostgresConnection) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var attempts = 1
    while true {
      switch try attempt(mode, wrap, body) {
      case .done(let value): return value
      case .dead: continue
      case .conflict(let failure):
        guard attempts < 5 else { throw failure }
        attempts += 1
      }
    }
  }

  /// The same with PostgreSQL's errors as they are.
  @discardableResult
  package func transaction<Value>(
    _ mode: TransactionMode = .write,
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    try transaction(mode, wrap: { $0 }, body)
  }

  private func attempt<Value, Failure: Error>(
    _ mode: TransactionMode, _ wrap: (PostgresError) -> Failure,
    _ body: (PostgresConnection) throws(Failure) -> Value
  ) throws(Failure) -> Attempt<Value, Failure> {
    let connection: PostgresConnection
    do throws(PostgresError) { connection = try take() } catch { throw wrap(error) }
    defer { giveBack(connection) }
    let wasUsed = connection.isUsed
    connection.isUsed = true
    do throws(PostgresError) {
      try connection.run(mode.script)
    } catch {
      // The idle connections may all have died together; each is tried once.
      if wasUsed && connection.isBroken { return .dead }
      throw wrap(error)
    }
    return try connection.finishTransaction(wrap, body)
  }
}

/// What became of one try at a transaction.
private enum Attempt<Value, Failure: Error> {
  case done(Value)
  /// The connection was dead before it began.
  case dead
  case conflict(Failure)
}

extension PostgresConnection {
  fileprivate func finishTransaction<Value, Failure: Error>(
    _ wrap: (PostgresError) -> Failure, _ body: (PostgresConnection) throws(Failure) -> Value
  ) throws(Failure) -> Attempt<Value, Failure> {
    do throws(Failure) {
      let value = try body(self)
      do throws(PostgresError) { try commit() } catch { throw wrap(error) }
      return .done(value)
    } catch {
      let cause = lastError
      rollBack()
      // A server that became a standby stays one for this connection.
      if cause?.sqlState == "25006" { abandon() }
      if cause?.kind == .conflict { return .conflict(error) }
      throw error
    }
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
