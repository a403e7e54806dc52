/// A board: the controller on the link, others on its CAN bus, perhaps Refloat and a battery
/// monitor. A value: a request's payload in, replies' payloads out.
package struct VirtualVESC: Sendable {
  /// The package that balances, by the version of its INFO.
  package enum Refloat: Sendable { case none, infoVersion1, infoVersion2 }

  /// The first is on the link.
  package var controllers: [VirtualController]
  package var refloat = Refloat.none
  /// Low nibble of Refloat's state: 1 to 5 is riding.
  package var state: UInt8 = 1
  /// 0 none, 1 left, 2 both, 3 right.
  package var footpad: UInt8 = 2
  /// Degrees.
  package var pitch = 0.0
  /// V; none without a battery monitor.
  package var cells: [Double] = []
  /// Bit 0 is a fault of the firmware.
  package var alertMask: UInt32 = 0
  /// Switched off: nothing answers.
  package var isOff = false

  package init(_ controllers: [VirtualController]) { self.controllers = controllers }

  /// Time passes for all of them.
  package mutating func pass(milliseconds: Double) {
    for index in controllers.indices where !isOff {
      controllers[index].pass(milliseconds: milliseconds)
    }
  }

  /// What comes back for one request; nothing for what it does not know.
  package func replies(to payload: [UInt8]) -> [[UInt8]] {
    guard !isOff, let command = payload.first else { return [] }
    guard command == 34 else { return reply(of: controllers[0], to: payload) }
    guard payload.count > 2, let other = controllers.first(where: { $0.id == payload[1] }) else {
      return []
    }
    return reply(of: other, to: Array(payload.dropFirst(2)))
  }

  private func reply(of controller: VirtualController, to payload: [UInt8]) -> [[UInt8]] {
    if payload == [0] { return [controller.firmwareVersion] }
    if payload == [62] { return [[62] + controllers.dropFirst().map(\.id)] }
    guard controller.hardwareType == 0 else { return [] }
    switch payload[0] {
    case 4: return [controller.values]
    case 47: return controller.tellsSetup ? [controller.setup(motors)] : []
    case 50:
      guard controller.isSelective, payload.count == 5 else { return [] }
      return [controller.values(mask: payload.dropFirst().reduce(0) { $0 << 8 | UInt32($1) })]
    case 91: return controller.tellsLimits ? [controller.limits] : []
    case 96: return [battery]
    case 36: return refloat(payload)
    default: return []
    }
  }

  private var motors: [VirtualController] { controllers.filter { $0.hardwareType == 0 } }

  private var battery: [UInt8] {
    var reply = ReplyBytes([96])
    for _ in 0..<6 { reply.integer(Int32(0)) }
    reply.bytes.append(UInt8(cells.count))
    for cell in cells { reply.scaled16(cell, 1000) }
    reply.bytes += cells.map { _ in 0 } + [0]
    for _ in 0..<4 { reply.integer(Int16(0)) }
    reply.scaled16(0.812, 1000)
    reply.scaled16(0.99, 1000)
    return reply.bytes
  }

  // MARK: Refloat

  private func refloat(_ payload: [UInt8]) -> [[UInt8]] {
    guard refloat != .none, payload.count > 2, payload[1] == 101 else { return [] }
    switch payload[2] {
    case 0: return [info]
    case 10: return payload.count > 3 ? [allData(mode: payload[3])] : []
    case 35: return refloat == .infoVersion2 ? [alerts] : []
    default: return []
    }
  }

  private var info: [UInt8] {
    guard refloat == .infoVersion2 else { return [36, 101, 0, 12, 1, 3] }
    var reply = ReplyBytes([36, 101, 0, 2, 0])
    reply.bytes += Array("Refloat".utf8) + [UInt8](repeating: 0, count: 13) + [1, 3, 0]
    reply.bytes += [UInt8](repeating: 0, count: 20)
    for word in [0x89AB_01CD, 10_000, 0x8000_0005] as [UInt32] { reply.integer(word) }
    reply.bytes.append(0)
    return reply.bytes
  }

  private var alerts: [UInt8] {
    var reply = ReplyBytes([36, 101, 35])
    reply.integer(alertMask)
    reply.integer(UInt32(0))
    reply.bytes += alertMask & 1 == 0 ? [0] : [5, 13] + Array("OVER_TEMP_FET".utf8)
    reply.bytes.append(0)
    return reply.bytes
  }

  private func allData(mode: UInt8) -> [UInt8] {
    let controller = controllers[0]
    if controller.fault != 0 { return [36, 101, 10, 69, controller.fault] }
    var reply = ReplyBytes([36, 101, 10, mode])
    reply.scaled16(-21.5, 10)
    reply.scaled16(pitch + 0.5, 10)
    reply.scaled16(-4.7, 10)
    reply.bytes += [state & 0xF | 0x20, footpad, 155, 149, 131, 128, 128, 128, 128, 128]
    reply.scaled16(pitch, 10)
    reply.bytes.append(128)
    reply.scaled16(controller.voltage, 10)
    reply.integer(Int16(truncatingIfNeeded: controller.erpm))
    reply.scaled16(Double(controller.erpm) / 60 * 6 * controller.metresPerStep, 10)
    reply.scaled16(controller.motorCurrent, 10)
    reply.scaled16(controller.inputCurrent, 10)
    reply.bytes += [UInt8(clamping: Int(controller.duty * 100) + 128), 222]
    if mode >= 2 { appendCounters(of: controller, mode, to: &reply) }
    return reply.bytes
  }

  private func appendCounters(
    of controller: VirtualController, _ mode: UInt8, to reply: inout ReplyBytes
  ) {
    reply.float32(controller.steps * controller.metresPerStep)
    reply.bytes += [
      UInt8(clamping: Int(controller.mosfet * 2)), UInt8(clamping: Int(controller.motor * 2)), 0,
    ]
    guard mode >= 3 else { return }
    reply.integer(UInt32(controller.odometer))
    for value in [87, 12, 612, 84] as [Int16] { reply.integer(value) }
    reply.bytes.append(UInt8(clamping: Int(controller.batteryLevel * 200)))
    if mode >= 4 { reply.integer(UInt32(0)) }
  }
}
