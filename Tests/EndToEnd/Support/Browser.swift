import ControlAPI
import Glibc
import HTTPClient
import JSON
import Linux
import TestSupport

/// What a browser asks the page's server, byte by byte, on connections of its own. Calls block.
struct Browser {
  let port: UInt16
  var host = "localhost"
  var token: String?

  /// An answer as it came; a streamed body has its lengths in between.
  struct Answer: CustomStringConvertible {
    let head: String
    let body: String

    var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }
    var description: String { "\(head)\n\(body.prefix(200))" }

    func json() throws -> JSONValue { try JSONValue.parse(Array(body.utf8)) }
  }

  func ask(_ method: String, _ target: String, _ more: String = "") throws -> Answer {
    let tab = try Tab(self, method, target, more)
    return try tab.whole()
  }

  func get(_ target: String) throws -> Answer { try ask("GET", target) }

  /// Opens the status' events.
  func watch() throws -> Tab { try Tab(self, "GET", "/v1/events", "") }

  /// A connection with a request on it.
  final class Tab {
    private let socket: Descriptor
    private var bytes: [UInt8] = []

    fileprivate init(
      _ browser: Browser, _ method: String, _ target: String, _ more: String
    ) throws {
      socket = try Loopback.connect(to: browser.port)
      let shown = browser.token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
      let head = "\(method) \(target) HTTP/1.1\r\nHost: \(browser.host)\r\nConnection: close\r\n"
      try Loopback.send("\(head)\(shown)\(more)\r\n".utf8, to: socket.rawValue)
    }

    /// The next event's document.
    func document() throws -> JSONValue {
      let line = try line { $0.hasPrefix("data: ") }
      return try JSONValue.parse(Array(line.dropFirst(6).utf8))
    }

    /// The next line that fits; ETIMEDOUT where none comes in a minute, ECONNRESET at the end.
    private func line(where fits: (String) -> Bool) throws -> String {
      while true {
        while let end = bytes.firstIndex(of: 0x0A) {
          let line = String(decoding: bytes[..<end], as: UTF8.self)
          bytes.removeFirst(end + 1)
          if fits(line) { return line }
        }
        guard try more() else {
          throw SystemError(operation: "read", subject: "events", code: ECONNRESET)
        }
      }
    }

    /// Takes what comes; false at the end.
    private func more() throws -> Bool {
      guard Loopback.isReadable(socket.rawValue, within: 60_000) else {
        throw SystemError(operation: "read", subject: "the page's server", code: ETIMEDOUT)
      }
      let block = try socket.readBlock()
      bytes += block
      return !block.isEmpty
    }

    /// Everything until the server closes.
    func whole() throws -> Answer {
      while try more() {}
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.firstRange(of: "\r\n\r\n") else { return Answer(head: text, body: "") }
      return Answer(head: String(text[..<end.lowerBound]), body: String(text[end.upperBound...]))
    }
  }
}

extension Box {
  /// Where the page of this box is, once it is served; the token too.
  func page() async throws -> Browser {
    let facts = try await eventually("page") {
      let facts = try PageFacts(json: JSONValue.parse(client.get(Endpoint.page.path).body))
      return facts.address == nil ? nil : facts
    }
    return Browser(port: UInt16(facts.port ?? 0), token: facts.token)
  }
}
