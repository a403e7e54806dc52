import CUmockdev
import Glibc
import Linux
import Udev

/// Shows what the wrapper around libudev makes of virtual devices: run under umockdev-wrapper, with
/// commands on standard input, one a line.
///
/// - `add NAME [KEY=VALUE …]`: a port of this name, with udev's properties; `+` is a blank.
/// - `console NAME`: a virtual terminal.
/// - `watch`: begins to watch, and prints the ports that are there.
/// - `remove NAME`.
///
/// Once it watches, each `add` and `remove` waits for the event that it leads to, and prints it.
@main
enum VirtualSerial {
  static func main() throws {
    let loop = try EventLoop(name: "virtual-serial")
    let box = Box(loop: loop)
    Task(executorPreference: loop) { await box.start() }
    loop.run()
  }
}

private func fail(_ text: String) -> Never {
  say(text)
  exit(70)
}

private func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

/// The virtual devices and the watch on them.
private actor Box {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
  private let testbed = umockdev_testbed_new()
  private var watch: SerialDeviceWatch?
  private var timer: EventLoop.Timer?
  private var paths: [String: String] = [:]
  /// When a `remove` or `add` leads to nothing, the run ends here instead of for ever.
  private let patienceMs: Int64 = 20_000

  init(loop: EventLoop) { self.loop = loop }

  func start() { next() }

  private func next() {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard let line = readLine() else {
      watch?.close()
      watch = nil
      return loop.stop()
    }
    perform(line.split(separator: " ").map(String.init))
    if watch == nil || line == "watch" { return next() }
    timer = loop.after(milliseconds: patienceMs) { fail("nothing came of: \(line)") }
  }

  private func perform(_ words: [String]) {
    guard let name = words.dropFirst().first ?? words.first else { return }
    switch words[0] {
    case "watch": begin()
    case "remove":
      guard let path = paths.removeValue(forKey: name) else { fail("no \(name)") }
      umockdev_testbed_uevent(testbed, path, "remove")
      umockdev_testbed_remove_device(testbed, path)
    case "console": add(name, below: "/sys/devices/virtual", [])
    case "add": add(name, below: nil, words.dropFirst(2).map { $0.replacing("+", with: " ") })
    default: fail("unknown: \(words[0])")
    }
  }

  private func begin() {
    do {
      let watch = try SerialDeviceWatch(loop: loop) { [self] event in
        show(event)
        next()
      }
      self.watch = watch
      for device in watch.devices { show("there", device) }
    } catch {
      fail("\(error)")
    }
  }

  private func show(_ event: SerialDeviceWatch.Event) {
    switch event {
    case .added(let device): show("added", device)
    case .removed(let device): say("removed \(device.node)")
    }
  }

  private func show(_ word: String, _ device: SerialDevice) {
    let name = watch?.devices.stableName(of: device) ?? device.node
    say(
      [
        word, device.node, name, device.usb?.description ?? "-", device.product ?? "-",
        device.driver ?? "-",
        device.isVESC ? "vesc" : device.isUBlox ? "u-blox" : "unknown",
      ].joined(separator: "|"))
  }

  /// A device as umockdev describes one: path, node, properties.
  private func add(_ name: String, below folder: String?, _ properties: [String]) {
    let path = "\(folder ?? "/devices/pci0000:00/usb1/1-1")/tty/\(name)"
      .replacing("/sys/devices", with: "/devices")
    let lines =
      ["P: \(path)", "N: \(name)"]
      + (["DEVNAME=/dev/\(name)", "SUBSYSTEM=tty"] + properties).map { "E: \($0)" }
    let isAdded = umockdev_testbed_add_from_string(
      testbed, lines.joined(separator: "\n") + "\n\n", nil)
    if isAdded == 0 { fail("umockdev refuses \(name)") }
    paths[name] = "/sys\(path)"
    if watch != nil { umockdev_testbed_uevent(testbed, "/sys\(path)", "add") }
  }
}
