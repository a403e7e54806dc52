import Glibc
import Linux

/// One connection being made without waiting (connect(2)). Of the loop's thread alone.
final class ConnectAttempt {
  private let address: SocketAddress
  private let loop: EventLoop
  private let done: (Result<Int32, SystemError>) -> Void
  private var watch: EventLoop.Watch?
  private var socket: Int32?

  /// `done` gets a connected descriptor that it owns; never called after `cancel`.
  init(
    _ address: SocketAddress, loop: EventLoop,
    done: @escaping (Result<Int32, SystemError>) -> Void
  ) {
    self.address = address
    self.loop = loop
    self.done = done
  }

  func start() {
    do throws(SystemError) {
      let socket = try address.beginConnecting()
      self.socket = socket
      watch = try loop.watch(socket, for: .writable) { [self] _ in finish(socket) }
    } catch {
      cancel()
      done(.failure(error))
    }
  }

  func cancel() {
    if let watch { loop.cancel(watch) }
    watch = nil
    if let socket { close(socket) }
    socket = nil
  }

  private func finish(_ socket: Int32) {
    if let watch { loop.cancel(watch) }
    watch = nil
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else {
      cancel()
      return done(
        .failure(SystemError(operation: "connect", subject: address.description, code: code)))
    }
    self.socket = nil
    done(.success(socket))
  }
}

/// An address that a socket connects to (getaddrinfo(3)).
struct SocketAddress: Sendable, CustomStringConvertible {
  /// `host:port` as it was asked for.
  let description: String
  private let family: Int32
  private let bytes: [UInt8]

  /// Addresses of a host, at most eight; asks name servers, and waits for them.
  static func resolve(_ host: String, _ port: UInt16) -> Result<[SocketAddress], ResolveError> {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &list)
    guard code == 0 else { return .failure(ResolveError(host: host, code: code)) }
    defer { freeaddrinfo(list) }
    let entries = sequence(first: list) { $0?.pointee.ai_next }.lazy.prefix(8).compactMap { $0 }
    return .success(entries.map { SocketAddress($0.pointee, "\(host):\(port)") })
  }

  private init(_ entry: addrinfo, _ description: String) {
    self.description = description
    family = entry.ai_family
    bytes =
      entry.ai_addr.map {
        Array(UnsafeRawBufferPointer(start: $0, count: Int(entry.ai_addrlen)))
      } ?? []
  }

  /// A socket that is becoming connected, non-blocking, and notices a peer that has gone.
  func beginConnecting() throws(SystemError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let socket = try systemCall("socket", description) { Glibc.socket(family, kind, 0) }
    Self.keepAlive(socket)
    let result = bytes.withUnsafeBytes {
      connect(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
    }
    guard result == 0 || errno == EINPROGRESS else {
      let error = SystemError.current("connect", description)
      close(socket)
      throw error
    }
    return socket
  }

  /// A peer out of range is noticed after half a minute (tcp(7)).
  private static func keepAlive(_ socket: Int32) {
    set(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
    let options = [(TCP_NODELAY, 1), (TCP_KEEPIDLE, 10), (TCP_KEEPINTVL, 5), (TCP_KEEPCNT, 4)]
    for (option, value) in options { set(socket, Int32(IPPROTO_TCP), option, Int32(value)) }
  }

  private static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// A host that has no address now (getaddrinfo(3)).
struct ResolveError: Error, CustomStringConvertible {
  let host: String
  let code: Int32

  var description: String {
    "\(host): \(String(cString: gai_strerror(code))) (is the network that it is on connected?)"
  }
}
