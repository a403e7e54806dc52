import HTTPClient
import HTTPServer
import Testing

/// What our own server refuses on the head alone, while our own client still sends.
@Suite(.timeLimit(.minutes(10))) struct EarlyRefusalTests {
  private static let body = [UInt8](repeating: 65, count: 20 << 20)

  private func serve(_ handle: @escaping HTTPAdmissionPolicy) throws -> TCPHTTPServer {
    try TCPHTTPServer(
      TCPListener(address: "127.0.0.1", port: 0), tls: nil, limits: HTTPServerLimits(),
      admit: handle
    ) { _ in HTTPResponse(status: 200, text: "taken") }
  }

  @Test(arguments: [401, 413, 503])
  func aRefusalIsSeenAndNeverAReset(status: Int) async throws {
    let server = try serve { _ in .refuse(HTTPResponse(status: status, text: "no")) }
    defer { server.shutdown() }
    let uplink = try TestUplink()
    for _ in 0..<10 {
      let reply = await uplink.send(
        request(.put, "http://127.0.0.1:\(server.port)/x") { $0.body = .bytes(Self.body) })
      guard case .answer(let answer) = reply else {
        Issue.record("\(reply)")
        return
      }
      #expect(answer.status == status)
      #expect(answer.body == Array("no".utf8))
    }
  }

  /// The server's own refusal of a body beyond what the admission allows, and of one for which its
  /// buffers have no room.
  @Test(arguments: [(bodyBytes: 1000, status: 413), (bodyBytes: 100 << 20, status: 503)])
  func theServersOwnRefusalsToo(bodyBytes: Int, status: Int) async throws {
    var limits = HTTPServerLimits()
    limits.bufferedBytes = 1 << 20
    let server = try TCPHTTPServer(
      TCPListener(address: "127.0.0.1", port: 0), tls: nil, limits: limits,
      admit: { _ in .allow(bodyBytes: bodyBytes) }
    ) { _ in HTTPResponse(status: 200, text: "taken") }
    defer { server.shutdown() }
    let uplink = try TestUplink()
    for _ in 0..<5 {
      let reply = await uplink.send(
        request(.post, "http://127.0.0.1:\(server.port)/x") { $0.body = .bytes(Self.body) })
      guard case .answer(let answer) = reply else {
        Issue.record("\(reply)")
        return
      }
      #expect(answer.status == status)
    }
  }
}
