import CMicroHTTPD
import Glibc

// The functions that libmicrohttpd calls, on the thread of the connection. They belong to no actor.

/// A request while it arrives.
final class Arrival {
  var request: HTTPRequest
  /// The answer that was decided on the head of a request without a body.
  var refusal: HTTPResponse?
  /// Set when the request was answered after its head, with its body unread.
  var isUnread = false
  /// Bytes that the body may have.
  var bodyBytes = 0
  /// What the body may occupy.
  var share: BufferBudget.Share?
  private let core: ServerCore

  init(_ request: HTTPRequest, core: ServerCore) {
    self.request = request
    self.core = core
    core.requests.add(1)
  }

  deinit { core.requests.add(-1) }
}

/// MHD_NotifyConnectionCallback: a connection began or is about to be closed.
func connectionCallback(
  owner: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  event: MHD_ConnectionNotificationCode
) {
  guard let owner, let connection else { return }
  let core = Unmanaged<ServerCore>.fromOpaque(owner).takeUnretainedValue()
  core.connections.add(event == .CONNECTION_NOTIFY_STARTED ? 1 : -1)
  let descriptor = barograph_http_descriptor(connection)
  guard descriptor >= 0 else { return }
  if event == .CONNECTION_NOTIFY_STARTED {
    core.deadlines.set(descriptor, seconds: core.limits.requestSeconds)
  } else {
    core.deadlines.remove(descriptor)
  }
}

/// MHD_RequestCompletedCallback: an answer was sent or given up.
func completedCallback(
  owner: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, reason: MHD_RequestTerminationCode
) {
  guard let known = state?.pointee else { return }
  state?.pointee = nil
  let arrival = Unmanaged<Arrival>.fromOpaque(known).takeRetainedValue()
  guard reason == .REQUEST_TERMINATED_COMPLETED_OK, let owner, let connection else { return }
  let core = Unmanaged<ServerCore>.fromOpaque(owner).takeUnretainedValue()
  let descriptor = barograph_http_descriptor(connection)
  guard descriptor >= 0 else { return }
  if arrival.isUnread {
    core.deadlines.set(descriptor, seconds: core.limits.lingerSeconds)
    drain(descriptor)
  } else {
    core.deadlines.set(descriptor, seconds: core.limits.idleSeconds)
  }
}

/// MHD_AccessHandlerCallback: called with the headers, then with each part of the body, then once
/// more at the end.
func accessCallback(
  owner: UnsafeMutableRawPointer?, connection: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, part: UnsafePointer<CChar>?,
  partSize: UnsafeMutablePointer<Int>?, state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let owner, let connection, let url, let method, let partSize, let state else { return .NO }
  let core = Unmanaged<ServerCore>.fromOpaque(owner).takeUnretainedValue()
  guard let known = state.pointee else {
    guard let peer = peer(of: connection) else { return .NO }
    let request = HTTPRequest(
      method: String(cString: method), path: String(cString: url), peer: peer)
    let arrival = Arrival(request, core: core)
    state.pointee = Unmanaged.passRetained(arrival).toOpaque()
    return begin(arrival, core: core, connection: connection)
  }
  let arrival = Unmanaged<Arrival>.fromOpaque(known).takeUnretainedValue()
  if partSize.pointee > 0 {
    // Content-Length was bounded before, so this only guards against a library's change of mind.
    guard !arrival.isUnread, arrival.request.body.count + partSize.pointee <= arrival.bodyBytes
    else { return .NO }
    arrival.request.body.append(
      contentsOf: UnsafeRawBufferPointer(start: part, count: partSize.pointee))
    partSize.pointee = 0
    return .YES
  }
  return answer(arrival, core: core, connection: connection)
}

/// The head is here: what is refused with a body behind it is answered at once and the body stays
/// unread; without one it is answered in its turn, which keeps the connection.
private func begin(
  _ arrival: Arrival, core: ServerCore, connection: OpaquePointer
) -> MHD_Result {
  let head = RequestHead(connection, limits: core.limits)
  arrival.request.query = head.query
  arrival.request.headers = head.headers
  switch head.judged(arrival.request, core: core) {
  case .refuse(let response):
    guard head.hasBody else {
      arrival.refusal = response
      return .YES
    }
    arrival.isUnread = true
    return send(response, core: core, on: connection)
  case .allow(let bytes):
    guard bytes > 0 else { return .YES }
    guard let share = core.budget.reserve(bytes) else {
      arrival.isUnread = true
      return send(.busy, core: core, on: connection)
    }
    arrival.share = share
    arrival.bodyBytes = bytes
    // Otherwise the array would grow by doubling, to more than its share.
    arrival.request.body.reserveCapacity(bytes)
    core.deadlines.set(
      barograph_http_descriptor(connection), seconds: core.limits.seconds(forBody: bytes))
    return .YES
  }
}

/// The whole request is here: the handler's turn.
private func answer(
  _ arrival: Arrival, core: ServerCore, connection: OpaquePointer
) -> MHD_Result {
  if let refusal = arrival.refusal { return send(refusal, core: core, on: connection) }
  core.deadlines.set(
    barograph_http_descriptor(connection), seconds: core.limits.answerSeconds)
  return send(core.handler(arrival.request), core: core, on: connection)
}

/// Reads and forgets what a client that was refused still sends, until it hangs up or its deadline
/// shuts the descriptor: to close with bytes unread would make the kernel tear down the connection
/// before the client has seen its answer.
private func drain(_ descriptor: Int32) {
  var block = [UInt8](repeating: 0, count: 16 << 10)
  var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while true {
    let count = recv(descriptor, &block, block.count, 0)
    if count > 0 || (count < 0 && errno == EINTR) { continue }
    guard count < 0, errno == EAGAIN, poll(&entry, 1, -1) >= 0 || errno == EINTR else { return }
  }
}
