import PostgreSQL
import SyncContract

/// A receiver's storage in PostgreSQL 15 or newer, which several receivers may share: nothing is kept
/// in the process or in a session. A commit that has returned is as durable as the server's
/// `synchronous_commit` says.
package final class PostgresStorage: ReceiverStorage {
  private let pool: PostgresPool

  /// Connects with the first call. `connections` is how many calls run at once; a further one waits
  /// for `waitSeconds` at most. Throws `broken` for a URL that cannot be read.
  package init(url: String, connections: Int = 8, waitSeconds: Int = 10) throws(StorageFailure) {
    let url = try StorageFailure.wrapping { () throws(PostgresError) in try PostgresURL(url) }
    pool = PostgresPool(url, size: connections, waitSeconds: waitSeconds)
  }

  /// Makes the tables or brings them up to date; who comes second waits for the first.
  package func prepare() throws(StorageFailure) {
    var mode = TransactionMode.write
    mode.statementSeconds = PostgresSchema.seconds
    try pool.transaction(mode, wrap: StorageFailure.init) { (connection) throws(StorageFailure) in
      try PostgresSchema.prepare(connection)
    }
  }

  package func check() throws(StorageFailure) { try list(StorageStatements.check) { _ in } }

  package func databaseBytes() throws(StorageFailure) -> Int64 {
    try list("SELECT pg_database_size(current_database())") { $0.int64() ?? 0 }.first ?? 0
  }
}

extension PostgresStorage {
  /// Runs `body` in one transaction.
  func write<Value>(
    _ body: (PostgresConnection) throws(StorageFailure) -> Value
  ) throws(StorageFailure) -> Value {
    try pool.transaction(.write, wrap: StorageFailure.init, body)
  }

  /// Runs `body` on one unchanging view of the database.
  func read<Value>(
    _ body: (PostgresConnection) throws(StorageFailure) -> Value
  ) throws(StorageFailure) -> Value {
    try pool.transaction(.snapshot, wrap: StorageFailure.init, body)
  }

  /// Runs one statement in a transaction of its own; tells how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: PostgresParameter...) throws(StorageFailure) -> Int {
    try write { (connection) throws(StorageFailure) in try connection.change(sql, values) }
  }

  /// What `read` makes of every row of one statement.
  @discardableResult
  func list<Value>(
    _ sql: String, _ values: PostgresParameter..., as make: (inout PostgresRow) -> Value
  ) throws(StorageFailure) -> [Value] {
    try read { (connection) throws(StorageFailure) in try connection.list(sql, values, make) }
  }
}

extension PostgresConnection {
  /// Runs a statement of either database's spelling; tells how many rows it changed.
  @discardableResult
  func change(_ sql: String, _ values: [PostgresParameter]) throws(StorageFailure) -> Int {
    try ask(sql, values).affected
  }

  /// What `read` makes of every row of a statement of either database's spelling.
  func list<Value>(
    _ sql: String, _ values: [PostgresParameter], _ make: (inout PostgresRow) -> Value
  ) throws(StorageFailure) -> [Value] {
    try ask(sql, values).rows.map { row in
      var row = row
      return make(&row)
    }
  }

  private func ask(
    _ sql: String, _ values: [PostgresParameter]
  ) throws(StorageFailure) -> PostgresResult {
    try StorageFailure.wrapping { () throws(PostgresError) in
      try query(SQLDialect.postgres.statement(sql), values)
    }
  }
}

extension StorageFailure {
  /// What an error of PostgreSQL means for the client: come back, or call the operator.
  init(_ error: PostgresError) {
    self =
      switch error.kind {
      case .full: .full(error.description)
      case .unavailable, .conflict: .unavailable(error.description)
      case .constraint, .permanent: .broken(error.description)
      }
  }

  static func wrapping<Value>(
    _ body: () throws(PostgresError) -> Value
  ) throws(StorageFailure) -> Value {
    do { return try body() } catch { throw StorageFailure(error) }
  }
}
