package import HTTPServer
import Synchronization

/// A server of tiles on loopback, which answers as its script says and tells what it was asked.
package final class StubElevations: Sendable {
  private let heard = Heard()
  private let server: TCPHTTPServer
  /// Scheme, host and port.
  package let url: String

  /// `answer` gets each request with its number, from 0.
  package init(_ answer: @escaping @Sendable (HTTPRequest, Int) -> HTTPResponse) throws {
    let heard = heard
    server = try TCPHTTPServer(
      TCPListener(address: "127.0.0.1", port: 0), limits: HTTPServerLimits()
    ) { request in
      answer(request, heard.note(request))
    }
    url = "http://127.0.0.1:\(server.port)"
  }

  /// The requests so far.
  package var requests: [HTTPRequest] { heard.all }
  /// Their paths.
  package var paths: [String] { requests.map(\.path) }

  private final class Heard: Sendable {
    private let list = Mutex<[HTTPRequest]>([])
    var all: [HTTPRequest] { list.withLock { $0 } }
    func note(_ request: HTTPRequest) -> Int {
      list.withLock { list in
        list.append(request)
        return list.count - 1
      }
    }
  }
}

extension HTTPResponse {
  /// 302 to another address.
  package static func found(_ location: String) -> HTTPResponse {
    HTTPResponse(status: 302, text: "", headers: [("Location", location)])
  }

  /// 200 with an archive.
  package static func zip(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(contentType: "application/zip", body: .bytes(bytes))
  }
}
