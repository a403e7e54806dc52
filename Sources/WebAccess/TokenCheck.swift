/// A page's token with the count of those who guess at it.
package struct TokenCheck: Sendable {
  /// Nil: nothing that needs a token is served.
  package var token: WebToken?
  private var guesses = GuessLimit()

  package init(token: WebToken?) { self.token = token }

  /// Nil if a request shows the token; else why it is refused.
  package mutating func objection(to request: WebRequest, nowMs: Int64) -> WebRefusal? {
    guard let shown = WebToken.shown(in: request.headers["authorization"]) else {
      return Self.unauthorised("this needs the page's token")
    }
    if let seconds = guesses.wait(for: request.peer, nowMs: nowMs) {
      return WebRefusal(
        status: 429, slug: "throttled", message: "too many wrong tokens from \(Self.name(request))",
        hint: "wait \(seconds) s", headers: ["Retry-After": String(seconds)])
    }
    if token?.matches(shown) == true { return nil }
    guesses.note(shown, from: request.peer, nowMs: nowMs)
    return Self.unauthorised("this is not the page's token")
  }

  private static func unauthorised(_ message: String) -> WebRefusal {
    WebRefusal(
      status: 401, slug: "unauthorised", message: message,
      hint: "barograph page shows the address with the token",
      headers: ["WWW-Authenticate": "Bearer"])
  }

  /// The peer's address, which is in numbers.
  private static func name(_ request: WebRequest) -> String {
    WebHost(request.peer.contains(":") ? "[\(request.peer)]" : request.peer)?.name ?? "this address"
  }
}
