import CPostgres
import Glibc

/// One connection, used by one thread at a time.
///
/// It keeps no state in the session, so a pooler may give every transaction another one: no `SET`, no
/// temporary tables, no named statements. Every wait ends at a deadline; a connection that missed one
/// is broken for good.
package final class PostgresConnection {
  private let handle: OpaquePointer
  private let subject: String
  /// It cannot be used any more.
  package private(set) var isBroken = false
  /// Why the newest statement failed; nil if it did not.
  private(set) var lastError: PostgresError?
  /// It has run a transaction before.
  var isUsed = false

  /// Connects (PQconnectdbParams); blocks at most `connectSeconds` a host.
  package init(_ url: PostgresURL, connectSeconds: Int = 10) throws(PostgresError) {
    subject = url.description
    let parameters = url.parameters(connectSeconds: connectSeconds)
    let keywords = parameters.map { strdup($0.keyword) }
    let values = parameters.map { strdup($0.value) }
    defer { (keywords + values).forEach { free($0) } }
    let connected = PQconnectdbParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    guard let connected else { fatalError("PQconnectdbParams has no memory") }
    handle = connected
    PQsetNoticeReceiver(handle, ignoreNotice, nil)
    guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0 else {
      throw broken("connect")
    }
  }

  deinit { PQfinish(handle) }

  /// Runs one statement with its parameters (PQsendQueryParams, an unnamed statement) and gives its
  /// rows in binary.
  package func query(
    _ statement: String, _ parameters: PostgresParameter..., seconds: Int = 60
  ) throws(PostgresError) -> PostgresResult {
    try query(statement, parameters, seconds: seconds)
  }

  /// The same with parameters in an array.
  package func query(
    _ statement: String, _ parameters: [PostgresParameter], seconds: Int = 60
  ) throws(PostgresError) -> PostgresResult {
    if parameters.contains(where: \.holdsNUL) {
      throw PostgresError(
        operation: "query", kind: .permanent, message: "a text holds a NUL", subject: statement)
    }
    return try noting { () throws(PostgresError) in
      let limit = Deadline(seconds: seconds)
      guard send(statement, parameters) else { throw broken("query", statement) }
      return try finish(statement, by: limit)
    }
  }

  /// Runs one or more statements without parameters (PQsendQuery); the answer is the last one's.
  @discardableResult
  package func run(_ script: String, seconds: Int = 60) throws(PostgresError) -> PostgresResult {
    try noting { () throws(PostgresError) in
      let limit = Deadline(seconds: seconds)
      guard !isBroken, PQsendQuery(handle, script) == 1 else { throw broken("query", script) }
      return try finish(script, by: limit)
    }
  }

  private func noting(
    _ body: () throws(PostgresError) -> PostgresResult
  ) throws(PostgresError) -> PostgresResult {
    lastError = nil
    do throws(PostgresError) {
      return try body()
    } catch {
      lastError = error
      throw error
    }
  }

  /// Has it replaced by whoever lent it.
  func abandon() { isBroken = true }

  private func send(_ statement: String, _ parameters: [PostgresParameter]) -> Bool {
    guard !isBroken else { return false }
    // libpq copies the values; until then they lie in one piece.
    var buffer: [UInt8] = []
    buffer.reserveCapacity(parameters.reduce(1) { $0 + ($1.bytes?.count ?? 0) })
    let starts = parameters.map { parameter -> Int? in
      guard let bytes = parameter.bytes else { return nil }
      defer { buffer += bytes }
      return buffer.count
    }
    buffer.append(0)
    return buffer.withUnsafeBytes { bytes in
      let start = bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
      return PQsendQueryParams(
        handle, statement, Int32(clamping: parameters.count), parameters.map { Oid($0.type) },
        starts.map { offset in offset.map { start + $0 } },
        parameters.map { Int32(clamping: $0.bytes?.count ?? 0) },
        parameters.map { _ in 1 }, 1) == 1
    }
  }

  /// Sends what is left, waits, and takes every result; the first error wins.
  private func finish(_ statement: String, by limit: Deadline) throws(PostgresError)
    -> PostgresResult
  {
    try flush(statement, by: limit)
    var last: PostgresResult?
    var failure: PostgresError?
    while true {
      while PQisBusy(handle) == 1 { try wait(POLLIN, statement, by: limit) }
      guard let next = PQgetResult(handle) else { break }
      let result = PostgresResult(owning: next)
      switch PQresultStatus(next) {
      case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: last = result
      case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
        isBroken = true
        throw PostgresError(
          operation: "query", kind: .permanent, message: "COPY is not spoken", subject: statement)
      default: failure = failure ?? PostgresError(result: next, subject: statement)
      }
    }
    if PQstatus(handle) != CONNECTION_OK { isBroken = true }
    if let failure { throw failure }
    guard let last else { throw broken("query", statement) }
    return last
  }

  private func flush(_ statement: String, by limit: Deadline) throws(PostgresError) {
    while true {
      switch PQflush(handle) {
      case 0: return
      // The server may want to be read before it reads on.
      case 1: try wait(POLLIN | POLLOUT, statement, by: limit)
      default: throw broken("query", statement)
      }
    }
  }

  private func wait(
    _ events: Int32, _ statement: String, by limit: Deadline
  ) throws(PostgresError) {
    var entry = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    let ready = poll(&entry, 1, limit.remainingMs)
    if ready < 0 && errno == EINTR { return }
    if ready == 0 { throw late(statement) }
    if ready < 0
      || (entry.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0)
        && PQconsumeInput(handle) == 0
    {
      throw broken("query", statement)
    }
  }

  private func late(_ statement: String) -> PostgresError {
    isBroken = true
    return PostgresError(
      operation: "query", kind: .unavailable, message: "no answer within the time",
      subject: statement)
  }

  private func broken(_ operation: String, _ statement: String? = nil) -> PostgresError {
    isBroken = true
    let words = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    return PostgresError(
      operation: operation, kind: .unavailable,
      message: words.isEmpty ? "the connection is closed" : PostgresError.line(words),
      subject: statement ?? subject)
  }
}

/// A moment on the monotonic clock.
private struct Deadline {
  private let end: ContinuousClock.Instant

  init(seconds: Int) { end = .now + .seconds(seconds) }

  var remainingMs: Int32 {
    let left = ContinuousClock.now.duration(to: end).components
    return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
  }
}

/// PQsetNoticeReceiver: libpq would print notices on standard error.
private func ignoreNotice(_: UnsafeMutableRawPointer?, _: OpaquePointer?) {}
