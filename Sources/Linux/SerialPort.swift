import FlightModel
import Glibc

/// Serial ports, opened for one reader alone: raw, eight bits, no parity, no flow control, and
/// without a modem's signals (termios(3), tty_ioctl(4)).
///
/// Opening and closing may block in the kernel: only on a thread that may wait.
package enum SerialPort {
  /// Opens a port as nobody else has it; nil leaves the speed as it is, for ports that have none.
  /// The descriptor does not block.
  package static func open(_ path: String, speed: Int?) throws(SerialPortError) -> Descriptor {
    let port: Descriptor
    do throws(SystemError) {
      port = try Descriptor.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    } catch {
      throw SerialPortError(error, path: path)
    }
    try claim(port.rawValue, path)
    try configure(port.rawValue, path, speed)
    return port
  }

  /// Closes a port at once: what waits to be sent is dropped, others may have it again.
  package static func close(_ port: consuming Descriptor) {
    tcflush(port.rawValue, TCIOFLUSH)
    _ = ioctl(port.rawValue, UInt(TIOCNXCL))
  }

  /// Exclusive use, by each of the ways in which programs respect one another: nobody has it open,
  /// the lock of those who lock (flock(2)), and the terminal's own flag, which the kernel enforces.
  private static func claim(_ port: Int32, _ path: String) throws(SerialPortError) {
    guard isatty(port) != 0 else {
      throw SerialPortError(path: path, cause: .notATerminal)
    }
    if let owner = DeviceHolders.first(of: path) {
      throw SerialPortError(path: path, cause: .busy(owner: owner))
    }
    guard flock(port, LOCK_EX | LOCK_NB) == 0 else {
      throw SerialPortError(path: path, cause: .busy(owner: nil))
    }
    _ = ioctl(port, UInt(TIOCEXCL))
  }

  private static func configure(
    _ port: Int32, _ path: String, _ speed: Int?
  ) throws(SerialPortError) {
    do throws(SystemError) {
      var mode = termios()
      try systemCall("tcgetattr", path) { tcgetattr(port, &mode) }
      cfmakeraw(&mode)
      // HUPCL off: closing lets the lines stand, and boards that reset by them run on.
      let off = tcflag_t(HUPCL) | tcflag_t(CSTOPB) | tcflag_t(bitPattern32: CRTSCTS)
      mode.c_cflag = mode.c_cflag & ~off | tcflag_t(CLOCAL | CREAD)
      if let speed {
        // glibc takes the number itself for every speed that it knows.
        guard LinkAddress.speeds.contains(speed), cfsetspeed(&mode, speed_t(speed)) == 0 else {
          throw SystemError(operation: "cfsetspeed \(speed)", subject: path, code: EINVAL)
        }
      }
      try systemCall("tcsetattr", path) { tcsetattr(port, TCSANOW, &mode) }
      tcflush(port, TCIFLUSH)
    } catch {
      throw SerialPortError(error, path: path)
    }
  }
}

extension tcflag_t {
  /// A flag that C has as a signed number.
  fileprivate init(bitPattern32 flag: some BinaryInteger) { self.init(truncatingIfNeeded: flag) }
}

/// A serial port that could not be opened.
package struct SerialPortError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Cause: Equatable, Sendable {
    /// There is no such port now.
    case absent
    /// Another program has it: its name and process id where this user may see them.
    case busy(owner: String?)
    case notPermitted
    /// A file, a disk: nothing that has a speed.
    case notATerminal
    case failed(SystemError)
  }

  package let path: String
  package let cause: Cause

  init(path: String, cause: Cause) {
    self.path = path
    self.cause = cause
  }

  init(_ error: SystemError, path: String) {
    let cause: Cause =
      switch error.code {
      case ENOENT, ENXIO, ENODEV, EIO: .absent
      case EBUSY: .busy(owner: DeviceHolders.first(of: path))
      case EACCES, EPERM: .notPermitted
      default: .failed(error)
      }
    self.init(path: path, cause: cause)
  }

  package var description: String {
    switch cause {
    case .absent: "\(path) is not there (is the cable in?)"
    case .busy(let owner?): "\(path) is in use by \(owner)"
    case .busy(nil):
      "\(path) is in use by another program, most likely gpsd or ModemManager "
        + "(`fuser -v \(path)` as root tells)"
    case .notPermitted:
      "\(path) may not be opened by this user (add it to the group dialout)"
    case .notATerminal: "\(path) is no serial port"
    case .failed(let error): error.description
    }
  }
}
