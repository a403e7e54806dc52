import Devices
import Linux
import Log
import Udev

/// A hub with links and drivers that the test plays, on a loop of its own.
actor HubBench {
  nonisolated let loop: EventLoop
  nonisolated let hub: InstrumentHub
  nonisolated let events: AsyncStream<SourceEvent>
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let links: FakeLinks

  init(_ change: @Sendable (inout HubConfiguration) -> Void = { _ in }) throws {
    loop = try EventLoop(name: "reactor")
    try loop.start()
    var configuration = HubConfiguration()
    configuration.followsUdev = false
    configuration.settleMs = 1
    configuration.policy.shortestWait = 1
    configuration.policy.heldWait = 1
    change(&configuration)
    let links = FakeLinks(loop: loop)
    self.links = links
    let (events, feed) = AsyncStream<SourceEvent>.makeStream()
    self.events = events
    hub = InstrumentHub(
      configuration, loop: loop,
      parts: InstrumentParts(
        link: { FakeLinks.Link($0, links) }, driver: { FakeDriver($0) }),
      log: Logger(subsystem: "instruments", sink: SilentLog())
    ) { batch in
      for event in batch { feed.yield(event) }
    }
  }

  deinit { loop.stop() }

  func fail(_ path: String, _ failure: LinkFailure?) { links.failures[path] = failure }

  /// Waits until an address is open; the test's time limit ends a vain wait.
  func opened(_ path: String, speed: Int? = nil) async -> Int? {
    while true {
      if let link = links.current(path), link.handler != nil,
        speed == nil || link.address.speed == speed
      {
        await loop.pause(milliseconds: 2)
        return link.address.speed
      }
      await loop.pause(milliseconds: 1)
    }
  }

  func say(_ path: String, _ text: String) { links.current(path)?.say(text) }

  func end(_ path: String, _ failure: LinkFailure) { links.current(path)?.end(failure) }

  func isOpen(_ path: String) -> Bool { links.current(path) != nil }

  /// What was sent to an address, over all links.
  func sent(_ path: String) -> [[UInt8]] {
    links.opened.filter { $0.address.path == path }.flatMap(\.sent)
  }

  /// Addresses that were opened, each once.
  var everOpened: Set<String> { Set(links.opened.map(\.address.path)) }

  /// The status of an instrument, once it satisfies the condition.
  func status(
    _ id: String, when condition: @Sendable (InstrumentStatus) -> Bool
  ) async -> InstrumentStatus {
    while true {
      if let status = await hub.statuses.first(where: { $0.id == id }), condition(status) {
        return status
      }
      await loop.pause(milliseconds: 1)
    }
  }

  static func cable(_ number: Int, serial: String = "A1", path: String = "usb-1") -> SerialDevice {
    SerialDevice(
      node: "/dev/ttyUSB\(number)", systemPath: "/sys/tty/ttyUSB\(number)",
      links: ["/dev/serial/by-id/usb-FTDI_\(serial)", "/dev/serial/by-path/\(path)"],
      usb: USBIdentity(vendor: 0x0403, product: 0x6015), product: "FT231X", serialNumber: serial)
  }

  static func board(_ number: Int) -> SerialDevice {
    SerialDevice(
      node: "/dev/ttyACM\(number)", systemPath: "/sys/tty/ttyACM\(number)",
      links: ["/dev/serial/by-id/usb-ST_304", "/dev/serial/by-path/usb-2"],
      usb: USBIdentity(vendor: 0x0483, product: 0x5740), product: "ChibiOS/RT Virtual COM Port",
      serialNumber: "304")
  }
}
