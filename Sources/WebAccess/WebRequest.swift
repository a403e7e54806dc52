/// The head of a request, as far as it decides who may ask.
package struct WebRequest: Sendable {
  package var method: String
  /// Percent-decoded, without the query.
  package var path: String
  /// Names in lower case.
  package var headers: [String: String]
  /// The address at the other end.
  package var peer: String

  package init(method: String, path: String, headers: [String: String], peer: String) {
    self.method = method
    self.path = path
    self.headers = headers
    self.peer = peer
  }

  /// Whether nothing is changed by it.
  package var isReading: Bool { method == "GET" || method == "HEAD" }
}

/// Why a request is refused, for people and for programs.
package struct WebRefusal: Error, Equatable, Sendable {
  package var status: Int
  /// Stable, as in the errors of the control socket.
  package var slug: String
  package var message: String
  /// What to do.
  package var hint: String
  /// Headers that belong to the status.
  package var headers: [String: String] = [:]

  /// `{"error": slug, "message": text, "hint": text}`. The texts are this target's own and hold
  /// nothing of the request but checked names.
  package var json: String {
    "{\"error\":\"\(slug)\",\"message\":\"\(message)\",\"hint\":\"\(hint)\"}\n"
  }

  /// One line for people.
  package var text: String { "\(message); \(hint)\n" }
}
