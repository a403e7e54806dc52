import Devices
import FlightModel
import Glibc
import Linux
import Synchronization

/// The ways in which an instrument's bytes reach this box, for tests that must pass over each.
enum Carrier: String, CaseIterable, Sendable {
  case serial, tcp, bluetooth
  /// Bluetooth in pieces of 20 bytes.
  case bluetoothOfSmallestMTU

  var transport: LinkTraits.Transport {
    switch self {
    case .serial: .serial
    case .tcp: .tcp
    case .bluetooth, .bluetoothOfSmallestMTU: .bluetooth
    }
  }

  /// The instrument's end.
  func makeWire() async throws -> any Wire {
    switch self {
    case .serial: try SerialWire()
    case .tcp: try TCPWire()
    case .bluetooth: try await BluetoothWire()
    case .bluetoothOfSmallestMTU: try await BluetoothWire(mtu: 23)
    }
  }
}

/// The instrument's end of a link, played by a test.
protocol Wire: Sendable {
  /// Where this end is.
  var address: LinkAddress { get }
  /// An unopened link to this end; of the loop's thread.
  func makeLink(_ calls: OpenerCalls) -> any InstrumentLink
  /// Says something; waits until it could be sent.
  func write(_ bytes: [UInt8])
  /// What has come and was not read yet; waits for the first byte.
  func read() -> [UInt8]
  /// Goes away for good.
  func hangUp()
}

extension Wire {
  func write(_ text: String) { write(Array(text.utf8)) }
}

/// A pseudo-terminal whose other end can be pulled.
final class SerialWire: Wire {
  let path: String
  let speed: Int?
  private let master: Mutex<Int32?>

  init(speed: Int? = 19_200) throws {
    self.speed = speed
    let master = try systemCall("open", "/dev/ptmx") { open("/dev/ptmx", O_RDWR | O_NOCTTY) }
    _ = fcntl(master, F_SETFD, FD_CLOEXEC)
    var locked: Int32 = 0
    var number: Int32 = 0
    // What unlockpt(3) and ptsname(3) do, which Swift does not import.
    try systemCall("TIOCSPTLCK", "pty") { ioctl(master, 0x4004_5431, &locked) }
    try systemCall("TIOCGPTN", "pty") { ioctl(master, 0x8004_5430, &number) }
    path = "/dev/pts/\(number)"
    self.master = Mutex(master)
  }

  deinit { hangUp() }

  var address: LinkAddress { .serial(path: path, speed: speed) }

  func makeLink(_ calls: OpenerCalls) -> any InstrumentLink {
    SerialLink(path: path, speed: speed, calls: calls)
  }

  func write(_ bytes: [UInt8]) {
    guard let master = master.withLock({ $0 }) else { return }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.write(master, $0.baseAddress, $0.count) }
      if count <= 0 { return }
      sent += count
    }
  }

  /// While nobody has the other end open, a terminal has nothing to wait for: it is looked at again
  /// after a moment.
  func read() -> [UInt8] {
    while true {
      let piece = master.withLock { $0.map(Self.waiting) }
      guard let piece else { return [] }
      if !piece.isEmpty { return piece }
      usleep(1000)
    }
  }

  /// What has come, without waiting for it.
  private static func waiting(on master: Int32) -> [UInt8] {
    var look = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&look, 1, 0) > 0, look.revents & Int16(POLLIN) != 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(master, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }

  func hangUp() {
    master.withLock { master in
      if let master { close(master) }
      master = nil
    }
  }

  /// The speed that the port is set to (tcgetattr(3)).
  var setSpeed: speed_t {
    var mode = termios()
    master.withLock { if let master = $0 { tcgetattr(master, &mode) } }
    return cfgetospeed(&mode)
  }

  /// The port's control flags.
  var controlFlags: tcflag_t {
    var mode = termios()
    master.withLock { if let master = $0 { tcgetattr(master, &mode) } }
    return mode.c_cflag
  }
}

/// A server on loopback for one client at a time.
final class TCPWire: Wire {
  private struct Ends {
    var client: Int32?
    var isGone = false
  }

  let port: UInt16
  private let listener: Int32
  private let ends = Mutex(Ends())

  init() throws {
    let (listener, port) = try Loopback.listen(port: 0)
    self.listener = listener
    self.port = UInt16(port)
  }

  deinit {
    hangUp()
    if let client = ends.withLock({ $0.client }) { close(client) }
    close(listener)
  }

  var address: LinkAddress { .tcp(host: "127.0.0.1", port: port) }

  func makeLink(_ calls: OpenerCalls) -> any InstrumentLink {
    TCPLink(host: "127.0.0.1", port: port, calls: calls)
  }

  func write(_ bytes: [UInt8]) {
    guard let client = accepted() else { return }
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }

  /// A client that went may come again, as to any server.
  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while let client = accepted() {
      let count = recv(client, &buffer, buffer.count, 0)
      if count > 0 { return Array(buffer.prefix(count)) }
      forget(client)
    }
    return []
  }

  func hangUp() {
    ends.withLock { ends in
      ends.isGone = true
      // Wakes whoever waits in accept(2).
      shutdown(listener, Int32(SHUT_RDWR))
      guard let client = ends.client else { return }
      shutdown(client, Int32(SHUT_RDWR))
    }
  }

  private func forget(_ client: Int32) {
    ends.withLock { ends in
      guard ends.client == client else { return }
      close(client)
      ends.client = nil
    }
  }

  /// The client, waited for if need be; nil once this end has gone.
  private func accepted() -> Int32? {
    let known = ends.withLock { $0 }
    if let client = known.client { return client }
    guard !known.isGone else { return nil }
    let accepted = accept(listener, nil, nil)
    guard accepted >= 0 else { return nil }
    _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
    ends.withLock { $0.client = accepted }
    return accepted
  }
}
