import Glibc

/// Connections shared by threads: at most `size`, made when needed, replaced when broken. A call that
/// finds none free waits, at most `waitSeconds`.
package final class PostgresPool: @unchecked Sendable {
  package let url: PostgresURL
  private let size: Int
  private let waitSeconds: Int
  private let connectSeconds: Int
  private let mutex: UnsafeMutablePointer<pthread_mutex_t> = .allocate(capacity: 1)
  private let condition: UnsafeMutablePointer<pthread_cond_t> = .allocate(capacity: 1)
  // Under the mutex.
  private var idle: [PostgresConnection] = []
  private var lent = 0

  package init(_ url: PostgresURL, size: Int = 8, waitSeconds: Int = 10, connectSeconds: Int = 10) {
    self.url = url
    self.size = max(1, size)
    self.waitSeconds = waitSeconds
    self.connectSeconds = connectSeconds
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(condition)
    mutex.deallocate()
    condition.deallocate()
  }

  /// Lends a connection to `body`; one that broke does not come back.
  @discardableResult
  package func withConnection<Value>(
    _ body: (PostgresConnection) throws(PostgresError) -> Value
  ) throws(PostgresError) -> Value {
    let connection = try take()
    defer { giveBack(connection) }
    return try body(connection)
  }

  /// A connection for one owner, who gives it back.
  func take() throws(PostgresError) -> PostgresConnection {
    guard let found = reserve() else {
      throw PostgresError(
        operation: "take a connection", kind: .unavailable,
        message: "all \(size) are in use for \(waitSeconds) s", subject: url.description)
    }
    switch found {
    case .idle(let connection): return connection
    case .place:
      do throws(PostgresError) {
        return try PostgresConnection(url, connectSeconds: connectSeconds)
      } catch {
        giveBack(nil)
        throw error
      }
    }
  }

  private enum Reserved {
    case idle(PostgresConnection)
    /// Room for a new one.
    case place
  }

  private func reserve() -> Reserved? {
    var limit = timespec()
    clock_gettime(CLOCK_MONOTONIC, &limit)
    limit.tv_sec += waitSeconds
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while lent >= size {
      if pthread_cond_timedwait(condition, mutex, &limit) == ETIMEDOUT && lent >= size {
        return nil
      }
    }
    lent += 1
    return idle.popLast().map { .idle($0) } ?? .place
  }

  /// Takes a connection back, or only its place.
  func giveBack(_ connection: PostgresConnection?) {
    pthread_mutex_lock(mutex)
    lent -= 1
    if let connection, !connection.isBroken { idle.append(connection) }
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}
