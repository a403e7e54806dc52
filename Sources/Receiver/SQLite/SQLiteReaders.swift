import SQLite
import Synchronization

/// Connections that only read, one for each thread that does so at the same time.
final class SQLiteReaders: Sendable {
  /// A connection that nobody uses. It goes from thread to thread, never to two at once.
  private struct Idle: @unchecked Sendable { let connection: Connection }

  /// How many wait open for the next thread.
  private static let kept = 4
  private let path: String
  private let busyTimeoutMs: Int32
  private let idle = Mutex<[Idle]>([])

  init(path: String, busyTimeoutMs: Int32) {
    self.path = path
    self.busyTimeoutMs = busyTimeoutMs
  }

  /// Lends a connection for one call; after an error it is not used again.
  func lend<Result>(
    _ body: (Connection) throws(StorageFailure) -> Result
  ) throws(StorageFailure) -> Result {
    let waiting = idle.withLock { $0.popLast() }
    let reader = if let waiting { waiting.connection } else { try open() }
    let result = try body(reader)
    idle.withLock { if $0.count < Self.kept { $0.append(Idle(connection: reader)) } }
    return result
  }

  private func open() throws(StorageFailure) -> Connection {
    try StorageFailure.wrapping { () throws(SQLiteError) in
      try Connection(path: path, access: .query, busyTimeoutMs: busyTimeoutMs)
    }
  }
}
