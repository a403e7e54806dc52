/// Whom a request talks to: two addresses of one origin have the same scheme, host and port.
struct UplinkOrigin: Equatable {
  let scheme: Substring
  let host: String
  let port: Substring

  /// Of an address that begins with `http://` or `https://`.
  init(_ url: String) {
    scheme = url.prefix { $0 != ":" }
    let rest = url.dropFirst(scheme.count + 3)
    let authority = rest.prefix { !"/?#".contains($0) }
    let colon = authority.lastIndex(of: ":").flatMap { colon in
      authority[colon...].contains("]") ? nil : colon
    }
    host = authority[..<(colon ?? authority.endIndex)].lowercased()
    let port = colon.map { authority[$0...].dropFirst() } ?? ""
    self.port = port.isEmpty ? (scheme == "https" ? "443" : "80") : port
  }

  /// Whether the host is this machine, in numbers or by its name.
  var isLoopback: Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    let isNumeric = parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    return isNumeric || host == "localhost" || host == "[::1]"
  }
}

extension UplinkRequest {
  /// The request that follows an answer which sends on, or nil where none may: `response` is then the
  /// last word. What the caller gave for one origin (token, headers, body) goes to no other; plain
  /// http only from this machine to this machine. `tookMs` is taken from the time that is left.
  func following(_ response: UplinkResponse, tookMs: Int64) -> UplinkRequest? {
    guard redirects > 0, [301, 302, 303, 307, 308].contains(response.status),
      let location = response.location
    else { return nil }
    var next = self
    next.url = location
    next.redirects -= 1
    next.timeoutMs = max(1, timeoutMs - tookMs)
    if response.status == 303 && method != .head || response.status < 303 && method == .post {
      (next.method, next.body) = (.get, .none)
    }
    let (here, there) = (UplinkOrigin(url), UplinkOrigin(location))
    if here != there {
      guard next.body == .none else { return nil }
      (next.bearer, next.authorization, next.headers) = (nil, nil, [])
      next.isLoopback = isLoopback && there.isLoopback
    }
    return next.objection == nil ? next : nil
  }
}

extension UplinkRequest {
  /// Whether an address is one of this machine itself, in numbers or by its name: what `isLoopback`
  /// may say.
  package static func isLoopback(_ url: String) -> Bool { UplinkOrigin(url).isLoopback }

  /// Whether two addresses have the same scheme, host and port, so that what is meant for one may be
  /// sent to the other.
  package static func haveOneOrigin(_ first: String, _ second: String) -> Bool {
    UplinkOrigin(first) == UplinkOrigin(second)
  }
}
