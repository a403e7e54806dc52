import CMicroHTTPD
import Glibc
import Linux

/// A listening TCP socket, of our own making or systemd's.
package struct TCPListener: ~Copyable {
  /// Numeric.
  package let address: String
  package let port: UInt16
  private let descriptor: Descriptor

  /// Binds a numeric address of IPv4 or IPv6 and listens; port 0 is any free one, `::` is both
  /// kinds on every interface.
  package init(address: String, port: UInt16) throws(HTTPServerError) {
    let subject = Self.text(address, port)
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = barograph_socket_stream
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, String(port), &hints, &found) == 0, let found else {
      throw HTTPServerError(
        operation: "listen on", path: subject, cause: "this is no address",
        hint: "give an address of this machine in numbers, 127.0.0.1 or [::1]")
    }
    defer { freeaddrinfo(found) }
    let kind = barograph_socket_stream | barograph_socket_cloexec | barograph_socket_nonblock
    let number = socket(found.pointee.ai_family, kind, 0)
    guard number >= 0 else {
      throw .current("listen on", subject, hint: "see whether this machine has that protocol")
    }
    let owned = Descriptor(owning: number)
    var yes: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(number, found.pointee.ai_addr, found.pointee.ai_addrlen) == 0,
      listen(number, 128) == 0
    else { throw .current("listen on", subject, hint: Self.hint(errno)) }
    try self.init(owned)
  }

  /// Takes over a socket that listens already; nothing may use it besides.
  package init(adopting number: Int32) throws(HTTPServerError) {
    let owned = Descriptor(owning: number)
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    try self.init(owned)
  }

  private init(_ owned: consuming Descriptor) throws(HTTPServerError) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let number = owned.rawValue
    let name = withUnsafeMutablePointer(to: &storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(number, $0, &length) == 0 ? NumericAddress($0) : nil
      }
    }
    guard let name else {
      throw HTTPServerError(
        operation: "listen on", path: "descriptor \(number)", cause: "this is no TCP socket",
        hint: "give the socket unit one ListenStream= with a port")
    }
    address = name.text
    port = name.port
    descriptor = owned
  }

  /// Gives the descriptor away; the caller closes it.
  consuming func release() -> Int32 { descriptor.release() }

  /// `127.0.0.1:8080`, `[::1]:8080`.
  static func text(_ address: String, _ port: UInt16) -> String {
    address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
  }

  private static func hint(_ code: Int32) -> String {
    switch code {
    case EADDRINUSE: "stop the program that has this port, or choose another"
    case EADDRNOTAVAIL: "choose an address that this machine has (ip address)"
    case EACCES: "ports below 1024 need a socket unit of systemd or CAP_NET_BIND_SERVICE"
    default: "choose another address or port"
    }
  }
}

/// An address of IPv4 or IPv6 in numbers (inet_ntop(3)).
struct NumericAddress {
  let text: String
  let port: UInt16

  /// Nil for addresses of other kinds.
  init?(_ address: UnsafePointer<sockaddr>) {
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      var value = raw.loadUnaligned(as: sockaddr_in.self)
      inet_ntop(AF_INET, &value.sin_addr, &buffer, socklen_t(buffer.count))
      port = UInt16(bigEndian: value.sin_port)
    case AF_INET6:
      var value = raw.loadUnaligned(as: sockaddr_in6.self)
      inet_ntop(AF_INET6, &value.sin6_addr, &buffer, socklen_t(buffer.count))
      port = UInt16(bigEndian: value.sin6_port)
    default: return nil
    }
    let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    let whole = String(decoding: bytes, as: UTF8.self)
    // IPv4 on a socket of both kinds.
    text = whole.hasPrefix("::ffff:") && whole.contains(".") ? String(whole.dropFirst(7)) : whole
  }
}
