import Glibc
import Linux
import TestSupport
import Testing

/// A pseudo-terminal: what is written to it comes out of a serial port of this name.
final class SerialLine: Sendable {
  let name: String
  private let master: Int32
  /// Kept open, so that the line outlives a gpsd that is restarted.
  private let slave: Int32

  init() throws {
    // What posix_openpt(3) and its kin do, which Swift does not import.
    let master = try systemCall("open", "/dev/ptmx") { open("/dev/ptmx", O_RDWR | O_NOCTTY) }
    var locked: Int32 = 0
    var number: Int32 = 0
    try systemCall("TIOCSPTLCK", "pty") { ioctl(master, 0x4004_5431, &locked) }
    try systemCall("TIOCGPTN", "pty") { ioctl(master, 0x8004_5430, &number) }
    name = "/dev/pts/\(number)"
    let path = name
    slave = try systemCall("open", path) { open(path, O_RDWR | O_NOCTTY) }
    self.master = master
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    var mode = termios()
    tcgetattr(slave, &mode)
    cfmakeraw(&mode)
    tcsetattr(slave, TCSANOW, &mode)
    // gpsd gives up root.
    chmod(path, 0o666)
  }

  deinit {
    close(master)
    close(slave)
  }

  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(master, bytes, bytes.count)
  }

  /// What anyone has written to the device.
  func readBack() -> [UInt8] {
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = read(master, &buffer, buffer.count)
    return Array(buffer.prefix(max(0, count)))
  }
}

/// A gpsd of the test's own, on loopback, that never writes to its devices.
final class PrivateGPSD: Sendable {
  let port: Int
  private let process: ChildProcess

  init(port: Int, _ lines: SerialLine...) throws {
    self.port = port
    process = try ChildProcess(["gpsd", "-N", "-n", "-b", "-S", "\(port)"] + lines.map(\.name))
  }

  /// Ends it at once, as a crash would.
  func kill() async {
    process.send(SIGKILL)
    _ = await process.waitForEnd()
  }
}
