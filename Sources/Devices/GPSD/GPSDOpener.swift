import CGPS
import Glibc
package import Linux

/// Opens connections to gpsd on a thread of its own: gps_open(3) resolves and connects, and blocks.
package actor GPSDOpener {
  /// The thread; it must run nothing that may not wait.
  nonisolated let loop: EventLoop

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  package init(loop: EventLoop) { self.loop = loop }

  /// Connects and sends the watch; gives back a non-blocking descriptor that the caller owns.
  func open(_ address: GPSDAddress, _ command: WatchCommand) -> Result<Int32, GPSDOpenError> {
    Result { () throws(GPSDOpenError) in
      let socket = try Self.connect(address)
      try Self.send(command, on: socket, address)
      return socket.release()
    }
  }

  private static func connect(_ address: GPSDAddress) throws(GPSDOpenError) -> Descriptor {
    let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)
    defer { data.deallocate() }
    memset(data, 0, MemoryLayout<gps_data_t>.size)
    guard gps_open(address.host, address.port, data) == 0 else {
      throw GPSDOpenError(address: address, cause: String(cString: gps_errstr(errno)))
    }
    // The copy is ours, close-on-exec; gps_close(3) frees what libgps keeps beside the socket.
    let copy = fcntl(data.pointee.gps_fd, duplicateCloseOnExec, 0)
    let code = errno
    gps_close(data)
    guard copy >= 0 else {
      throw GPSDOpenError(address: address, cause: String(cString: strerror(code)))
    }
    return Descriptor(owning: copy)
  }

  /// gps_stream(3) cuts a command at 80 characters, which a by-id device name exceeds, and a peer
  /// that has gone would end this process with SIGPIPE: so the command is sent here.
  private static func send(
    _ command: WatchCommand, on socket: borrowing Descriptor, _ address: GPSDAddress
  ) throws(GPSDOpenError) {
    let descriptor = socket.rawValue
    let sent = command.bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    let flags = fcntl(descriptor, F_GETFL)
    guard sent == command.bytes.count, fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw GPSDOpenError(address: address, cause: String(cString: strerror(errno)))
    }
  }

  /// `F_DUPFD_CLOEXEC`, which Swift does not import.
  private static let duplicateCloseOnExec: Int32 = 1030
}

/// Where a gpsd listens.
package struct GPSDAddress: Equatable, Sendable, CustomStringConvertible {
  package var host: String
  /// A number or a service's name.
  package var port: String

  package init(host: String = "localhost", port: String = "2947") {
    self.host = host
    self.port = port
  }

  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A gpsd that could not be reached.
struct GPSDOpenError: Error, CustomStringConvertible {
  let address: GPSDAddress
  let cause: String

  var description: String {
    "gps_open \(address): \(cause) (is gpsd running, and does it listen there?)"
  }
}

/// The request that makes gpsd send: `?WATCH` (gpsd_json(5)).
struct WatchCommand: Equatable, Sendable {
  let bytes: [UInt8]

  /// Reports of all devices.
  static let reports = WatchCommand(bytes: Array("?WATCH={\"enable\":true,\"json\":true};\n".utf8))

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The sentences of one device as they come; nil for a name that could not be sent as it is.
  init?(sentencesOf receiver: ReceiverName) {
    let name = Array(receiver.utf8)
    let isPlain = name.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    guard !name.isEmpty, name.count < 128, isPlain else { return nil }
    let head = "?WATCH={\"enable\":true,\"nmea\":true,\"device\":\""
    bytes = Array(head.utf8) + name + Array("\"};\n".utf8)
  }

  typealias ReceiverName = String
}
