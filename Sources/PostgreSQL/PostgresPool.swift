import FlightModel
import Linux

/// Connections shared by threads: at most `size`, made when needed, replaced when broken. A call that
/// finds none free waits, at most `waitSeconds`.
package final class PostgresPool: Sendable {
  package let url: PostgresURL
  private let size: Int
  private let waitSeconds: Int
  private let connectSeconds: Int
  private let connections = Monitor(Connections())

  private struct Connections {
    var idle: [PostgresConnection] = []
    var lent = 0
  }

  package init(_ url: PostgresURL, size: Int = 8, waitSeconds: Int = 10, connectSeconds: Int = 10) {
    self.url = url
    self.size = max(1, size)
    self.waitSeconds = waitSeconds
    self.connectSeconds = connectSeconds
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
    let limit = SystemClock.monotonic().advanced(byMilliseconds: Int64(waitSeconds) * 1000)
    return connections.wait { connections in
      guard connections.lent < size else {
        return SystemClock.monotonic() < limit ? .wait(until: limit) : .done(nil)
      }
      connections.lent += 1
      return .done(connections.idle.popLast().map { .idle($0) } ?? .place)
    }
  }

  /// Takes a connection back, or only its place.
  func giveBack(_ connection: PostgresConnection?) {
    connections.change { connections in
      connections.lent -= 1
      if let connection, !connection.isBroken { connections.idle.append(connection) }
    }
  }
}
