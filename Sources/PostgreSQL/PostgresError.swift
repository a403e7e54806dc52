import CPostgres

/// What PostgreSQL or libpq answered when an operation failed: which, on what, why, and what a person
/// can do.
///
/// Values never appear: statements carry their parameters as `$1`, of the server's answer only the
/// primary message and the SQLSTATE are kept, and of a data exception (class 22, whose message quotes
/// the value) only the SQLSTATE.
package struct PostgresError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What a caller can do about it.
  package enum Kind: Equatable, Sendable {
    /// Out of reach, restarting, overloaded, a standby, or too slow: the same may succeed later.
    case unavailable
    /// Another transaction was in the way (40001, 40P01): the whole transaction may be tried again.
    case conflict
    /// No space is left at the server.
    case full
    /// A rule of the schema refused a row.
    case constraint
    /// Wrong for as long as nobody changes something.
    case permanent
  }

  /// What was tried: `connect`, `query`, `take a connection`…
  package var operation: String
  package var kind: Kind
  /// Five characters, nil where libpq failed by itself.
  package var sqlState: String?
  /// The server's or libpq's own words, one line.
  package var message: String
  /// The statement (its beginning is in `description`), or the server without user and password.
  package var subject: String

  package init(
    operation: String, kind: Kind, sqlState: String? = nil, message: String, subject: String
  ) {
    self.operation = operation
    self.kind = kind
    self.sqlState = sqlState
    self.message = message
    self.subject = subject
  }

  /// What the server said of a statement (PQresultErrorField).
  init(result: OpaquePointer, subject: String) {
    let state = Self.field(result, DiagnosticField.sqlState)
    let isAboutValues = state?.hasPrefix("22") ?? false
    self.init(
      operation: "query", kind: Self.kind(of: state), sqlState: state,
      message: isAboutValues
        ? "a value was refused"
        : Self.line(Self.field(result, DiagnosticField.primary) ?? "no reason given"),
      subject: subject)
  }

  /// The kind of a SQLSTATE (PostgreSQL, Appendix A); nil is a connection that broke.
  package static func kind(of sqlState: String?) -> Kind {
    guard let sqlState else { return .unavailable }
    switch sqlState {
    case "40001", "40P01": return .conflict
    case "53100": return .full
    // A standby, a server that stands still, a statement that took too long, a lock not had.
    case "25006", "25P03", "55P03", "57014": return .unavailable
    // A database that was dropped does not come back.
    case "57P04": return .permanent
    default: break
    }
    switch sqlState.prefix(2) {
    case "08", "53", "57", "58": return .unavailable
    case "23": return .constraint
    default: return .permanent
    }
  }

  private static func field(_ result: OpaquePointer, _ code: Int32) -> String? {
    PQresultErrorField(result, code).map { String(cString: $0) }
  }

  /// The first line of libpq's words, without its end.
  static func line(_ text: String) -> String {
    String(text.prefix { !$0.isNewline }.prefix(300))
  }

  /// What a person can do about it; nil where nothing is known.
  package var hint: String? {
    switch kind {
    case .unavailable:
      sqlState == "25006"
        ? "name the primary, or add target_session_attrs=read-write to the URL"
        : "see that PostgreSQL runs and can be reached"
    case .full: "free space on the disk that holds the database"
    case .conflict: "try again"
    case .constraint, .permanent: nil
    }
  }

  package var description: String {
    let state = sqlState.map { " (SQLSTATE \($0))" } ?? ""
    let cause = "\(operation) failed: \(message)\(state) in \(subject.prefix(120))"
    return hint.map { "\(cause); \($0)" } ?? cause
  }
}

/// The field codes of postgres_ext.h, which are character constants there.
private enum DiagnosticField {
  static let sqlState = Int32(UInt8(ascii: "C"))
  static let primary = Int32(UInt8(ascii: "M"))
}
