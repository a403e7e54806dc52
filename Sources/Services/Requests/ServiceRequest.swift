package import FlightModel
package import HTTPClient

/// What names this program to services; SkyLines answers nobody without it.
package enum ServiceAgent {
  package static let header = UplinkRequest.Header("User-Agent", "Barograph")
}

extension ServiceAddress {
  /// A request for something below this address. An answer may have a mebibyte and take 30 s.
  package func request(
    _ method: UplinkRequest.Method, _ path: String, query: [(String, String)] = []
  ) -> UplinkRequest {
    let target = query.isEmpty ? path : "\(path)?\(FormText.joined(query))"
    var request = UplinkRequest(method, url(target))
    request.isLoopback = isLoopback
    request.headers = [ServiceAgent.header]
    request.timeoutMs = 30_000
    request.answerLimit = 1 << 20
    return request
  }
}

extension UplinkRequest {
  /// Makes this an upload: it has 180 s, and is never sent twice by the connection's own fault.
  mutating func carryFlight() {
    timeoutMs = 180_000
    mayReuseConnection = false
  }
}

/// Carries requests to services; a double stands in its place in tests.
package protocol ServiceTransport: Sendable {
  func send(_ request: UplinkRequest) async -> UplinkReply
}

extension Uplink: ServiceTransport {}
