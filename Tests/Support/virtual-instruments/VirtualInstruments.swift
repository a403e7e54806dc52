import CUmockdev
import Devices
import FlightModel
import Glibc
import Linux
import Log
import Synchronization

/// Plugs virtual instruments into a real instrument hub: umockdev's devices for libudev, its
/// pseudo-terminals for the bytes. Run under umockdev-wrapper, with commands on standard input.
///
/// - `plug NAME SERIAL SOCKET`: a FLARM behind an FTDI chip of this serial number, in this socket; it
///   says a sentence five times a second.
/// - `unplug NAME`, `mute NAME`, `speak NAME`.
/// - `hub`: begins to look for instruments.
/// - `await SERIAL STATE NAME`: waits until the hub has the instrument of this serial number in this
///   state under this name, and prints its status.
@main
enum VirtualInstruments {
  static func main() throws {
    let loop = try EventLoop(name: "reactor")
    let opener = try EventLoop(name: "opener")
    try opener.start()
    let workshop = Workshop(loop: loop, opener: opener)
    Task(executorPreference: loop) { await workshop.run() }
    loop.run()
  }
}

private func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

private func fail(_ text: String) -> Never {
  say(text)
  exit(70)
}

/// The root of the file system by a name that umockdev leaves alone.
private let real = "/proc/self/root"

private final class Ports: Sendable {
  private let paths = Mutex<[String: String]>([:])

  func withLock<Result: Sendable>(
    _ body: (inout sending [String: String]) -> sending Result
  ) -> Result { paths.withLock(body) }
}

private actor Workshop {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let hub: InstrumentHub
  private let testbed = umockdev_testbed_new()
  private var speaking: [String: Int32] = [:]
  /// Where the bytes of a device come from, by its node.
  private let ports = Ports()
  private var terminals: [String: Int32] = [:]
  private var paths: [String: String] = [:]

  init(loop: EventLoop, opener: EventLoop) {
    self.loop = loop
    var configuration = HubConfiguration()
    configuration.usesGPSD = false
    configuration.policy.shortestWait = 10
    configuration.policy.silence = 1500
    let (ports, calls) = (ports, OpenerCalls(loop: loop, opener: opener))
    hub = InstrumentHub(
      configuration, loop: loop,
      parts: InstrumentParts(
        link: { address in
          guard case .serial(let node, let speed) = address else { return nil }
          let port = ports.withLock { $0[node] }
          return SerialLink(path: port ?? node, speed: speed, calls: calls)
        }, driver: InstrumentParts.standardDriver),
      log: Logger(subsystem: "instruments", sink: SilentLog())
    ) { _ in
    }
  }

  func run() async {
    speakLater()
    while let line = readLine() { await perform(line.split(separator: " ").map(String.init)) }
    await hub.shutdown()
    loop.stop()
  }

  private func perform(_ words: [String]) async {
    switch (words.first, words.count) {
    case ("hub", 1): await hub.start()
    case ("plug", 4): plug(words[1], serial: words[2], socket: words[3])
    case ("unplug", 2): unplug(words[1])
    case ("mute", 2): speaking[words[1]] = nil
    case ("speak", 2): speaking[words[1]] = terminals[words[1]]
    case ("await", 4): await wait(serial: words[1], state: words[2], name: words[3])
    default: fail("unknown: \(words)")
    }
  }

  private func plug(_ name: String, serial: String, socket: String) {
    let path = "/devices/pci0000:00/usb1/1-\(socket)/tty/\(name)"
    let lines = [
      "P: \(path)", "E: DEVNAME=/dev/\(name)", "E: SUBSYSTEM=tty",
      "E: ID_VENDOR_ID=0403", "E: ID_MODEL_ID=6015", "E: ID_SERIAL_SHORT=\(serial)",
      "E: DEVLINKS=/dev/serial/by-id/usb-FTDI_\(serial) /dev/serial/by-path/usb-\(socket)",
    ]
    let isAdded = umockdev_testbed_add_from_string(
      testbed, lines.joined(separator: "\n") + "\n\n", nil)
    if isAdded == 0 { fail("umockdev refuses \(name)") }
    paths[name] = "/sys\(path)"
    makeTerminal(name)
    speaking[name] = terminals[name]
    umockdev_testbed_uevent(testbed, "/sys\(path)", "add")
  }

  /// Closes the terminal, as the kernel does, before udev tells.
  private func unplug(_ name: String) {
    guard let path = paths.removeValue(forKey: name) else { fail("no \(name)") }
    speaking[name] = nil
    if let terminal = terminals.removeValue(forKey: name) { close(terminal) }
    ports.withLock { $0["/dev/\(name)"] = nil }
    umockdev_testbed_uevent(testbed, path, "remove")
    umockdev_testbed_remove_device(testbed, path)
  }

  /// A pseudo-terminal for the device. umockdev catches what is opened below /dev, and its ioctls are
  /// not safe between threads: so it does not see this one.
  private func makeTerminal(_ name: String) {
    let terminal = open("\(real)/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: Int32 = 0
    // What unlockpt(3) and ptsname(3) do, which Swift does not import.
    guard ioctl(terminal, 0x4004_5431, &locked) == 0, ioctl(terminal, 0x8004_5430, &number) == 0
    else { fail("no terminal for \(name)") }
    terminals[name] = terminal
    let path = "\(real)/dev/pts/\(number)"
    ports.withLock { $0["/dev/\(name)"] = path }
  }

  private func speakLater() {
    loop.after(milliseconds: 200) { [self] in
      let sentence = Array("$PFLAU,2,1,2,1,0,,0,,,*4E\r\n".utf8)
      for terminal in speaking.values { _ = write(terminal, sentence, sentence.count) }
      speakLater()
    }
  }

  private func wait(serial: String, state: String, name: String) async {
    for _ in 0..<2000 {
      let status = await hub.statuses.first { $0.id.hasSuffix("_\(serial)") }
      if let status, status.state.rawValue == state, status.address == "/dev/\(name)" {
        let kind = status.identity?.kind.rawValue ?? "-"
        return say("\(status.id) \(status.address) \(state) \(kind)")
      }
      await loop.pause(milliseconds: 10)
    }
    let all = await hub.statuses.map { "\($0.id) \($0.address) \($0.state)" }
    fail("not \(state): \(all)")
  }
}
