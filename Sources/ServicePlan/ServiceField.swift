/// One thing that a service wants to know of a pilot or a flight. The raw value is its name in
/// commands and files.
package enum ServiceField: String, CaseIterable, Sendable {
  case login, password, key
  /// Of the proxy before Soaring Spot, scheme and all where it wants one.
  case token
  /// The number of the account.
  case userID = "user-id"
  /// `1980-07-31`; WeGlide takes it as a proof that the account is the pilot's.
  case dateOfBirth = "date-of-birth"
  /// The number of the aircraft's type.
  case aircraftID = "aircraft-id"
  /// Whether the glider has an engine: `yes` or `no`.
  case motorGlider = "motor-glider"
  /// Of the flight, from its declaration.
  case registration

  /// Whether it is asked for without an echo and never shown.
  package var isSecret: Bool {
    switch self {
    case .password, .key, .token, .dateOfBirth: true
    case .login, .userID, .aircraftID, .motorGlider, .registration: false
    }
  }

  /// Whether it belongs to a flight, not to the connection.
  package var isOfFlight: Bool { self == .registration }

  /// What it is, for people: `the number of the aircraft's type`.
  package var meaning: String {
    switch self {
    case .login: "the name or e-mail address that you log in with"
    case .password: "the password"
    case .key: "the API key"
    case .token: "the proxy's token"
    case .userID: "the number of the account"
    case .dateOfBirth: "the pilot's date of birth, YYYY-MM-DD"
    case .aircraftID: "the number of the aircraft's type"
    case .motorGlider: "whether the glider has an engine, yes or no"
    case .registration: "the glider's registration"
    }
  }

  /// Whether a text can be its value: bounded, printable, and of its form.
  package func accepts(_ text: String) -> Bool {
    guard (1...256).contains(text.utf8.count),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F })
    else { return false }
    switch self {
    case .userID, .aircraftID: return text.utf8.count <= 18 && text.utf8.allSatisfy(Self.isDigit)
    case .dateOfBirth: return Self.isDate(text)
    case .motorGlider: return text == "yes" || text == "no"
    // RFC 7617 ends the name at the first colon.
    case .login: return !text.contains(":")
    case .key: return text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    case .token: return text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    case .password, .registration: return true
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isDate(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }),
      let month = Int(parts[1]), let day = Int(parts[2])
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
  }
}
