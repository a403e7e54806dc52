import Glibc
import HTTPServer
import Linux
import Testing

/// A server on a free port of this machine.
final class TCPBench: Sendable {
  let server: TCPHTTPServer
  var port: UInt16 { server.port }

  init(
    address: String = "127.0.0.1", tls: TLSIdentity? = nil,
    limits: HTTPServerLimits = HTTPServerLimits(),
    handler: @escaping HTTPHandler = TCPBench.echo, admit: HTTPAdmissionPolicy? = nil
  ) throws {
    server = try TCPHTTPServer(
      TCPListener(address: address, port: 0), tls: tls, limits: limits, admit: admit,
      handler: handler)
  }

  deinit { server.shutdown() }

  func connect() throws -> RawConnection { try RawConnection(port: port) }

  /// Sends bytes on a connection of its own and takes all that comes until the server closes.
  func exchange(_ text: String) throws -> String {
    let raw = try connect()
    defer { raw.close() }
    raw.send(Array(text.utf8))
    return raw.readToEnd()
  }

  /// Method, path and body.
  static let echo: HTTPHandler = { request in
    let body = String(decoding: request.body, as: UTF8.self)
    return HTTPResponse(status: 200, text: "\(request.method) \(request.path) \(body)")
  }
}

extension RawConnection {
  /// To a port of 127.0.0.1.
  init(port: UInt16) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw SystemError.current("connect", "port \(port)") }
    self.init(descriptor: descriptor)
  }

  /// One answer with a Content-Length, head and body; what there was when the server closed.
  func readAnswer() -> String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard recv(descriptor, &byte, 1, 0) == 1 else {
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes.append(byte)
    }
    let head = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let length = head.first { $0.hasPrefix("Content-Length: ") }?.dropFirst(16)
    for _ in 0..<(length.flatMap { Int($0) } ?? 0) where recv(descriptor, &byte, 1, 0) == 1 {
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What stands behind the head of an answer.
func body(of answer: String) -> String {
  let bytes = Array(answer.utf8)
  let end = Array("\r\n\r\n".utf8)
  for start in bytes.indices where bytes[start...].starts(with: end) {
    return String(decoding: bytes[(start + 4)...], as: UTF8.self)
  }
  return ""
}
