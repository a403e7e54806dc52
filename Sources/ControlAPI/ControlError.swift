package import JSON

/// Why a request could not be served, as the error body says it.
package struct ControlError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The stable names of failures and their HTTP status.
  package enum Code: String, Sendable, CaseIterable {
    case badRequest = "bad-request"
    case forbidden
    case notFound = "not-found"
    case ambiguousID = "ambiguous-id"
    case methodNotAllowed = "method-not-allowed"
    case notRecording = "not-recording"
    case alreadyRecording = "already-recording"
    /// In flight nothing is sent to instruments.
    case airborne
    /// No plausible date yet, so no recording can be opened.
    case noTimeYet = "no-time-yet"
    /// The data of this box belong to another account.
    case otherAccount = "other-account"
    case alreadySignedIn = "already-signed-in"
    case notSignedIn = "not-signed-in"
    case wrongCode = "wrong-code"
    /// The server asks to wait.
    case throttled
    /// The server does not answer, or not as it should.
    case unreachable
    case storageFailed = "storage-failed"
    case busy
    case failed

    package var httpStatus: Int {
      switch self {
      case .badRequest: 400
      case .forbidden: 403
      case .notFound: 404
      case .methodNotAllowed: 405
      case .ambiguousID, .notRecording, .alreadyRecording, .airborne, .noTimeYet, .otherAccount,
        .alreadySignedIn, .notSignedIn, .wrongCode:
        409
      case .throttled: 429
      case .unreachable: 502
      case .failed: 500
      case .busy: 503
      case .storageFailed: 507
      }
    }
  }

  package var code: Code
  package var message: String
  /// What to do.
  package var hint: String

  package init(_ code: Code, message: String, hint: String) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  package var description: String { "\(message); \(hint)" }

  /// `{"error": slug, "message": text, "hint": text}`.
  package var json: JSONValue {
    ["error": .string(code.rawValue), "message": .string(message), "hint": .string(hint)]
  }

  /// Reads an error body; nil if it is none. A slug of a newer daemon counts as `failed`.
  package init?(json: JSONValue) {
    guard let slug = json["error"]?.string, let message = json["message"]?.string else {
      return nil
    }
    self.init(
      Code(rawValue: slug) ?? .failed, message: message, hint: json["hint"]?.string ?? "")
  }
}
