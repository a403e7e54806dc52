/// One request to a server over TCP.
package struct UplinkRequest: Equatable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  package enum Body: Equatable, Sendable {
    /// Nothing; PUT and POST announce a length of 0.
    case none
    case bytes([UInt8])
    /// A file of so many bytes, read while it is sent. It may not change meanwhile.
    case file(path: String, bytes: Int64)
  }

  /// A header line of the caller's.
  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var method: Method
  /// Scheme, host, port, path and query, percent-encoded; no user and no fragment.
  package var url: String
  /// Says that the host is this machine: only then may the scheme be `http`.
  package var isLoopback = false
  /// Of `Authorization: Bearer`.
  package var bearer: String?
  /// Of `Authorization`, scheme and all, where it is no bearer's token.
  package var authorization: String?
  /// Sent with a body only.
  package var contentType = "application/json"
  /// Whether the body is gzipped already (`Content-Encoding: gzip`).
  package var isGzipped = false
  package var headers: [Header] = []
  /// Names of headers that the answer is to tell, besides those that it always tells.
  package var wantedHeaders: [String] = []
  package var body = Body.none
  /// Of the whole exchange, redirects included, from its turn in the queue on.
  package var timeoutMs: Int64 = 10_000
  /// Bytes of the longest body that is taken.
  package var answerLimit = 65_536
  /// A kept connection that turns out dead before an answer began is replaced once and the request
  /// sent again, so a server may see it twice. False opens a new connection: sent once at most.
  package var mayReuseConnection = true
  /// How many times an answer may send on to another address. Token, headers and body never go to
  /// another origin, and plain http leads from this machine to this machine only; an answer that
  /// would need it, or one redirect too many, is the reply.
  package var redirects = 0

  package init(_ method: Method, _ url: String) {
    self.method = method
    self.url = url
  }
}

/// What became of a request.
package enum UplinkReply: Equatable, Sendable {
  case answer(UplinkResponse)
  /// No whole answer: DNS, connection, TLS, cut off. Host and cause, for people; no secret.
  case unreachable(String)
  /// The connection stood and the time ran out; the server may have done what was asked.
  case timedOut
  /// The task was cancelled, or the uplink stopped.
  case cancelled
  /// The answer began with this status and is longer than the request's limit, or its headers are
  /// longer than 64 KiB.
  case tooLong(status: Int, limit: Int)
  /// Nothing was sent, for a cause on this side; a text for people.
  case unsent(String)
}

/// An answer with its whole body.
package struct UplinkResponse: Equatable, Sendable {
  package var status: Int
  package var body: [UInt8]
  /// As it came: seconds or a date.
  package var retryAfter: String?
  package var date: String?
  /// Of `Barograph-Next`: where the next page of rows begins.
  package var nextPage: String?
  /// The whole address that the answer sends on to.
  package var location: String?
  /// The headers that the request wanted to hear of, under the names that it gave, in their order.
  package var headers: [UplinkRequest.Header] = []

  package init(
    status: Int, body: [UInt8] = [], retryAfter: String? = nil, date: String? = nil,
    nextPage: String? = nil, location: String? = nil, headers: [UplinkRequest.Header] = []
  ) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
    self.date = date
    self.nextPage = nextPage
    self.location = location
    self.headers = headers
  }
}

extension UplinkRequest {
  /// Header names that are the uplink's own business.
  private static let ownNames: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "expect", "authorization",
    "content-type", "content-encoding",
  ]

  /// Why this request may not be sent, or nil.
  var objection: String? {
    let (isSecure, isPlain) = (url.hasPrefix("https://"), url.hasPrefix("http://"))
    if !isSecure && !isPlain { return "the address is neither https nor http" }
    if isPlain && !isLoopback { return "plain http is for this machine only; use https" }
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), url.utf8.count <= 8192 else {
      return "the address holds blanks or other characters that must be percent-encoded"
    }
    if host.isEmpty || host.contains("@") { return "the address has no host, or names a user" }
    if let bearer, !Self.isToken(bearer) { return "the token holds characters no token has" }
    if let authorization, bearer != nil || !Self.isValue(authorization) {
      return "the authorization holds control characters, or is given twice"
    }
    for header in headers {
      let name = header.name.lowercased()
      if !Self.isName(name) || Self.ownNames.contains(name) { return "a header name is not usable" }
      if !Self.isValue(header.value) { return "a header value holds control characters" }
    }
    return Self.isValue(contentType) ? nil : "the content type holds control characters"
  }

  /// RFC 6750, 2.1: visible ASCII, no blanks.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// RFC 9110, 5.6.2, without the rarer signs.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F
      }
  }

  /// No CR, LF, NUL nor other control character (RFC 9110, 5.5).
  private static func isValue(_ text: String) -> Bool {
    text.utf8.count <= 4096 && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  /// Header lines in libcurl's form: a semicolon sends an empty value.
  var headerLines: [String] {
    var lines = headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if let value = bearer.map({ "Bearer \($0)" }) ?? authorization {
      lines.append("Authorization: \(value)")
    }
    if body != .none {
      lines.append("Content-Type: \(contentType)")
      if isGzipped { lines.append("Content-Encoding: gzip") }
    }
    return lines
  }

  /// Host and port as people write them; a user, which is refused, would be seen here.
  var host: String {
    let rest = url.drop { $0 != "/" }.dropFirst(2)
    return String(rest.prefix { $0 != "/" && $0 != "?" })
  }
}
