import Glibc
import Linux
import Systemd
import TestSupport
import Testing

/// A notification socket as systemd makes one.
private struct NotifySocket: ~Copyable {
  let descriptor: Int32
  let path: String

  init(in folder: TemporaryFolder) {
    path = folder.file("notify")
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(bound == 0)
  }

  deinit { close(descriptor) }

  func receive() -> String {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = recv(descriptor, &buffer, 512, Int32(MSG_DONTWAIT))
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }
}

/// The environment is one for the whole process, so these run one after another.
@Suite(.serialized) struct ServiceManagerTests {
  private let folder = TemporaryFolder()

  @Test func messagesReachTheSocket() throws {
    let socket = NotifySocket(in: folder)
    setenv("NOTIFY_SOCKET", socket.path, 1)
    defer { unsetenv("NOTIFY_SOCKET") }
    let manager = ServiceManager()
    try manager.ready(status: "waiting\nfor a fix")
    #expect(socket.receive() == "READY=1\nSTATUS=waiting for a fix")
    try manager.feedWatchdog()
    #expect(socket.receive() == "WATCHDOG=1")
    try manager.stopping()
    #expect(socket.receive() == "STOPPING=1")
  }

  @Test func withoutSystemdMessagesGoNowhere() throws {
    unsetenv("NOTIFY_SOCKET")
    try ServiceManager().ready(status: "alone")
  }

  @Test func aSocketThatIsGoneIsAnError() {
    setenv("NOTIFY_SOCKET", folder.file("none"), 1)
    defer { unsetenv("NOTIFY_SOCKET") }
    #expect(throws: SystemError.self) { try ServiceManager().feedWatchdog() }
  }

  @Test func theWatchdogIsFedTwiceAnInterval() {
    setenv("WATCHDOG_USEC", "30000000", 1)
    setenv("WATCHDOG_PID", String(getpid()), 1)
    #expect(ServiceManager().watchdogIntervalMilliseconds == 15_000)
    setenv("WATCHDOG_PID", "1", 1)
    #expect(ServiceManager().watchdogIntervalMilliseconds == nil)
    unsetenv("WATCHDOG_USEC")
    unsetenv("WATCHDOG_PID")
    #expect(ServiceManager().watchdogIntervalMilliseconds == nil)
  }

  @Test func directoriesComeFromTheEnvironment() {
    setenv("STATE_DIRECTORY", "/var/lib/barograph:/var/lib/other", 1)
    #expect(ServiceDirectory.state.path == "/var/lib/barograph")
    setenv("STATE_DIRECTORY", "", 1)
    #expect(ServiceDirectory.state.path == nil)
    unsetenv("STATE_DIRECTORY")
    #expect(ServiceDirectory.state.path == nil)
  }
}
