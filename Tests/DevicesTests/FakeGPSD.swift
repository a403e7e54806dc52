import Glibc
import Linux
import Synchronization

/// A server on loopback that plays gpsd: each connection runs a script on a thread of its own.
final class FakeGPSD: Sendable {
  /// One accepted connection.
  struct Client: Sendable {
    let descriptor: Int32

    /// Sends everything; false when the other end is gone.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
      let bytes = Array(bytes)
      var sent = 0
      while sent < bytes.count {
        let count = bytes.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        sent += count
      }
      return true
    }

    @discardableResult
    func send(line: String) -> Bool { send(Array((line + "\r\n").utf8)) }

    /// Reads the request that opens a connection.
    func request() -> String {
      var buffer = [UInt8](repeating: 0, count: 512)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    /// Blocks until the other end closes.
    func waitForClose() {
      var buffer = [UInt8](repeating: 0, count: 512)
      while recv(descriptor, &buffer, buffer.count, 0) > 0 {}
    }
  }

  let port: Int
  private let listener: Int32

  /// Listens on a free port, or on `port`; `script` gets the number of the connection, from 0.
  init(port: Int = 0, _ script: @escaping @Sendable (Client, Int) -> Void) throws {
    let (listener, port) = try Loopback.listen(port: port)
    self.listener = listener
    self.port = port
    try Threads.spawn(name: "fake-gpsd") {
      var number = 0
      while true {
        let accepted = accept(listener, nil, nil)
        if accepted < 0 { break }
        let connection = number
        number += 1
        try? Threads.spawn(name: "fake-client") {
          script(Client(descriptor: accepted), connection)
          close(accepted)
        }
      }
      close(listener)
    }
  }

  // Ends the accept; the thread closes the socket.
  deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}

/// Sockets on 127.0.0.1.
enum Loopback {
  static func listen(port: Int) throws -> (descriptor: Int32, port: Int) {
    let descriptor = try systemCall("socket", "loopback") {
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        try systemCall("bind", "port \(port)") { bind(descriptor, raw, size) }
        try systemCall("listen", "port \(port)") { Glibc.listen(descriptor, 8) }
        try systemCall("getsockname", "port \(port)") { getsockname(descriptor, raw, &size) }
      }
    }
    return (descriptor, Int(in_port_t(bigEndian: address.sin_port)))
  }

  /// A port that nobody listens on at this moment.
  static func freePort() throws -> Int {
    let (descriptor, port) = try listen(port: 0)
    close(descriptor)
    return port
  }
}
