import HTTPServer
import Receiver

/// The wire on one side, the router on the other.
final class RouterDoor: Sendable {
  private let router: ReceiverRouter
  private let proxies: Set<String>

  /// `proxies` are addresses whose `X-Forwarded-For` is believed.
  init(_ router: ReceiverRouter, proxies: [String]) {
    self.router = router
    self.proxies = Set(proxies)
  }

  /// Judges a head.
  var admit: HTTPAdmissionPolicy {
    { [self] request in
      let head = translated(request)
      let length = head.headers["content-length"].flatMap { Int64($0) }
      if let objection = router.objection(to: head, bodyBytes: length) {
        return .refuse(HTTPResponse(objection))
      }
      return .allow(bodyBytes: router.bodyLimit(of: head))
    }
  }

  /// Answers a whole request.
  var answer: HTTPHandler {
    { [self] request in HTTPResponse(router.respond(to: translated(request))) }
  }

  private func translated(_ request: HTTPRequest) -> ReceiverRequest {
    ReceiverRequest(
      method: request.method, path: request.path,
      query: Dictionary(request.query) { first, _ in first }, headers: request.headers,
      body: request.body, peer: device(request))
  }

  /// Who sent it: the peer, or whom the nearest proxy that is trusted saw.
  private func device(_ request: HTTPRequest) -> String {
    guard case .address(let peer) = request.peer else { return "" }
    guard proxies.contains(peer) else { return peer }
    let seen = (request.headers["x-forwarded-for"] ?? "").split(separator: ",").map { word in
      String(word.filter { $0 != " " })
    }
    return seen.last { !proxies.contains($0) } ?? peer
  }
}

extension HTTPResponse {
  fileprivate init(_ answer: ReceiverResponse) {
    self.init(
      status: answer.status, contentType: answer.contentType,
      headers: answer.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
      body: .bytes(answer.body))
  }
}
