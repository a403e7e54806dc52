/// A server by scheme, host and port, as a Device Token is bound to it: `https://club.example`.
package struct ServerOrigin: Hashable, Sendable, CustomStringConvertible {
  /// Lower case, without a path, without a default port.
  package let text: String

  package var description: String { text }

  /// Reads a URL without path, user, query or fragment. `http` is taken for loopback hosts only,
  /// because a token must not travel in the clear. Nil for anything else.
  package init?(_ url: String) {
    guard url.utf8.count <= 255, let (scheme, rest) = Self.split(url) else { return nil }
    let authority = rest.hasSuffix("/") ? rest.dropLast() : rest[...]
    guard !authority.isEmpty, authority.utf8.allSatisfy(Self.isPlain) else { return nil }
    let (host, port) = Self.hostAndPort(String(authority))
    guard let host, !host.isEmpty, port == nil || UInt16(port!).map({ $0 > 0 }) == true else {
      return nil
    }
    guard scheme == "https" || Self.isLoopback(host) else { return nil }
    let standard = scheme == "https" ? "443" : "80"
    text = "\(scheme)://\(host)" + (port.flatMap { $0 == standard ? nil : ":\($0)" } ?? "")
  }

  /// Whether it is this machine.
  package var isLoopback: Bool {
    let authority = text.drop { $0 != "/" }.dropFirst(2)
    let (host, _) = Self.hostAndPort(String(authority))
    return host.map(Self.isLoopback) ?? false
  }

  private static func split(_ url: String) -> (String, String)? {
    for scheme in ["https", "http"] where url.lowercased().hasPrefix("\(scheme)://") {
      return (scheme, String(url.dropFirst(scheme.count + 3)).lowercased())
    }
    return nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x3A, 0x5B, 0x5D: true
    default: false
    }
  }

  /// `host`, `host:port`, `[v6]`, `[v6]:port`.
  private static func hostAndPort(_ text: String) -> (String?, String?) {
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return (nil, nil) }
      let rest = text[text.index(after: end)...]
      if rest.isEmpty { return (String(text[...end]), nil) }
      return rest.hasPrefix(":") ? (String(text[...end]), String(rest.dropFirst())) : (nil, nil)
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 1 ? (parts[0], nil) : parts.count == 2 ? (parts[0], parts[1]) : (nil, nil)
  }

  private static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    // `127.club.example` is a name like any other.
    let isNumeric = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    return isNumeric || host == "localhost" || host == "[::1]"
  }
}

/// One request to a server; the transport adds version header, TLS rules and connection.
package struct SyncRequest: Equatable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case put = "PUT"
    case post = "POST"
    case delete = "DELETE"
  }

  package enum Body: Equatable, Sendable {
    case none
    case bytes([UInt8])
    /// A file of so many bytes, read while it is sent.
    case file(path: String, bytes: Int64)
  }

  package var method: Method
  package var origin: ServerOrigin
  /// With its query, percent-encoded.
  package var path: String
  /// Of `Authorization: Bearer`.
  package var bearer: String?
  package var contentType = "application/json"
  /// Whether the body is gzipped already.
  package var isGzipped = false
  package var body = Body.none
  /// Of the whole exchange; connecting may take 10 s of it.
  package var timeoutMs: Int64 = 10_000
  /// Bytes of the longest answer that is read.
  package var answerLimit = 65_536

  package init(_ method: Method, _ path: String, at origin: ServerOrigin, bearer: String? = nil) {
    self.method = method
    self.path = path
    self.origin = origin
    self.bearer = bearer
  }
}

/// What came back.
package enum SyncReply: Equatable, Sendable {
  case answer(SyncResponse)
  /// No answer: DNS, connection, TLS, cut off. The text is for people and holds no secret.
  case unreachable(String)
  case timedOut
  /// The task was cancelled.
  case cancelled
}

/// An answer with its whole body.
package struct SyncResponse: Equatable, Sendable {
  package var status: Int
  package var body: [UInt8]
  package var retryAfter: String?
  package var date: String?
  /// Of a page of rows: where the next one begins.
  package var nextPage: String?

  package init(
    status: Int, body: [UInt8] = [], retryAfter: String? = nil, date: String? = nil,
    nextPage: String? = nil
  ) {
    self.status = status
    self.body = body
    self.retryAfter = retryAfter
    self.date = date
    self.nextPage = nextPage
  }
}

/// Carries requests; redirects are not followed, nothing is retried. A cancelled task ends the
/// request at once.
package protocol SyncTransport: Sendable {
  func send(_ request: SyncRequest) async -> SyncReply
}
