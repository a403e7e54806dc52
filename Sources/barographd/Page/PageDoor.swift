import Configuration
import ControlAPI
import FlightModel
import HTTPServer
import Linux
import Log
import Pages
import WebAccess

/// The page's listener on a thread of its own, which opens it, tries again where it cannot, and
/// closes it in the end. Nothing of it can keep the recorder from its work.
final class PageDoor: Sendable {
  private struct State {
    var server: PageHTTPServer?
    var fault: String?
    var isClosing = false
    var isRunning = false
  }

  private static let retryMs: Int64 = 30_000

  private let configuration: PageConfiguration
  private let tokens: PageTokenFile
  private let log: Logger
  private let state = Monitor(State())

  init(_ configuration: PageConfiguration, tokens: PageTokenFile, log: Logger) {
    self.configuration = configuration
    self.tokens = tokens
    self.log = log
  }

  /// Begins to serve, if a page is wanted; `api` answers what is not the page itself.
  func open(_ api: @escaping HTTPHandler) {
    guard !configuration.addresses.isEmpty else { return }
    state.change { $0.isRunning = true }
    do throws(SystemError) {
      try Threads.spawn(name: "page") { [self] in
        run(api)
        state.change { $0.isRunning = false }
      }
    } catch {
      state.change { ($0.isRunning, $0.fault) = (false, "\(error)") }
    }
  }

  /// Closes the page and returns when all its threads have ended.
  func close() {
    state.change { $0.isClosing = true }
    state.wait { state in
      guard state.isRunning else { return .done(()) }
      return .wait(until: SystemClock.monotonic().advanced(byMilliseconds: Self.retryMs))
    }
  }

  /// Why there is no page although one is wanted.
  var fault: String? { state.change { $0.fault } }

  /// Where the page is.
  func facts() -> PageFacts {
    let (server, fault) = state.change { ($0.server, $0.fault) }
    let isWanted = !configuration.addresses.isEmpty
    return PageFacts(
      address: server?.address, port: server.map { Int64($0.port) }, isWanted: isWanted,
      isField: configuration.isField, fault: fault,
      token: isWanted ? tokens.token()?.text : nil)
  }

  /// Another token from now on.
  func renewToken() -> PageFacts {
    if let token = tokens.renewed() { state.change { $0.server }?.use(token) }
    return facts()
  }

  private func run(_ api: @escaping HTTPHandler) {
    while !state.change({ $0.isClosing }) {
      do throws(HTTPServerError) {
        let server = try serve(api)
        log.notice("the page is served", [.address: server.address, .port: "\(server.port)"])
        state.change { ($0.server, $0.fault) = (server, nil) }
        waitForClose(milliseconds: nil)
        state.change { $0.server = nil }
        server.shutdown()
      } catch {
        let fault = "\(error)"
        if self.fault != fault { log.warning("there is no page: \(fault)") }
        state.change { $0.fault = fault }
        waitForClose(milliseconds: Self.retryMs)
      }
    }
  }

  /// On the first address that this machine has; IPv6 may be missing.
  private func serve(_ api: @escaping HTTPHandler) throws(HTTPServerError) -> PageHTTPServer {
    let addresses = configuration.addresses
    for address in addresses.dropLast() {
      if let server = try? serve(api, at: address) { return server }
    }
    return try serve(api, at: addresses[addresses.count - 1])
  }

  private func serve(
    _ api: @escaping HTTPHandler, at address: ListenAddress
  ) throws(HTTPServerError) -> PageHTTPServer {
    try PageHTTPServer(
      try TCPListener(address: address.host, port: address.port), site: Pages.recorder,
      rules: rules, token: tokens.token(), api: api)
  }

  private var rules: WebRules {
    WebRules(
      hosts: Set(configuration.hosts), hostsKey: "page.hosts",
      readingNeedsToken: configuration.isField, allowsChanges: true)
  }

  /// Returns when the page is to close, or after so long.
  private func waitForClose(milliseconds: Int64?) {
    let end = milliseconds.map { SystemClock.monotonic().advanced(byMilliseconds: $0) }
    state.wait { state in
      let now = SystemClock.monotonic()
      if state.isClosing || end.map({ $0 <= now }) ?? false { return .done(()) }
      return .wait(until: end ?? now.advanced(byMilliseconds: 3_600_000))
    }
  }
}
