import CPostgres

/// Where a PostgreSQL is, as a URL: `postgresql://user@host:port/database?…`, several hosts, or
/// libpq's `key=value` form. It may hold a password and says nothing of it.
package struct PostgresURL: Sendable, CustomStringConvertible {
  let text: String
  /// Host, port and database, for messages.
  package let description: String
  /// Keywords that the text sets itself; ours give way to them.
  private let keywords: Set<String>

  /// Reads the text (PQconninfoParse). libpq's own message would quote a password: it is left out.
  package init(_ text: String) throws(PostgresError) {
    guard !text.utf8.contains(0), text.utf8.count < 8192, let options = Self.parse(text) else {
      throw PostgresError(
        operation: "read the database's URL", kind: .permanent,
        message: "not of the form postgresql://user@host:port/database",
        subject: "the configured URL")
    }
    self.text = text
    keywords = Set(options.keys)
    let hosts = (options["host"] ?? "local socket").split(separator: ",")
    let ports = (options["port"] ?? "5432").split(separator: ",", omittingEmptySubsequences: false)
    let places = hosts.enumerated().map { index, host in
      "\(host):\(index < ports.count ? ports[index] : ports[ports.count - 1])"
    }
    description = places.joined(separator: ",") + "/" + (options["dbname"] ?? "")
  }

  private static func parse(_ text: String) -> [String: String]? {
    var message: UnsafeMutablePointer<CChar>?
    let options = PQconninfoParse(text, &message)
    defer {
      PQconninfoFree(options)
      PQfreemem(message)
    }
    guard var entry = options else { return nil }
    var found: [String: String] = [:]
    while let keyword = entry.pointee.keyword {
      if let value = entry.pointee.val {
        found[String(cString: keyword)] = String(cString: value)
      }
      entry += 1
    }
    return found
  }

  /// What PQconnectdbParams takes, the text first and what it leaves open after it.
  func parameters(connectSeconds: Int) -> [(keyword: String, value: String)] {
    let defaults = [
      ("connect_timeout", "\(connectSeconds)"),
      // Milliseconds that sent bytes may stay unacknowledged: a host that vanished is noticed.
      ("tcp_user_timeout", "15000"),
      ("keepalives_idle", "30"), ("keepalives_interval", "10"), ("keepalives_count", "3"),
      ("fallback_application_name", "barograph-receiver"),
    ]
    return [("dbname", text)] + defaults.filter { !keywords.contains($0.0) }
      // Never the environment's: texts travel in UTF-8.
      + [("client_encoding", "UTF8")]
  }
}
