/// Who may ask a page's server for what.
///
/// Other pages in the same browser are kept out by three things: a host that an outsider could have
/// pointed at us is refused (DNS rebinding), no header ever allows another origin to read, and
/// nothing is changed without a token, which no browser sends by itself.
package struct WebRules: Sendable {
  /// What a request wants.
  package enum Want: Sendable {
    /// The page itself, its assets and whether the server lives.
    case page
    case data
  }

  /// Names that are allowed besides local ones, in lower case.
  package var hosts: Set<String>
  /// The key of the configuration that names them: `page.hosts`.
  package var hostsKey: String
  /// Whether reading data needs the token too, as where others reach the server.
  package var readingNeedsToken: Bool
  /// Whether anything can be changed.
  package var allowsChanges: Bool

  package init(
    hosts: Set<String>, hostsKey: String, readingNeedsToken: Bool, allowsChanges: Bool
  ) {
    self.hosts = hosts
    self.hostsKey = hostsKey
    self.readingNeedsToken = readingNeedsToken
    self.allowsChanges = allowsChanges
  }

  /// What is wrong with a request besides its token; nil is nothing.
  package func objection(to request: WebRequest) -> WebRefusal? {
    guard let text = request.headers["host"], let host = WebHost(text) else {
      return WebRefusal(
        status: 400, slug: "bad-request", message: "the request names no host",
        hint: "send one Host header")
    }
    guard host.isLocal || hosts.contains(host.name) else { return foreign(host) }
    return objection(toMethodOf: request) ?? objection(toOriginOf: request, at: host)
  }

  /// Whether a request needs the token.
  package func needsToken(_ request: WebRequest, for want: Want) -> Bool {
    if !request.isReading { return true }
    return readingNeedsToken && want == .data
  }

  private func foreign(_ host: WebHost) -> WebRefusal {
    WebRefusal(
      status: 403, slug: "forbidden", message: "the host \(host.name) is not known here",
      hint: "use the address in numbers or a name ending in .local, or add \(host.name) to "
        + "\(hostsKey) in the configuration")
  }

  private func objection(toMethodOf request: WebRequest) -> WebRefusal? {
    let methods = allowsChanges ? "GET, HEAD, POST" : "GET, HEAD"
    guard !request.isReading, !(allowsChanges && request.method == "POST") else { return nil }
    return WebRefusal(
      status: 405, slug: "method-not-allowed", message: "only \(methods) are taken here",
      hint: "other pages may not ask this server for anything", headers: ["Allow": methods])
  }

  private func objection(toOriginOf request: WebRequest, at host: WebHost) -> WebRefusal? {
    if let text = request.headers["origin"] {
      guard let origin = WebOrigin(text), origin.isSame(as: host) else { return Self.otherPage }
    }
    // What browsers say of themselves: a link from elsewhere is fine, an image or a script is not.
    let site = request.headers["sec-fetch-site"] ?? "none"
    let isFollowed = request.isReading && request.headers["sec-fetch-mode"] == "navigate"
    return site == "none" || site == "same-origin" || isFollowed ? nil : Self.otherPage
  }

  private static let otherPage = WebRefusal(
    status: 403, slug: "forbidden",
    message: "another page asks, and this server answers only its own",
    hint: "open this server's own page")

  /// What browsers are told with every answer. Reports have their styles inside, so styles may stand
  /// in a page; scripts may not.
  package static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
        + "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
  ]
}
