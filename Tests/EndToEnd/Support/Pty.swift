import Glibc
import Linux

/// The receiver's side of a serial line: what is sent here is read by whoever opens `path`.
final class Pty {
  /// The device that gpsd opens.
  let path: String
  private let line: Descriptor
  /// Held open, so that gpsd may come and go.
  private var device: Descriptor?

  /// `isHeld`: the device stays open here too, which whoever wants it alone takes for another program.
  init(isHeld: Bool = true) throws {
    line = try Descriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    path = try Self.unlock(line)
    let device = try Descriptor.open(path, O_RDWR | O_NOCTTY)
    var settings = termios()
    tcgetattr(device.rawValue, &settings)
    cfmakeraw(&settings)
    tcsetattr(device.rawValue, TCSANOW, &settings)
    // gpsd drops its privileges before it opens the line.
    try systemCall("chmod", path) { chmod(path, 0o666) }
    _ = fcntl(line.rawValue, F_SETFL, fcntl(line.rawValue, F_GETFL) | O_NONBLOCK)
    self.device = isHeld ? consume device : nil
  }

  /// What grantpt(3), unlockpt(3) and ptsname(3) do, which Swift does not import.
  private static func unlock(_ line: borrowing Descriptor) throws -> String {
    let (getNumber, setLock): (UInt, UInt) = (0x8004_5430, 0x4004_5431)
    var (isLocked, number): (Int32, UInt32) = (0, 0)
    let descriptor = line.rawValue
    try systemCall("ioctl", "/dev/ptmx") { ioctl(descriptor, setLock, &isLocked) }
    try systemCall("ioctl", "/dev/ptmx") { ioctl(descriptor, getNumber, &number) }
    return "/dev/pts/\(number)"
  }

  /// What was sent to the instrument and has not been read.
  func received() throws -> [UInt8] {
    var entry = pollfd(fd: line.rawValue, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0 && entry.revents & Int16(POLLIN) != 0
      ? try line.readBlock(limit: 4096) : []
  }

  /// Sends bytes, waiting while the line is full; ETIMEDOUT when nobody reads for 20 s.
  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      var entry = pollfd(fd: line.rawValue, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&entry, 1, 20_000) > 0 else {
        throw SystemError(operation: "write", subject: path, code: ETIMEDOUT)
      }
      if entry.revents & Int16(POLLIN) != 0 { _ = try line.readBlock(limit: 4096) }
      guard entry.revents & Int16(POLLOUT) != 0 else { continue }
      let count = bytes[sent...].withUnsafeBytes {
        write(line.rawValue, $0.baseAddress, min(1024, $0.count))
      }
      if count > 0 { sent += count }
    }
  }
}
