import CMicroHTTPD
import Glibc
import Synchronization

/// An answer while it is pulled.
private final class Outflow {
  let core: ServerCore
  private let descriptor: Int32
  private let pull: () throws -> [UInt8]?
  /// What the bytes occupy of the server's budget.
  private let share: BufferBudget.Share?
  private var pending: ArraySlice<UInt8> = []

  init(
    core: ServerCore, descriptor: Int32, share: BufferBudget.Share? = nil,
    pull: @escaping () throws -> [UInt8]?
  ) {
    self.core = core
    self.descriptor = descriptor
    self.share = share
    self.pull = pull
  }

  /// Fills a block; the count of bytes, or the C library's value for the end or a failure.
  func fill(_ block: UnsafeMutableBufferPointer<UInt8>) -> Int {
    while pending.isEmpty {
      if core.isStopping.load(ordering: .relaxed) { return barograph_http_broken }
      setDeadline(core.limits.answerSeconds)
      do {
        guard let next = try pull() else { return barograph_http_end }
        pending = next[...]
      } catch {
        return barograph_http_broken
      }
    }
    setDeadline(core.limits.sendSeconds)
    let part = pending.prefix(block.count)
    _ = block.update(fromContentsOf: part)
    pending = pending.dropFirst(part.count)
    return part.count
  }

  /// A stream has time for each block; bytes that are all there have theirs as a whole.
  private func setDeadline(_ seconds: Int) {
    if share == nil { core.deadlines.set(descriptor, seconds: seconds) }
  }
}

/// Queues an answer on a connection.
func send(
  _ response: HTTPResponse, core: ServerCore, on connection: OpaquePointer
) -> MHD_Result {
  let descriptor = barograph_http_descriptor(connection)
  let message: OpaquePointer?
  switch response.body {
  case .bytes(let bytes) where bytes.count > 64 << 10:
    guard let share = core.budget.reserve(bytes.count) else {
      return send(.busy, core: core, on: connection)
    }
    core.deadlines.set(descriptor, seconds: core.limits.seconds(forAnswer: bytes.count))
    var rest: [UInt8]? = bytes
    message = pulled(
      Outflow(core: core, descriptor: descriptor, share: share) { rest.take() }, bytes.count)
  case .bytes(var bytes):
    core.deadlines.set(descriptor, seconds: core.limits.sendSeconds)
    message = bytes.withUnsafeMutableBytes {
      MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
    }
  case .stream(let pull):
    core.deadlines.set(descriptor, seconds: core.limits.sendSeconds)
    message = pulled(Outflow(core: core, descriptor: descriptor, pull: pull), nil)
  }
  guard let message else { return .NO }
  defer { MHD_destroy_response(message) }
  MHD_add_response_header(message, "Content-Type", response.contentType)
  if !response.headers.contains(where: { $0.name.lowercased() == "cache-control" }) {
    MHD_add_response_header(message, "Cache-Control", "no-store")
  }
  MHD_add_response_header(message, "X-Content-Type-Options", "nosniff")
  if core.isDraining.load(ordering: .relaxed) {
    MHD_add_response_header(message, "Connection", "close")
  }
  for header in response.headers { MHD_add_response_header(message, header.name, header.value) }
  return MHD_queue_response(connection, UInt32(clamping: response.status), message)
}

/// A response that pulls, of a known length or not; nil when there is no memory.
private func pulled(_ outflow: Outflow, _ length: Int?) -> OpaquePointer? {
  let context = Unmanaged.passRetained(outflow)
  let message = barograph_http_pulled(
    Int64(length ?? -1), 32 << 10, pullCallback, context.toOpaque(), releaseCallback)
  if message == nil { context.release() }
  return message
}

/// MHD_ContentReaderCallback.
private func pullCallback(
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
private func releaseCallback(context: UnsafeMutableRawPointer?) {
  if let context { Unmanaged<Outflow>.fromOpaque(context).release() }
}
