import ControlAPI
import HTTPServer

/// What the page may ask of the service: less than the control socket offers. Rows, account and
/// files from elsewhere stay with those who may open the socket.
struct PageAPI: Sendable {
  private let router: ControlRouter
  private let service: any ControlService

  init(service: any ControlService) {
    router = ControlRouter(service: service)
    self.service = service
  }

  /// Answers a request that may ask: one that changes something has shown the token.
  func answer(_ request: HTTPRequest) -> HTTPResponse {
    if request.path == "/metrics", request.method != "POST" { return metrics() }
    guard let endpoint = Endpoint(path: request.path), Self.offers(endpoint) else {
      return HTTPResponse(
        ControlResponse(
          ControlError(
            .notFound, message: "the page has nothing of that name",
            hint: "docs/page.md lists what it has; the rest is on the control socket")))
    }
    // To look around over Bluetooth is more than reading.
    let query = request.query.filter { $0.name != "look" }
    return HTTPResponse(
      router.respond(
        to: ControlRequest(
          method: request.method, path: request.path,
          query: Dictionary(query) { first, _ in first }, body: request.body,
          mayChange: request.method == "POST")))
  }

  private func metrics() -> HTTPResponse {
    do throws(ControlError) {
      let text = Metrics.text(of: try service.status())
      return HTTPResponse(contentType: Metrics.contentType, body: .bytes(Array(text.utf8)))
    } catch {
      return HTTPResponse(ControlResponse(error))
    }
  }

  private static func offers(_ endpoint: Endpoint) -> Bool {
    switch endpoint {
    case .status, .events, .track, .instruments, .flights, .flightTotals, .flight, .flightIGC,
      .flightPicture, .flightReport, .rides, .ride, .startRecording, .stopRecording, .mark:
      true
    default: false
    }
  }
}
