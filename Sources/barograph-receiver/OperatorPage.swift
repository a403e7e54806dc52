import Configuration
import ControlAPI
import HTTPServer
import JSON
import Log
import Pages
import Receiver
import WebAccess

/// The operator's page and metrics on a loopback listener of its own. One that cannot be opened costs the page
/// and no device.
struct OperatorPage {
  private let server: PageHTTPServer?

  /// Nothing where none is configured.
  init(
    _ configuration: PageConfiguration, storage: any ReceiverStorage, counters: ReceiverCounters,
    log: Logger
  ) {
    guard let address = configuration.addresses.first else {
      server = nil
      return
    }
    let overview = ReceiverOverview(
      storage: storage, version: ProductVersion.text, build: Pages.receiver.contentHash)
    let metrics = ReceiverMetrics(
      counters: counters, overview: overview, version: ProductVersion.text)
    let rules = WebRules(
      hosts: Set(configuration.hosts), hostsKey: "page.hosts", readingNeedsToken: false,
      allowsChanges: false)
    do throws(HTTPServerError) {
      let server = try PageHTTPServer(
        try TCPListener(address: address.host, port: address.port), site: Pages.receiver,
        rules: rules, token: nil
      ) { $0.path == "/metrics" ? Self.answer(metrics) : Self.answer($0, overview, log) }
      log.notice("the page is served", [.address: server.address, .port: "\(server.port)"])
      self.server = server
    } catch {
      log.error("there is no page: \(error)")
      server = nil
    }
  }

  /// Returns when all its threads have ended.
  func close() { server?.shutdown() }

  private static func answer(_ metrics: ReceiverMetrics) -> HTTPResponse {
    HTTPResponse(contentType: Metrics.contentType, body: .bytes(Array(metrics.text().utf8)))
  }

  private static func answer(
    _ request: HTTPRequest, _ overview: ReceiverOverview, _ log: Logger
  ) -> HTTPResponse {
    guard request.path == "/v1/overview" else {
      return json(404, error("not-found", "the page has nothing of that name", "see docs/page.md"))
    }
    do throws(StorageFailure) {
      return json(200, try overview.json())
    } catch {
      log.warning("the page cannot be filled: \(error.text)")
      return json(
        503, Self.error("busy", "the storage does not answer", "see the receiver's log"))
    }
  }

  private static func error(_ slug: String, _ message: String, _ hint: String) -> JSONValue {
    ["error": .string(slug), "message": .string(message), "hint": .string(hint)]
  }

  private static func json(_ status: Int, _ value: JSONValue) -> HTTPResponse {
    HTTPResponse(
      status: status, contentType: "application/json",
      body: .bytes(value.bytes() + [UInt8(ascii: "\n")]))
  }
}
