import Glibc
import Linux
import Synchronization

/// A TCP server on loopback that does to each connection what the script says, byte for byte, on a
/// thread of its own.
final class ScriptedServer: Sendable {
  let port: UInt16
  /// What the scripts report, in their order.
  let events: AsyncStream<String>
  private let listener: Int32

  /// `script` gets each connection with its number, from 0; the connection is closed after it.
  init(_ script: @escaping @Sendable (ServerConnection, Int) -> Void) throws {
    listener = try Self.listen(backlog: 64)
    port = try Self.port(of: listener)
    let (events, feed) = AsyncStream<String>.makeStream()
    self.events = events
    let listener = listener
    try Threads.spawn(name: "test-server") {
      var count = 0
      while true {
        let accepted = accept(listener, nil, nil)
        guard accepted >= 0 else { break }
        let connection = ServerConnection(descriptor: accepted, feed: feed)
        let number = count
        count += 1
        try? Threads.spawn(name: "test-connection") {
          script(connection, number)
          Self.end(accepted)
        }
      }
      close(listener)
    }
  }

  /// Closes a connection. A program that another test has started meanwhile may hold the descriptor
  /// too, so it is shut down first, unless the script wants a reset.
  private static func end(_ connection: Int32) {
    var option = linger()
    var size = socklen_t(MemoryLayout<linger>.size)
    getsockopt(connection, SOL_SOCKET, SO_LINGER, &option, &size)
    if option.l_onoff == 0 { shutdown(connection, Int32(SHUT_RDWR)) }
    close(connection)
  }

  /// Answers every request of every connection alike.
  convenience init(answer: String) throws {
    try self.init { connection, _ in
      while connection.readRequest() != nil { connection.write(answer) }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  var url: String { "http://127.0.0.1:\(port)" }

  /// A socket that accepts nobody: its queue is full, so a connection stays half open.
  static func deaf() throws -> (port: UInt16, descriptors: [Int32]) {
    let listener = try listen(backlog: 0)
    let port = try port(of: listener)
    var descriptors = [listener]
    for _ in 0..<2 {
      let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK, 0)
      var address = loopback(port)
      _ = withAddress(&address) { connect(client, $0, $1) }
      descriptors.append(client)
    }
    return (port, descriptors)
  }

  static func listen(backlog: Int32) throws -> Int32 {
    let listener = try systemCall("socket", "test") {
      socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }
    var address = loopback(0)
    try systemCall("bind", "test") { withAddress(&address) { bind(listener, $0, $1) } }
    try systemCall("listen", "test") { Glibc.listen(listener, backlog) }
    return listener
  }

  static func port(of listener: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    try systemCall("getsockname", "test") {
      withAddress(&address) { pointer, _ in getsockname(listener, .init(mutating: pointer), &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private static func withAddress(
    _ address: inout sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}

/// The server's end of one connection; its calls block.
struct ServerConnection: Sendable {
  let descriptor: Int32
  fileprivate let feed: AsyncStream<String>.Continuation

  func report(_ event: String) { feed.yield(event) }

  /// The header lines up to the empty one; nil at the end of the connection.
  func readHead() -> String? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard read(descriptor, &byte, 1) == 1 else { return nil }
      head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Head and the body of the announced length.
  func readRequest() -> (head: String, body: [UInt8])? {
    guard let head = readHead() else { return nil }
    let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    return (head, readBytes(length.flatMap { Int($0.dropFirst(16)) } ?? 0))
  }

  func readBytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < count {
      let got = read(descriptor, &buffer, min(buffer.count, count - bytes.count))
      guard got > 0 else { break }
      bytes += buffer[..<got]
    }
    return bytes
  }

  /// Writes the whole text; false when the client is gone.
  @discardableResult
  func write(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
    }
    return true
  }

  /// One segment a byte.
  func drip(_ text: String) {
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(4))
    for character in text.unicodeScalars { write(String(character)) }
  }

  /// Reads until the client hangs up; the bytes that still came.
  @discardableResult
  func waitForHangUp() -> Int { readBytes(.max).count }

  /// Makes the close a reset.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}

/// This process's TCP sockets as the kernel lists them (proc(5), `/proc/net/tcp`).
enum ClientSockets {
  /// The state numbers of the sockets that have `port` as their other end and an owner.
  static func states(to port: UInt16) throws -> [Int] {
    let table = String(
      decoding: try Files.read("/proc/self/net/tcp", limit: 8 << 20), as: UTF8.self)
    let digits = String(port, radix: 16, uppercase: true)
    let suffix = ":" + String(repeating: "0", count: 4 - digits.count) + digits
    return table.split(separator: "\n").dropFirst().compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 9, words[2].hasSuffix(suffix), words[9] != "0" else { return nil }
      return Int(words[3], radix: 16)
    }
  }

  static let synSent = 2
}
