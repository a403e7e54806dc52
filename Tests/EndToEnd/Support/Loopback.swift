import Glibc
import Linux

/// TCP on this machine alone.
enum Loopback {
  /// A port that nothing listens on.
  static func freePort() throws -> UInt16 {
    let socket = try makeSocket()
    try bind(socket, port: 0)
    return try port(of: socket)
  }

  /// A connection to a port.
  static func connect(to port: UInt16) throws -> Descriptor {
    let socket = try makeSocket()
    try systemCall("connect", "port \(port)") {
      withAddress(port) { Glibc.connect(socket.rawValue, $0, $1) }
    }
    return socket
  }

  /// A socket that listens on a port, 0 for any free one.
  static func listen(on port: UInt16 = 0) throws -> Descriptor {
    let socket = try makeSocket()
    var yes: Int32 = 1
    setsockopt(socket.rawValue, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    try bind(socket, port: port)
    try systemCall("listen", "port \(port)") { Glibc.listen(socket.rawValue, 8) }
    return socket
  }

  /// The port that a socket is bound to.
  static func port(of socket: borrowing Descriptor) throws -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let number = socket.rawValue
    try systemCall("getsockname", "socket") {
      withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(number, $0, &length) }
      }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Sends everything; a peer that has gone is an error and no signal.
  static func send(_ bytes: some Collection<UInt8>, to socket: Int32) throws {
    let bytes = Array(bytes)
    var sent = 0
    while sent < bytes.count {
      sent += try systemCall("send", "a peer") {
        bytes[sent...].withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
      }
    }
  }

  /// Makes the close of a socket a reset.
  static func resetOnClose(_ socket: Int32) {
    var now = linger(l_onoff: 1, l_linger: 0)
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
  }

  /// Waits until a descriptor can be read (poll(2)).
  static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) > 0
  }

  /// Whether the other side has closed.
  static func hasHungUp(_ socket: Int32) -> Bool {
    // POLLRDHUP, which Swift does not import.
    var entry = pollfd(fd: socket, events: 0x2000, revents: 0)
    return poll(&entry, 1, 0) > 0
  }

  private static func makeSocket() throws -> Descriptor {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    return Descriptor(owning: try systemCall("socket", "TCP") { socket(AF_INET, kind, 0) })
  }

  private static func bind(_ socket: borrowing Descriptor, port: UInt16) throws {
    let number = socket.rawValue
    try systemCall("bind", "port \(port)") { withAddress(port) { Glibc.bind(number, $0, $1) } }
  }

  private static func withAddress<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
