import Glibc

/// What the kernel tells of this machine and this process (proc(5), sysfs); nil where it does not.
package struct HostReading: Equatable, Sendable {
  /// Time of all processors since the boot, in the kernel's ticks, and how much of it they worked.
  package var processorTicks: Int64?
  package var busyTicks: Int64?
  /// Of the processor.
  package var temperatureC: Double?
  /// Memory of this process.
  package var residentBytes: Int64?
  /// Processor time of this process.
  package var cpuS: Double?
  /// What this process had written to disks.
  package var writtenBytes: Int64?
  /// Whether the board finds its supply too low.
  package var isSupplyLow: Bool?
  /// Whether it has done so since the boot.
  package var wasSupplyLow: Bool?

  package init() {}
}

/// Reads them, below another root in tests. What is found at the start is asked from then on.
package struct HostSensors: Sendable {
  private let root: String
  private let thermometer: String?
  private let supplyAlarm: String?
  private let throttling: String?

  package init(root: String = "") {
    self.root = root
    thermometer = Self.thermometer(root + "/sys/class/thermal")
    supplyAlarm = Self.supplyAlarm(root + "/sys/class/hwmon")
    let firmware = root + "/sys/devices/platform/soc/soc:firmware/get_throttled"
    throttling = Files.exists(firmware) ? firmware : nil
  }

  /// Whether this board says anything of its supply.
  package var tellsSupply: Bool { supplyAlarm != nil || throttling != nil }

  package func read() -> HostReading {
    var reading = HostReading()
    readProcessors(&reading)
    readProcess(&reading)
    readSupply(&reading)
    let degrees = thermometer.flatMap { Self.number($0) }.map { Double($0) / 1000 }
    reading.temperatureC = degrees.flatMap { (-60...200).contains($0) ? $0 : nil }
    return reading
  }

  // MARK: Processors and process

  /// The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal.
  private func readProcessors(_ reading: inout HostReading) {
    guard let line = Self.text(root + "/proc/stat", limit: 1 << 20)?.split(separator: "\n").first,
      line.hasPrefix("cpu ")
    else { return }
    let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { Int64($0) }
    guard ticks.count == 8, ticks.allSatisfy({ $0 >= 0 && $0 < 1 << 50 }) else { return }
    let all = ticks.reduce(0, +)
    (reading.processorTicks, reading.busyTicks) = (all, all - ticks[3] - ticks[4])
  }

  private func readProcess(_ reading: inout HostReading) {
    if let pages = Self.text(root + "/proc/self/statm")?.split(separator: " ").dropFirst().first {
      reading.residentBytes = Int64(pages).map { $0 &* Int64(sysconf(Int32(_SC_PAGESIZE))) }
    }
    let written = Self.text(root + "/proc/self/io")?.split(separator: "\n").first {
      $0.hasPrefix("write_bytes: ")
    }
    reading.writtenBytes = written.flatMap { Int64($0.dropFirst(13)) }
    var usage = rusage()
    guard getrusage(RUSAGE_SELF.rawValue, &usage) == 0 else { return }
    reading.cpuS = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
  }

  // MARK: Temperature and supply

  /// The zone that is about the processor, else the first.
  private static func thermometer(_ folder: String) -> String? {
    let zones = ((try? Files.names(in: folder)) ?? []).filter { $0.hasPrefix("thermal_zone") }
    let ofProcessor = zones.first { zone in
      let kind = text("\(folder)/\(zone)/type") ?? ""
      return ["cpu", "soc", "x86_pkg"].contains { kind.hasPrefix($0) }
    }
    return (ofProcessor ?? zones.first).map { "\(folder)/\($0)/temp" }
  }

  /// The alarm of a Raspberry Pi's supply, which lasts until the kernel's next look two seconds later.
  private static func supplyAlarm(_ folder: String) -> String? {
    let sensors = (try? Files.names(in: folder)) ?? []
    return sensors.first { text("\(folder)/\($0)/name") == "rpi_volt" }
      .map { "\(folder)/\($0)/in0_lcrit_alarm" }
  }

  /// The firmware's word has two bits for the supply: 0 for now, 16 for since the boot. The kernel's
  /// alarm takes the second away each time it looks.
  private func readSupply(_ reading: inout HostReading) {
    let word = throttling.flatMap { Self.text($0) }.flatMap { Int64($0, radix: 16) }
    reading.isSupplyLow = supplyAlarm.flatMap { Self.number($0) }.map { $0 != 0 }
    guard let word else { return }
    reading.isSupplyLow = (reading.isSupplyLow ?? false) || word & 1 != 0
    if word & 0x10000 != 0 { reading.wasSupplyLow = true }
    if supplyAlarm == nil, word & 0x10000 == 0 { reading.wasSupplyLow = false }
  }

  private static func number(_ path: String) -> Int64? { text(path).flatMap { Int64($0) } }

  /// A short file without the line end.
  private static func text(_ path: String, limit: Int = 1 << 12) -> String? {
    guard var bytes = try? Files.read(path, limit: limit) else { return nil }
    while bytes.last == 0x0A { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
