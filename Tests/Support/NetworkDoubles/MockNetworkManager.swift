import CSystemd
import Glibc
import Linux
import Synchronization
package import TestSupport

/// A private bus of dbus-daemon.
package struct PrivateBus: Sendable {
  package let folder: TemporaryFolder
  package let daemon: ChildProcess

  package static func address(in folder: TemporaryFolder) -> String {
    "unix:path=\(folder.file("bus"))"
  }

  /// Starts the daemon and waits until it takes connections.
  package init(in folder: TemporaryFolder) async throws {
    self.folder = folder
    let configuration = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig>
        <type>session</type>
        <listen>\(Self.address(in: folder))</listen>
        <policy context="default">
          <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
          <allow user="*"/>
        </policy>
      </busconfig>
      """
    try Files.replace(folder.file("bus.conf"), with: Array(configuration.utf8))
    daemon = try ChildProcess([
      "dbus-daemon", "--config-file=\(folder.file("bus.conf"))", "--nofork", "--nosyslog",
      "--print-address",
    ])
    for await line in daemon.lines where line.hasPrefix("unix:") { return }
    throw SystemError(operation: "dbus-daemon", subject: folder.path, code: 0)
  }

  package var address: String { Self.address(in: folder) }

  /// Kills the daemon and waits for its end.
  package func kill() async {
    daemon.send(SIGKILL)
    _ = await daemon.waitForEnd()
  }
}

/// NetworkManager as far as its properties go, on a thread of its own.
package final class MockNetworkManager: Sendable {
  package enum Value: Sendable {
    case number(UInt32)
    case path(String)
    case paths([String])
    case text(String)
  }

  package typealias Properties = [String: Value]

  package static let service = "org.freedesktop.NetworkManager"
  package static let root = "/org/freedesktop/NetworkManager"
  package static let (connection, device) = ("\(service).Connection.Active", "\(service).Device")

  private struct State {
    /// By path and interface.
    var objects: [String: [String: Properties]] = [:]
    var signals: [(path: String, interface: String, changed: Properties)] = []
    var refusal: String?
    var callCount = 0
    var isStopping = false
  }

  private let state = Mutex(State())
  private let finished = ThreadGate()

  /// Connects, takes the name and serves `objects`.
  package init(at address: String, _ objects: [String: [String: Properties]]) throws {
    state.withLock { $0.objects = objects }
    var bus: OpaquePointer?
    try check(sd_bus_new(&bus))
    try check(sd_bus_set_address(bus, address))
    try check(sd_bus_set_bus_client(bus, 1))
    try check(sd_bus_start(bus))
    try check(sd_bus_add_filter(bus, nil, mockCallback, Unmanaged.passUnretained(self).toOpaque()))
    try check(sd_bus_request_name(bus, Self.service, 0))
    nonisolated(unsafe) let connected = bus
    try Threads.spawn(name: "mock-manager") { [self] in serve(connected) }
  }

  deinit { stop() }

  private func check(_ code: Int32) throws(SystemError) {
    if code < 0 { throw SystemError(operation: "mock", subject: Self.service, code: -code) }
  }

  /// Leaves the bus.
  package func stop() {
    state.withLock { $0.isStopping = true }
    finished.wait()
  }

  package var callCount: Int { state.withLock { $0.callCount } }

  /// Answers every call with an error of this name, or properly again.
  package func refuse(_ name: String?) { state.withLock { $0.refusal = name } }

  /// Changes properties, and says so.
  package func set(_ path: String, _ interface: String, _ changed: Properties, isTold: Bool = true)
  {
    state.withLock {
      $0.objects[path, default: [:]][interface, default: [:]].merge(changed) { $1 }
      if isTold { $0.signals.append((path, interface, changed)) }
    }
  }

  private func serve(_ bus: OpaquePointer?) {
    while !state.withLock({ $0.isStopping }) {
      while sd_bus_process(bus, nil) > 0 {}
      let signals = state.withLock { state in
        defer { state.signals = [] }
        return state.signals
      }
      for signal in signals { emit(bus, signal.path, signal.interface, signal.changed) }
      if sd_bus_wait(bus, 2000) < 0 { break }
    }
    sd_bus_flush_close_unref(bus)
    finished.open()
  }

  private func emit(
    _ bus: OpaquePointer?, _ path: String, _ interface: String, _ changed: Properties
  ) {
    var message: OpaquePointer?
    sd_bus_message_new_signal(
      bus, &message, path, "org.freedesktop.DBus.Properties", "PropertiesChanged")
    append(message, "s", interface)
    append(message, changed)
    open(message, "a", "s")
    sd_bus_message_close_container(message)
    sd_bus_send(bus, message, nil)
    sd_bus_message_unref(message)
  }

  // MARK: Answers

  fileprivate func answer(_ call: OpaquePointer) -> Int32 {
    let properties = "org.freedesktop.DBus.Properties"
    guard sd_bus_message_is_method_call(call, properties, nil) > 0 else { return 0 }
    let path = String(cString: sd_bus_message_get_path(call))
    let interface = readText(call)
    let (found, refusal) = state.withLock { state in
      state.callCount += 1
      return (state.objects[path]?[interface], state.refusal)
    }
    var reply: OpaquePointer?
    sd_bus_message_new_method_return(call, &reply)
    defer { sd_bus_message_unref(reply) }
    if refusal == nil, let found, fill(reply, for: call, found) {
      sd_bus_send(nil, reply, nil)
    } else {
      var error = sd_bus_error()
      sd_bus_error_set(&error, refusal ?? "org.freedesktop.DBus.Error.UnknownObject", "no")
      sd_bus_reply_method_error(call, &error)
      sd_bus_error_free(&error)
    }
    return 1
  }

  private func fill(
    _ reply: OpaquePointer?, for call: OpaquePointer, _ found: Properties
  ) -> Bool {
    if String(cString: sd_bus_message_get_member(call)) == "GetAll" {
      append(reply, found)
      return true
    }
    guard let value = found[readText(call)] else { return false }
    append(reply, value)
    return true
  }

  private func readText(_ message: OpaquePointer) -> String {
    var text: UnsafePointer<CChar>?
    sd_bus_message_read_basic(message, code("s"), &text)
    return text.map { String(cString: $0) } ?? ""
  }

  private func append(_ message: OpaquePointer?, _ properties: Properties) {
    open(message, "a", "{sv}")
    for (name, value) in properties {
      open(message, "e", "sv")
      append(message, "s", name)
      append(message, value)
      sd_bus_message_close_container(message)
    }
    sd_bus_message_close_container(message)
  }

  private func append(_ message: OpaquePointer?, _ value: Value) {
    switch value {
    case .number(var number):
      open(message, "v", "u")
      sd_bus_message_append_basic(message, code("u"), &number)
    case .path(let path):
      open(message, "v", "o")
      append(message, "o", path)
    case .text(let text):
      open(message, "v", "s")
      append(message, "s", text)
    case .paths(let paths):
      open(message, "v", "ao")
      open(message, "a", "o")
      for path in paths { append(message, "o", path) }
      sd_bus_message_close_container(message)
    }
    sd_bus_message_close_container(message)
  }

  private func append(_ message: OpaquePointer?, _ type: String, _ text: String) {
    _ = text.withCString { sd_bus_message_append_basic(message, code(type), $0) }
  }

  private func open(_ message: OpaquePointer?, _ type: String, _ contents: String) {
    sd_bus_message_open_container(message, code(type), contents)
  }

  private func code(_ type: String) -> CChar { CChar(truncatingIfNeeded: type.utf8.first!) }
}

/// `sd_bus_message_handler_t`.
private func mockCallback(
  message: OpaquePointer?, context: UnsafeMutableRawPointer?,
  error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  return Unmanaged<MockNetworkManager>.fromOpaque(context).takeUnretainedValue().answer(message)
}
