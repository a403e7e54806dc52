import Compression
import Glibc
import Linux
import Synchronization

/// A relay before a server on this machine, which keeps all that clients send through it.
final class RecordingRelay: Sendable {
  let port: UInt16
  private let server: UInt16
  private let streams = Mutex<[[UInt8]]>([])

  var url: String { "http://127.0.0.1:\(port)" }

  init(to server: UInt16) throws {
    self.server = server
    let listener = try Loopback.listen()
    port = try Loopback.port(of: listener)
    let number = listener.release()
    try Threads.spawn(name: "relay") { [weak self] in
      while Loopback.isReadable(number, within: 100) || self != nil {
        guard Loopback.isReadable(number, within: 0) else { continue }
        let client = accept(number, nil, nil)
        if client >= 0 { self?.take(client) }
      }
      close(number)
    }
  }

  private func take(_ client: Int32) {
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    guard let server = try? Loopback.connect(to: server).release() else {
      close(client)
      return
    }
    let place = streams.withLock { streams in
      streams.append([])
      return streams.count - 1
    }
    try? Threads.spawn(name: "relay-up") { [weak self] in
      Self.copy(from: client, to: server) { bytes in
        self?.streams.withLock { $0[place] += bytes }
      }
    }
    try? Threads.spawn(name: "relay-down") {
      Self.copy(from: server, to: client) { _ in }
      close(server)
      close(client)
    }
  }

  /// Copies until either end is done.
  private static func copy(from source: Int32, to target: Int32, _ note: ([UInt8]) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(source, &buffer, buffer.count), count > 0 {
      note(Array(buffer.prefix(count)))
      guard send(target, buffer, count, Int32(MSG_NOSIGNAL)) == count else { break }
    }
    shutdown(target, Int32(SHUT_WR))
  }

  /// Everything that was sent: heads as they were, bodies unpacked.
  var sent: [UInt8] { streams.withLock { $0 }.flatMap(Self.unpacked) }

  private static func unpacked(_ stream: [UInt8]) -> [UInt8] {
    var (rest, found) = (stream[...], [UInt8]())
    let separator = Array("\r\n\r\n".utf8)
    while let end = rest.indices.first(where: { rest[$0...].starts(with: separator) }) {
      let head = String(decoding: rest[..<end], as: UTF8.self).lowercased()
      let length =
        head.split(separator: "\r\n").lazy
        .filter { $0.hasPrefix("content-length:") }
        .compactMap { Int($0.drop { !$0.isNumber }) }.first ?? 0
      let body = Array(rest.dropFirst(end + 4 - rest.startIndex).prefix(length))
      found += rest[..<(end + 4)]
      found += (try? Gzip.decompress(body, limit: 128 << 20)) ?? body
      rest = rest.dropFirst(end + 4 - rest.startIndex + body.count)
    }
    return found + rest
  }
}
