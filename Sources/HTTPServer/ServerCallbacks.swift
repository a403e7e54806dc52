import CMicroHTTPD
import Glibc
import Synchronization

// The functions that libmicrohttpd calls, on the thread of the connection. They belong to no actor.

/// A request while it arrives.
private final class Arrival {
  var method: String
  var path: String
  var query: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// Set when the request is refused after its headers.
  var isRefused = false

  init(method: String, path: String) {
    self.method = method
    self.path = path
  }
}

/// A streamed answer while it is sent.
private final class Outflow {
  let core: ServerCore
  private let descriptor: Int32
  private let pull: () throws -> [UInt8]?
  private var pending: ArraySlice<UInt8> = []

  init(core: ServerCore, descriptor: Int32, pull: @escaping () throws -> [UInt8]?) {
    self.core = core
    self.descriptor = descriptor
    self.pull = pull
  }

  /// Fills a block; the count of bytes, or the C library's value for the end or a failure.
  func fill(_ block: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while pending.isEmpty {
      if core.isStopping.load(ordering: .relaxed) { return barograph_http_broken }
      core.deadlines.set(descriptor, seconds: core.limits.answerSeconds)
      do {
        guard let next = try pull() else { return barograph_http_end }
        pending = next[...]
      } catch {
        return barograph_http_broken
      }
    }
    core.deadlines.set(descriptor, seconds: core.limits.sendSeconds)
    let part = pending.prefix(block.count)
    _ = block.update(fromContentsOf: part)
    pending = pending.dropFirst(part.count)
    return part.count
  }
}

/// MHD_NotifyConnectionCallback: a connection began or is about to be closed.
func connectionCallback(
  owner: UnsafeMutableRawPointer?, connection: OpaquePointer?,
  context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  event: MHD_ConnectionNotificationCode
) {
  guard let owner, let connection else { return }
  let core = Unmanaged<ServerCore>.fromOpaque(owner).takeUnretainedValue()
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
  if let arrival = state?.pointee {
    Unmanaged<Arrival>.fromOpaque(arrival).release()
    state?.pointee = nil
  }
  guard reason == .REQUEST_TERMINATED_COMPLETED_OK, let owner, let connection else { return }
  let core = Unmanaged<ServerCore>.fromOpaque(owner).takeUnretainedValue()
  let descriptor = barograph_http_descriptor(connection)
  if descriptor >= 0 { core.deadlines.set(descriptor, seconds: core.limits.requestSeconds) }
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
    let arrival = Arrival(method: String(cString: method), path: String(cString: url))
    state.pointee = Unmanaged.passRetained(arrival).toOpaque()
    return begin(arrival, core: core, connection: connection)
  }
  let arrival = Unmanaged<Arrival>.fromOpaque(known).takeUnretainedValue()
  if partSize.pointee > 0 {
    // Content-Length was bounded before, so this only guards against a library's change of mind.
    guard !arrival.isRefused, arrival.body.count + partSize.pointee <= core.limits.bodyBytes else {
      return .NO
    }
    arrival.body.append(
      contentsOf: UnsafeRawBufferPointer(start: part, count: partSize.pointee))
    partSize.pointee = 0
    return .YES
  }
  return answer(arrival, core: core, connection: connection)
}

/// Judges the headers: a body that is too long or of unknown length is refused before it is read.
private func begin(
  _ arrival: Arrival, core: ServerCore, connection: OpaquePointer
) -> MHD_Result {
  if header("Transfer-Encoding", of: connection) != nil {
    arrival.isRefused = true
    return send(
      HTTPResponse(status: 411, text: "send a Content-Length\n"), core: core, on: connection)
  }
  if let length = header("Content-Length", of: connection) {
    guard let count = Int(length), count >= 0, count <= core.limits.bodyBytes else {
      arrival.isRefused = true
      let text = "a body has at most \(core.limits.bodyBytes) bytes\n"
      return send(HTTPResponse(status: 413, text: text), core: core, on: connection)
    }
  }
  let list = Unmanaged.passUnretained(arrival).toOpaque()
  MHD_get_connection_values(connection, .GET_ARGUMENT_KIND, argumentCallback, list)
  return .YES
}

/// MHD_KeyValueIterator over the query.
private func argumentCallback(
  list: UnsafeMutableRawPointer?, kind: MHD_ValueKind, name: UnsafePointer<CChar>?,
  value: UnsafePointer<CChar>?
) -> MHD_Result {
  guard let list, let name else { return .NO }
  let arrival = Unmanaged<Arrival>.fromOpaque(list).takeUnretainedValue()
  guard arrival.query.count < 64 else { return .NO }
  arrival.query.append((String(cString: name), value.map { String(cString: $0) } ?? ""))
  return .YES
}

/// The whole request is here: the handler's turn.
private func answer(
  _ arrival: Arrival, core: ServerCore, connection: OpaquePointer
) -> MHD_Result {
  let descriptor = barograph_http_descriptor(connection)
  guard let peer = peer(of: descriptor) else { return .NO }
  core.deadlines.set(descriptor, seconds: core.limits.answerSeconds)
  let request = HTTPRequest(
    method: arrival.method, path: arrival.path, query: arrival.query, body: arrival.body,
    peer: peer)
  let response = core.handler(request)
  core.deadlines.set(descriptor, seconds: core.limits.sendSeconds)
  return send(response, core: core, on: connection)
}

private func send(
  _ response: HTTPResponse, core: ServerCore, on connection: OpaquePointer
) -> MHD_Result {
  let message: OpaquePointer?
  switch response.body {
  case .bytes(var bytes):
    message = bytes.withUnsafeMutableBytes {
      MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
    }
  case .stream(let pull):
    let descriptor = barograph_http_descriptor(connection)
    let outflow = Unmanaged.passRetained(
      Outflow(core: core, descriptor: descriptor, pull: pull)
    ).toOpaque()
    message = barograph_http_stream(32 << 10, streamCallback, outflow, streamReleaseCallback)
    if message == nil { Unmanaged<Outflow>.fromOpaque(outflow).release() }
  }
  guard let message else { return .NO }
  defer { MHD_destroy_response(message) }
  MHD_add_response_header(message, "Content-Type", response.contentType)
  MHD_add_response_header(message, "Cache-Control", "no-store")
  MHD_add_response_header(message, "X-Content-Type-Options", "nosniff")
  for header in response.headers { MHD_add_response_header(message, header.name, header.value) }
  return MHD_queue_response(connection, UInt32(clamping: response.status), message)
}

/// MHD_ContentReaderCallback.
private func streamCallback(
  context: UnsafeMutableRawPointer?, position: UInt64, block: UnsafeMutablePointer<CChar>?,
  capacity: Int
) -> Int {
  guard let context, let block else { return barograph_http_broken }
  let outflow = Unmanaged<Outflow>.fromOpaque(context).takeUnretainedValue()
  return block.withMemoryRebound(to: UInt8.self, capacity: capacity) {
    outflow.fill(UnsafeMutableBufferPointer(start: $0, count: capacity))
  }
}

/// MHD_ContentReaderFreeCallback.
private func streamReleaseCallback(context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<Outflow>.fromOpaque(context).release() }
}

private func header(_ name: String, of connection: OpaquePointer) -> String? {
  MHD_lookup_connection_value(connection, .HEADER_KIND, name).map { String(cString: $0) }
}

/// SO_PEERCRED and SO_PEERGROUPS; nil when the kernel tells nothing.
private func peer(of descriptor: Int32) -> HTTPPeer? {
  var credentials = barograph_peer()
  guard descriptor >= 0, barograph_http_peer(descriptor, &credentials) == 0 else { return nil }
  var groups = [UInt32](repeating: 0, count: 256)
  let count = barograph_http_peer_groups(descriptor, &groups, Int32(groups.count))
  return HTTPPeer(
    processID: credentials.pid, userID: credentials.uid,
    groupIDs: [credentials.gid] + groups.prefix(Int(max(0, count))))
}
