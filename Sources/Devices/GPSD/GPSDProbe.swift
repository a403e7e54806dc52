import FlightModel
import Glibc
import Linux

/// A short look at a gpsd, as another client of it: what it is, what it has, whether that sends.
/// Blocks its thread.
package struct GPSDProbe: Equatable, Sendable {
  /// What its receivers said.
  package enum Heard: Equatable, Sendable { case nothing, noPosition, position }

  /// From its greeting; nil if none came.
  package private(set) var release: String?
  package private(set) var protocolVersion = ""
  /// Paths of its receivers, at most 32.
  package private(set) var devices: [String] = []
  package private(set) var heard = Heard.nothing

  private static let request = "?WATCH={\"enable\":true,\"json\":true};\n"
  private static let (mostDevices, mostBytes) = (32, 1 << 20)

  package init() {}

  /// Listens until it has heard a position, or for so long.
  package static func look(
    at host: String, _ port: UInt16, milliseconds: Int64
  ) throws(GPSDProbeError) -> GPSDProbe {
    let deadline = SystemClock.monotonic().advanced(byMilliseconds: milliseconds)
    let socket = try connect(host, port, until: deadline)
    try? socket.write(all: Array(request.utf8))
    var (probe, total) = (GPSDProbe(), 0)
    var lines = LineBuffer()
    while probe.heard != .position, total < mostBytes,
      isReady(socket.rawValue, POLLIN, until: deadline),
      let count = try? socket.read(into: lines.space), count > 0
    {
      total += count
      lines.take(count) { probe.take(UnsafeBufferPointer($0)) }
    }
    return probe
  }

  /// Takes one line of its stream.
  package mutating func take(_ line: UnsafeBufferPointer<UInt8>) {
    switch GPSDReport.kind(of: line) {
    case .version:
      release = GPSDReport.text(of: "\"release\":", in: line).map(Self.string)
      let parts = [
        GPSDReport.number(of: "\"proto_major\":", in: line),
        GPSDReport.number(of: "\"proto_minor\":", in: line),
      ]
      protocolVersion = parts.map { $0.map(String.init) ?? "?" }.joined(separator: ".")
    case .devices:
      GPSDReport.forEachDevice(in: line) { device in
        guard let path = GPSDReport.text(of: "\"path\":", in: device).map(Self.string),
          devices.count < Self.mostDevices, !devices.contains(path)
        else { return }
        devices.append(path)
      }
    case .tpv:
      let mode = GPSDReport.number(of: "\"mode\":", in: line) ?? 0
      heard = mode >= 2 ? .position : heard == .position ? .position : .noPosition
    case .sky: if heard == .nothing { heard = .noPosition }
    default: break
    }
  }

  private static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes.prefix(256), as: UTF8.self)
  }

  // MARK: The connection

  private static func connect(
    _ host: String, _ port: UInt16, until deadline: MonotonicInstant
  ) throws(GPSDProbeError) -> Descriptor {
    let addresses: [SocketAddress]
    switch SocketAddress.resolve(host, port) {
    case .success(let found): addresses = found
    case .failure(let error): throw GPSDProbeError("\(error)")
    }
    var failure = GPSDProbeError("\(host) has no address")
    for address in addresses {
      do throws(SystemError) {
        let socket = Descriptor(owning: try address.beginConnecting())
        guard isReady(socket.rawValue, POLLOUT, until: deadline) else {
          failure = GPSDProbeError("no answer")
          continue
        }
        var (code, size): (Int32, socklen_t) = (0, 4)
        getsockopt(socket.rawValue, SOL_SOCKET, SO_ERROR, &code, &size)
        if code == 0 { return socket }
        failure = GPSDProbeError(String(cString: strerror(code)))
      } catch {
        failure = GPSDProbeError(String(cString: strerror(error.code)))
      }
    }
    throw failure
  }

  private static func isReady(
    _ descriptor: Int32, _ event: Int32, until deadline: MonotonicInstant
  ) -> Bool {
    while true {
      let rest = deadline.milliseconds(since: SystemClock.monotonic())
      guard rest > 0 else { return false }
      var wait = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      let count = poll(&wait, 1, Int32(clamping: rest))
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }
}

/// Why nobody was found.
package struct GPSDProbeError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
