import CMicroHTTPD
import Glibc
package import Pages
import Synchronization
package import WebAccess

/// A page with its data over TCP, for browsers: the assets of a site, and an API behind the rules of
/// `WebAccess`.
package final class PageHTTPServer: Sendable {
  /// Whether the server lives: `OK`, for everyone.
  package static let healthPath = "/health"
  /// Bytes that the body of a change has at most.
  private static let bodyBytes = 16 << 10

  private let door: Door
  private let server: TCPHTTPServer

  /// Numeric.
  package var address: String { server.address }
  package var port: UInt16 { server.port }

  /// Serves a listening socket; `api` answers what the site has no asset for, and only requests that
  /// may ask. Without a token nothing that needs one is answered.
  package init(
    _ listener: consuming TCPListener, site: PageSite, rules: WebRules, token: WebToken?,
    limits: HTTPServerLimits = .page, api: @escaping HTTPHandler
  ) throws(HTTPServerError) {
    let door = Door(site: site, rules: rules, token: token, api: api)
    self.door = door
    server = try TCPHTTPServer(
      listener, limits: limits, admit: { door.admission(of: $0) }, handler: { door.answer($0) })
  }

  /// Takes another token; the former one opens nothing from now on.
  package func use(_ token: WebToken) { door.use(token) }

  /// Cuts what is left and joins all threads; streams that wait for news have to be ended before.
  package func shutdown() { server.shutdown() }

  /// What the server's threads share.
  private final class Door: Sendable {
    private let site: PageSite
    private let rules: WebRules
    private let tokens: Mutex<TokenCheck>
    private let api: HTTPHandler

    init(site: PageSite, rules: WebRules, token: WebToken?, api: @escaping HTTPHandler) {
      self.site = site
      self.rules = rules
      tokens = Mutex(TokenCheck(token: token))
      self.api = api
    }

    func use(_ token: WebToken) { tokens.withLock { $0.token = token } }

    func admission(of request: HTTPRequest) -> HTTPAdmission {
      let head = WebRequest(request)
      let isPage = request.path == healthPath || site.asset(path: request.path) != nil
      var objection = rules.objection(to: head)
      if objection == nil, rules.needsToken(head, for: isPage ? .page : .data) {
        objection = tokens.withLock { $0.objection(to: head, nowMs: milliseconds()) }
      }
      if let objection { return .refuse(HTTPResponse(objection, path: request.path)) }
      return .allow(bodyBytes: head.isReading ? 0 : bodyBytes)
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
      if request.path == healthPath { return HTTPResponse(status: 200, text: "OK\n").guarded }
      guard let asset = site.asset(path: request.path) else { return api(request).guarded }
      let keeping = asset.isImmutable ? "public, max-age=31536000, immutable" : "no-cache"
      return HTTPResponse(
        contentType: asset.contentType, headers: [("Cache-Control", keeping)],
        body: .bytes(asset.bytes)
      ).guarded
    }

    private func milliseconds() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
  }
}

extension HTTPServerLimits {
  /// For browsers: a few people with many tabs.
  package static var page: HTTPServerLimits {
    var limits = HTTPServerLimits()
    limits.connections = 32
    limits.connectionsPerAddress = 24
    limits.bufferedBytes = 16 << 20
    limits.headerBytes = 16 << 10
    limits.idleSeconds = 30
    limits.sendSeconds = 30
    limits.answerSeconds = 300
    return limits
  }
}

extension HTTPResponse {
  /// A refusal: JSON for programs, a line of text for people.
  fileprivate init(_ refusal: WebRefusal, path: String) {
    let isData = path.hasPrefix("/v1/")
    self.init(
      status: refusal.status,
      contentType: isData ? "application/json" : "text/plain; charset=utf-8",
      headers: refusal.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      body: .bytes(Array((isData ? refusal.json : refusal.text).utf8)))
    self = guarded
  }

  /// With what browsers are told to leave alone.
  fileprivate var guarded: HTTPResponse {
    var answer = self
    answer.headers += WebRules.headers
    return answer
  }
}

extension WebRequest {
  fileprivate init(_ request: HTTPRequest) {
    let peer = if case .address(let address) = request.peer { address } else { "" }
    self.init(method: request.method, path: request.path, headers: request.headers, peer: peer)
  }
}
