import Linux

/// What goes wrong with one request on its way to a server, or with the answer on its way back.
enum WireFault: Sendable {
  /// The whole request has come; it is reset before the server sees any of it.
  case resetBefore
  /// The server has answered; the connection is reset before the client sees any of it.
  case resetAfter
  /// Half of the answer comes, then nothing more.
  case halfAnswer
  /// The answer waits until the gate is opened.
  case hold(ThreadGate)
  /// The server gets the request twice; the second answer comes back.
  case twice
  /// So many tenths of the body reach the server, then both connections are reset.
  case truncated(tenths: Int = 5)
  /// The first byte of the body is another one.
  case corruptBody
  /// The first byte of the answer's body is another one.
  case corruptAnswer
  /// The body reaches the server byte by byte.
  case drip
  /// The server is not asked: these bytes come, then nothing more.
  case raw(String)
  /// The server is not asked: the answer is this one. Headers are whole lines.
  case answer(Int, headers: [String] = [], body: String = "")
}

/// Where a request is between client and server.
enum WireStage: CaseIterable, Sendable {
  /// The server has not seen it.
  case arrived
  /// The server has all of it, and is at work.
  case forwarded
  /// The server has answered, the client has seen nothing.
  case answered
  /// Half of the answer is sent.
  case halfway
}

/// A request that came through, for tests to look at.
struct WireRequest: Sendable {
  /// `POST /api/sync`.
  var line: String
  var bodyBytes: Int
  var arrivedAt: ContinuousClock.Instant
  /// What the client was answered; nil before that, and where it got none or half of one.
  var status: Int?
}

/// One side of a connection, read message by message.
struct Wire: ~Copyable {
  private let socket: Descriptor
  private var pending: [UInt8] = []

  /// A request or an answer as it came.
  struct Message {
    var head: [UInt8]
    var body: [UInt8]

    var lines: [Substring] {
      String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    }

    /// A header's value; names in lower case.
    func header(_ name: String) -> Substring? {
      lines.first { $0.lowercased().hasPrefix("\(name):") }
        .map { $0.drop { $0 != ":" }.dropFirst().drop { $0 == " " } }
    }

    var bytes: [UInt8] { head + body }

    /// `POST /api/sync`.
    var line: String { lines[0].split(separator: " ").prefix(2).joined(separator: " ") }

    /// With a `Retry-After` of a second, if wanted and there is one.
    func hastened(_ isWanted: Bool) -> Message {
      guard isWanted, header("retry-after") != nil else { return self }
      let others = lines.filter { !$0.lowercased().hasPrefix("retry-after:") }
      let head = (others + ["Retry-After: 1"]).joined(separator: "\r\n") + "\r\n\r\n"
      return Message(head: Array(head.utf8), body: body)
    }
  }

  init(owning socket: consuming Descriptor) { self.socket = socket }

  /// The next request; nil when the client has gone.
  mutating func request() throws -> Message? {
    guard var message = try head() else { return nil }
    if message.header("expect") != nil {
      try Loopback.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: socket.rawValue)
    }
    let length = message.header("content-length").flatMap { Int($0) } ?? 0
    while pending.count < length {
      let block = try socket.readBlock()
      if block.isEmpty { return nil }
      pending += block
    }
    message.body = Array(pending[..<length])
    pending.removeFirst(length)
    return message
  }

  /// The answer of a server that closes behind it; nil where it gave none.
  mutating func answer() throws -> Message? {
    guard var message = try head() else { return nil }
    while case let block = try socket.readBlock(), !block.isEmpty { pending += block }
    message.body = pending
    return message
  }

  private mutating func head() throws -> Message? {
    let separator = Array("\r\n\r\n".utf8)
    while true {
      if let end = pending.indices.first(where: { pending[$0...].starts(with: separator) }) {
        let head = Array(pending[..<(end + 4)])
        pending.removeFirst(end + 4)
        return Message(head: head, body: [])
      }
      let block = try socket.readBlock()
      if block.isEmpty { return nil }
      pending += block
    }
  }

  func send(_ bytes: some Collection<UInt8>) throws {
    try Loopback.send(bytes, to: socket.rawValue)
  }

  /// Makes the close that follows a reset.
  func beReset() { Loopback.resetOnClose(socket.rawValue) }
}
