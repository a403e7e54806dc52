import CSystemd
import Glibc
package import Linux

/// A connection to a D-Bus bus (sd-bus(3)) on a loop: calls and signals, without waiting for any of
/// them. Of the loop's thread alone.
package final class SystemBus {
  /// Where a system's bus is, unless the environment names another.
  package static var systemAddress: String {
    getenv("DBUS_SYSTEM_BUS_ADDRESS").map { String(cString: $0) }
      ?? "unix:path=/run/dbus/system_bus_socket"
  }

  /// What a call came to; the message is readable only during the call of the handler.
  package typealias Reply = Result<BusMessage, BusFailure>

  private let loop: EventLoop
  private let address: String
  private let ended: (SystemError) -> Void
  private var bus: OpaquePointer?
  private var watch: (descriptor: Int32, key: EventLoop.Watch)?
  private var timer: EventLoop.Timer?
  /// The library holds pointers to these.
  private var calls: [ObjectIdentifier: BusCallback] = [:]
  private var matches: [BusCallback] = []

  /// Begins to connect, without waiting. `ended` is called once, on the loop's thread, when the
  /// connection breaks later; nothing is called after `close`.
  package init(
    loop: EventLoop, address: String, ended: @escaping (SystemError) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.address = address
    self.ended = ended
    do {
      try check("sd_bus_new", sd_bus_new(&bus))
      try check("sd_bus_set_address", sd_bus_set_address(bus, address))
      try check("sd_bus_set_bus_client", sd_bus_set_bus_client(bus, 1))
      try check("sd_bus_start", sd_bus_start(bus))
      try arm()
    } catch {
      close()
      throw error
    }
  }

  /// Ends the connection; calls without an answer get none.
  package func close() {
    disarm()
    for callback in Array(calls.values) + matches { callback.forget() }
    (calls, matches) = ([:], [])
    if let bus { sd_bus_close_unref(bus) }
    bus = nil
  }

  // MARK: Calls and signals

  /// Calls a method with texts as arguments.
  package func call(
    _ service: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [String], timeoutMs: UInt64 = 5000, _ handler: @escaping (Reply) -> Void
  ) throws(SystemError) {
    let arguments = arguments.map { BusArgument.text($0) }
    try call(
      service, path, interface, member, with: arguments, timeoutMs: timeoutMs, handler)
  }

  /// Calls a method (sd_bus_call_async(3)). A service that does not run is not started for it.
  package func call(
    _ service: String, _ path: String, _ interface: String, _ member: String,
    with arguments: [BusArgument] = [], timeoutMs: UInt64 = 5000,
    _ handler: @escaping (Reply) -> Void
  ) throws(SystemError) {
    var message: OpaquePointer?
    try check(
      "sd_bus_message_new_method_call",
      sd_bus_message_new_method_call(bus, &message, service, path, interface, member))
    defer { sd_bus_message_unref(message) }
    sd_bus_message_set_auto_start(message, 0)
    for argument in arguments {
      try check("sd_bus_message_append", argument.append(to: message))
    }
    let callback = BusCallback()
    callback.handler = { [unowned self, unowned callback] message in
      calls.removeValue(forKey: ObjectIdentifier(callback))?.forget()
      handler(message.failure.map { .failure($0) } ?? .success(message))
    }
    let code = sd_bus_call_async(
      bus, &callback.slot, message, busCallback, callback.context, timeoutMs * 1000)
    try check("sd_bus_call_async", code)
    calls[ObjectIdentifier(callback)] = callback
    try arm()
  }

  /// Hands on signals that match a rule (sd_bus_add_match_async(3)), for as long as the bus lives.
  package func match(
    _ rule: String, _ handler: @escaping (BusMessage) -> Void
  ) throws(SystemError) {
    let callback = BusCallback()
    callback.handler = handler
    let code = sd_bus_add_match_async(
      bus, &callback.slot, rule, busCallback, nil, callback.context)
    try check("sd_bus_add_match_async", code)
    matches.append(callback)
    try arm()
  }

  // MARK: The loop

  /// Works off what has come; at most so much in a row that a flood cannot keep the thread.
  private func process() {
    for _ in 0..<64 {
      guard let bus else { return }
      let code = sd_bus_process(bus, nil)
      if code < 0 { return end(-code) }
      if code == 0 { break }
    }
    do throws(SystemError) { try arm() } catch { end(error.code) }
  }

  private func end(_ code: Int32) {
    guard bus != nil else { return }
    close()
    ended(SystemError(operation: "sd_bus_process", subject: address, code: code))
  }

  /// Watches for what the library waits for now.
  private func arm() throws(SystemError) {
    guard let bus else { return }
    let descriptor = try check("sd_bus_get_fd", sd_bus_get_fd(bus))
    let events = try check("sd_bus_get_events", sd_bus_get_events(bus))
    let interest = EventLoop.Readiness(rawValue: UInt32(events))
    if let watch, watch.descriptor == descriptor {
      try loop.modify(watch.key, for: interest)
    } else {
      disarm()
      let key = try loop.watch(descriptor, for: interest) { [unowned self] _ in process() }
      watch = (descriptor, key)
    }
    try armTimer(bus)
  }

  /// The library's time is absolute, in microseconds of the monotonic clock; 0 is at once.
  private func armTimer(_ bus: OpaquePointer) throws(SystemError) {
    var due: UInt64 = 0
    try check("sd_bus_get_timeout", sd_bus_get_timeout(bus, &due))
    if let timer { loop.cancel(timer) }
    timer = nil
    guard due != .max else { return }
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    let wait = due > now ? Int64(clamping: (due - now + 999) / 1000) : 0
    timer = loop.after(milliseconds: wait) { [unowned self] in
      timer = nil
      process()
    }
  }

  private func disarm() {
    if let watch { loop.cancel(watch.key) }
    if let timer { loop.cancel(timer) }
    (watch, timer) = (nil, nil)
  }

  @discardableResult
  private func check(_ operation: String, _ code: Int32) throws(SystemError) -> Int32 {
    if code >= 0 { return code }
    throw SystemError(operation: operation, subject: address, code: -code)
  }
}

/// What the library calls back into.
private final class BusCallback {
  var slot: OpaquePointer?
  var handler: (BusMessage) -> Void = { _ in }

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The library lets go of it.
  func forget() {
    sd_bus_slot_unref(slot)
    slot = nil
  }
}

/// `sd_bus_message_handler_t`.
private func busCallback(
  message: OpaquePointer?, context: UnsafeMutableRawPointer?,
  error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
  guard let message, let context else { return 0 }
  let callback = Unmanaged<BusCallback>.fromOpaque(context).takeUnretainedValue()
  callback.handler(BusMessage(message))
  return 0
}
