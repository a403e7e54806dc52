/// One motor controller: what it measures and counts, and how it answers.
package struct VirtualController: Sendable {
  package var id: UInt8
  package var uuid: [UInt8]
  package var hardware = "Demo_HW_7"
  package var version: (major: UInt8, minor: UInt8) = (6, 5)
  /// 0 motor controller, 1 battery monitor, 2 custom module.
  package var hardwareType: UInt8 = 0
  /// Whether it knows GET_VALUES_SELECTIVE.
  package var isSelective = true
  /// How much of a full GET_VALUES it sends: 54 bytes end before the controller's id.
  package var valuesLength = 74
  /// Whether it answers GET_MCCONF_TEMP.
  package var tellsLimits = true
  /// Whether it answers GET_VALUES_SETUP, and whether that has an odometer.
  package var tellsSetup = true
  package var hasOdometer = true

  package var poles: UInt8 = 30
  package var gear = 1.0
  /// m.
  package var wheel = 0.2794
  package var erpm: Int32 = 0
  /// A, V, °C.
  package var motorCurrent = 0.0
  package var inputCurrent = 0.0
  package var voltage = 0.0
  package var mosfet = 0.0
  package var motor = 0.0
  package var duty = 0.0
  package var fault: UInt8 = 0
  package var batteryLevel = 0.8
  /// m, kept through a restart.
  package var odometer = 4_123_456.0
  /// Since the start.
  package var steps = 0.0
  package var uptimeMs = 1_000.0

  package init(id: UInt8, seed: UInt8 = 16) {
    self.id = id
    uuid = (0..<12).map { seed &+ $0 }
  }

  /// m in one step of the tachometer.
  package var metresPerStep: Double { Double.pi * wheel / (3 * Double(poles) * gear) }

  /// Time passes at the present speed.
  package mutating func pass(milliseconds: Double) {
    let more = abs(Double(erpm)) / 60 * 6 * milliseconds / 1000
    steps += more
    odometer += more * metresPerStep
    uptimeMs += milliseconds
  }

  /// A power cut: the counters start anew, and the odometer has lost what was not saved.
  package mutating func restart(losing metres: Double = 0) {
    steps = 0
    uptimeMs = 0
    odometer -= metres
  }

  // MARK: Replies

  package var firmwareVersion: [UInt8] {
    var reply = ReplyBytes([0, version.major, version.minor])
    reply.bytes += Array(hardware.utf8) + [0] + uuid + [0, 0, hardwareType]
    return reply.bytes
  }

  package var limits: [UInt8] {
    var reply = ReplyBytes([91])
    for limit in [1, 1, -100_000, 100_000, 0.005, 0.95, -15_000, 15_000, -60, 80] {
      reply.float32(limit)
    }
    reply.bytes.append(poles)
    reply.float32(gear)
    reply.float32(wheel)
    return reply.bytes
  }

  package var values: [UInt8] {
    var reply = ReplyBytes([4])
    for bit in 0..<22 { append(bit, to: &reply) }
    return Array(reply.bytes.prefix(valuesLength))
  }

  package func values(mask: UInt32) -> [UInt8] {
    var reply = ReplyBytes([50])
    reply.integer(mask)
    for bit in 0..<22 where mask & 1 << bit != 0 { append(bit, to: &reply) }
    return reply.bytes
  }

  private func append(_ bit: Int, to reply: inout ReplyBytes) {
    switch bit {
    case 0: reply.scaled16(mosfet, 10)
    case 1: reply.scaled16(motor, 10)
    case 2: reply.scaled32(motorCurrent, 100)
    case 3: reply.scaled32(inputCurrent, 100)
    case 6: reply.scaled16(duty, 1000)
    case 7: reply.integer(erpm)
    case 8: reply.scaled16(voltage, 10)
    case 13, 14: reply.integer(Int32(steps))
    case 15: reply.bytes.append(fault)
    case 17: reply.bytes.append(id)
    case 18: for _ in 0..<3 { reply.scaled16(mosfet, 10) }
    case 21: reply.bytes.append(0)
    default: reply.integer(Int32(0))
    }
  }

  /// SETUP with the sums over all controllers.
  package func setup(_ all: [VirtualController]) -> [UInt8] {
    var reply = ReplyBytes([47])
    reply.scaled16(mosfet, 10)
    reply.scaled16(motor, 10)
    reply.scaled32(all.reduce(0) { $0 + $1.motorCurrent }, 100)
    reply.scaled32(all.reduce(0) { $0 + $1.inputCurrent }, 100)
    reply.scaled16(duty, 1000)
    reply.integer(erpm)
    reply.scaled32(Double(erpm) / 60 * 6 * metresPerStep, 1000)
    reply.scaled16(voltage, 10)
    reply.scaled16(batteryLevel, 1000)
    for _ in 0..<4 { reply.integer(Int32(0)) }
    for _ in 0..<2 { reply.scaled32(steps * metresPerStep, 1000) }
    reply.integer(Int32(0))
    reply.bytes += [fault, id, UInt8(all.count)]
    reply.integer(Int32(1_033_500))
    guard hasOdometer else { return reply.bytes }
    reply.integer(UInt32(odometer))
    reply.integer(UInt32(truncatingIfNeeded: Int64(uptimeMs)))
    return reply.bytes
  }
}

/// Appends the scalars of replies, big-endian.
struct ReplyBytes {
  var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func integer(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func scaled16(_ value: Double, _ scale: Double) {
    integer(Int16(clamping: Int64((value * scale).rounded())))
  }

  mutating func scaled32(_ value: Double, _ scale: Double) {
    integer(Int32(clamping: Int64((value * scale).rounded())))
  }

  mutating func float32(_ value: Double) { integer(Float(value).bitPattern) }
}
