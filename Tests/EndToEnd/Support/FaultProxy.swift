import Glibc
import Linux
import Synchronization

/// A way between box and receiver on which happens what a test has written down.
///
/// Every connection has a thread; each request is passed on over a connection of its own, to the
/// servers in turn.
final class FaultProxy: Sendable {
  let port: UInt16
  private let state = Mutex(State())

  private struct State {
    var servers: [UInt16] = []
    var nextServer = 0
    var script: [(prefix: String, fault: WireFault)] = []
    var requests: [WireRequest] = []
    var listener: Int32 = -1
    var trap: Trap?
    var isHasty = false
  }

  /// Something to do once a request is at a stage.
  private struct Trap {
    var stage: WireStage
    var spring: @Sendable () -> Void
  }

  init() throws {
    let listener = try Loopback.listen()
    port = try Loopback.port(of: listener)
    accept(on: listener.release())
  }

  deinit { refuse() }

  /// The servers that requests go to, in turn.
  func serve(_ servers: [UInt16]) { state.withLock { $0.servers = servers } }

  // MARK: What goes wrong

  /// Adds faults for the next requests that begin with a text, one each.
  func script(_ faults: [WireFault], for prefix: String = "POST /api/sync") {
    state.withLock { $0.script += faults.map { (prefix, $0) } }
  }

  /// Forgets what has not happened.
  func clear() { state.withLock { $0.script = [] } }

  /// Faults that have not happened yet.
  var remaining: Int { state.withLock { $0.script.count } }

  /// Takes no more connections: they are refused.
  func refuse() {
    let listener = state.withLock { state in
      defer { state.listener = -1 }
      return state.listener
    }
    // Wakes the thread, which closes it.
    if listener >= 0 { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  /// Takes connections again, on the same port.
  func admit() throws { accept(on: try Loopback.listen(on: port).release()) }

  /// Does something, once, when a batch or a file is at a stage.
  func trap(_ stage: WireStage, _ spring: @escaping @Sendable () -> Void) {
    state.withLock { $0.trap = Trap(stage: stage, spring: spring) }
  }

  /// Whether a trap has not sprung yet.
  var isArmed: Bool { state.withLock { $0.trap != nil } }

  /// Takes the trap away.
  func disarm() { state.withLock { $0.trap = nil } }

  /// Whether a server's `Retry-After` becomes a second, so that a test need not wait for it.
  var isHasty: Bool {
    get { state.withLock { $0.isHasty } }
    set { state.withLock { $0.isHasty = newValue } }
  }

  // MARK: What came through

  /// Requests that begin with a text, in their order.
  func requests(_ prefix: String = "POST /api/sync") -> [WireRequest] {
    state.withLock { $0.requests.filter { $0.line.hasPrefix(prefix) } }
  }

  // MARK: Connections

  private func accept(on listener: Int32) {
    state.withLock { $0.listener = listener }
    try? Threads.spawn(name: "proxy") { [weak self] in
      while case let client = Glibc.accept(listener, nil, nil), client >= 0 {
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        let descriptor = client
        try? Threads.spawn(name: "proxy-client") { [weak self] in
          var wire = Wire(owning: Descriptor(owning: descriptor))
          while (try? self?.pass(&wire)) == true {}
        }
      }
      close(listener)
    }
  }

  /// Passes one request; whether the connection may go on.
  private func pass(_ client: inout Wire) throws -> Bool {
    guard let request = try client.request() else { return false }
    let line = request.line
    let (fault, number) = note(line, request.body.count)
    if case .answer(let status, let headers, let body) = fault {
      let lines = headers.map { "\($0)\r\n" }.joined()
      try client.send(
        Array(
          "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\(lines)\r\n\(body)".utf8))
      state.withLock { $0.requests[number].status = status }
      return true
    }
    if case .raw(let text) = fault {
      try client.send(text.utf8)
      return false
    }
    if case .resetBefore = fault {
      client.beReset()
      return false
    }
    spring(.arrived, line)
    guard let answer = try? self.answer(to: request, fault)?.hastened(isHasty) else {
      client.beReset()
      return false
    }
    spring(.answered, line)
    return try deliver(answer, to: &client, fault, line, number)
  }

  private func note(_ line: String, _ bytes: Int) -> (WireFault?, Int) {
    state.withLock { state in
      state.requests.append(
        WireRequest(line: line, bodyBytes: bytes, arrivedAt: ContinuousClock.now))
      let place = state.script.firstIndex { line.hasPrefix($0.prefix) }
      return (place.map { state.script.remove(at: $0).fault }, state.requests.count - 1)
    }
  }

  private func spring(_ stage: WireStage, _ line: String) {
    let trap = state.withLock { state -> Trap? in
      let isUpload = line.hasPrefix("POST /api/sync") || line.hasPrefix("PUT ")
      guard isUpload, state.trap?.stage == stage else { return nil }
      defer { state.trap = nil }
      return state.trap
    }
    trap?.spring()
  }

  /// What a server says; nil where it has gone, or is not to see the whole.
  private func answer(to request: Wire.Message, _ fault: WireFault?) throws -> Wire.Message? {
    var request = request
    if case .corruptBody = fault, !request.body.isEmpty { request.body[0] ^= 0x20 }
    if case .twice = fault { _ = try ask(request, fault) }
    return try ask(request, fault)
  }

  private func ask(_ request: Wire.Message, _ fault: WireFault?) throws -> Wire.Message? {
    let server = state.withLock { state in
      defer { state.nextServer += 1 }
      return state.servers[state.nextServer % state.servers.count]
    }
    var wire = Wire(owning: try Loopback.connect(to: server))
    let lines = request.lines.filter { line in
      !["connection:", "expect:"].contains { line.lowercased().hasPrefix($0) }
    }
    let head = lines.joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n"
    try wire.send(Array(head.utf8))
    switch fault {
    case .truncated(let tenths):
      try wire.send(request.body.prefix(request.body.count * tenths / 10))
      wire.beReset()
      return nil
    case .drip: for byte in request.body { try wire.send(CollectionOfOne(byte)) }
    default: try wire.send(request.body)
    }
    spring(.forwarded, request.line)
    return try wire.answer()
  }

  private func deliver(
    _ answer: Wire.Message, to client: inout Wire, _ fault: WireFault?, _ line: String,
    _ number: Int
  ) throws -> Bool {
    var answer = answer
    switch fault {
    case .resetAfter:
      client.beReset()
      return false
    case .halfAnswer:
      try client.send(answer.head + answer.body.prefix(answer.body.count / 2))
      return false
    case .hold(let gate): gate.wait()
    case .corruptAnswer: if !answer.body.isEmpty { answer.body[0] ^= 0x20 }
    default: break
    }
    let half = answer.bytes.count / 2
    try client.send(answer.bytes[..<half])
    spring(.halfway, line)
    try client.send(answer.bytes[half...])
    let status = answer.lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) }
    state.withLock { $0.requests[number].status = status }
    return false
  }
}
