import FlightModel
import RecordingModel
import Telemetry
import Testing
import VESCDoubles

@testable import VESC

/// Controllers on a bus, Refloat, odometers and what is told seldom.
@Suite struct BoardTests {
  // MARK: Several controllers

  private func pair() -> VirtualVESC {
    var vesc = VirtualVESC.rolling()
    var second = VirtualController(id: 98, seed: 64)
    second.voltage = 73.7
    second.erpm = 6_100
    second.motorCurrent = 11.5
    second.inputCurrent = -2.25
    second.mosfet = 39
    vesc.controllers.append(second)
    return vesc
  }

  @Test func `currents of two motors are summed, the rest is of the one on the link`() throws {
    var talk = Talk(pair())
    talk.open()
    talk.run(ms: 20_000)
    let motion = try #require(talk.samples.last).motion
    #expect(motion.motorCurrentMa == 30_230)
    #expect(motion.batteryCurrentMa == 7_170)
    #expect(motion.batteryVoltageMv == 73_800 && motion.erpm == 6_120)
    #expect(motion.tempMosfetDeciC == 412)
    #expect(
      talk.requests.contains { $0.request == VESCRequest(.valuesSelective(.sample), canID: 98) })
    #expect(talk.boards.count == 1)
  }

  @Test func `the bus is searched once, and not again when the link comes back`() {
    var talk = Talk(pair())
    talk.open()
    talk.run(ms: 20_000)
    talk.close()
    talk.open()
    talk.run(ms: 60_000)
    #expect(talk.requests.count { $0.request.question == .pingCAN } == 1)
    #expect(talk.boards.count == 2 && talk.samples.last?.motion.motorCurrentMa == 30_230)
  }

  @Test func `the currents are unknown while one motor does not tell, and then without it`() {
    var talk = Talk(pair())
    talk.open()
    talk.run(ms: 20_000)
    talk.loses = { $0.canID == 98 }
    let before = talk.samples.count
    talk.run(ms: 8_000)
    let rest = talk.samples[before...]
    #expect(rest.contains { $0.motion.motorCurrentMa == nil })
    #expect(rest.allSatisfy { $0.motion.batteryVoltageMv == 73_800 })
    #expect(rest.last?.motion.motorCurrentMa == 18_730)
    #expect(talk.silencesAtMs.isEmpty)
    talk.loses = { _ in false }
    talk.run(ms: 31_000)
    #expect(talk.samples.last?.motion.motorCurrentMa == 30_230)
  }

  @Test func `a reply of the other motor is not taken for this one's`() {
    var talk = Talk(pair())
    talk.unasked = [talk.vesc.controllers[1].values(mask: MotorValues.Fields.sample.rawValue)]
    talk.open()
    talk.run(ms: 20_000)
    let late = talk.samples.filter { $0.receivedAt.milliseconds > 10_000 }
    #expect(late.count > 100)
    #expect(late.allSatisfy { $0.motion.erpm == 6_120 && $0.canID == 7 })
  }

  @Test func `controllers too old to say who they are are told apart by the question`() throws {
    var vesc = pair()
    for index in vesc.controllers.indices {
      vesc.controllers[index].version = (3, 40)
      vesc.controllers[index].isSelective = false
      vesc.controllers[index].valuesLength = 54
      vesc.controllers[index].tellsSetup = false
    }
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 25_000)
    let sample = try #require(talk.samples.last)
    #expect(sample.canID == nil)
    #expect(sample.motion.motorCurrentMa == 30_230 && sample.motion.erpm == 6_120)
    #expect(sample.motion.speedCentiKmh == 2_149)
    #expect(sample.motion.odometerCm != nil && sample.batteryPermille == nil)
  }

  @Test func `a battery monitor on the bus is not asked for motor values`() {
    var vesc = VirtualVESC.rolling()
    vesc.controllers.append(VirtualController(id: 10, seed: 1))
    vesc.controllers[1].hardwareType = 1
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 20_000)
    #expect(talk.samples.last?.motion.motorCurrentMa == 18_730)
    let forwarded = talk.requests.filter { $0.request.canID == 10 }
    #expect(forwarded.map(\.request.question) == [.firmwareVersion])
  }

  @Test func `a fault of the other motor is told`() {
    var talk = Talk(pair())
    talk.vesc.controllers[1].fault = 5
    talk.open()
    talk.run(ms: 20_000)
    #expect(talk.samples.last?.motion.faultCode == 5)
  }

  @Test func `a module that drives no motor is a bridge to those that do`() {
    var module = VirtualController(id: 2, seed: 200)
    module.hardwareType = 2
    var talk = Talk(pair())
    talk.vesc.controllers.insert(module, at: 0)
    talk.vesc.controllers[1].id = 7
    talk.open()
    talk.run(ms: 20_000)
    #expect(talk.boards.map(\.key) == ["vesc:101112131415161718191a1b"])
    #expect(talk.samples.last?.motion.motorCurrentMa == 30_230)
    #expect(talk.samples.last?.motion.speedCentiKmh == 2_149)
    #expect(talk.samples.last?.canID == 7)
  }

  // MARK: Speed and way

  @Test func `without a calibration the speed is SETUP's, at the samples' rate`() {
    var vesc = VirtualVESC.rolling()
    vesc.controllers[0].tellsLimits = false
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 15_000)
    let before = talk.samples.count
    talk.run(ms: 5_000)
    #expect(talk.samples.count - before >= 95)
    #expect(talk.samples[before...].allSatisfy { $0.motion.speedCentiKmh == 2_149 })
  }

  @Test func `without either it is Refloat's, and without that it is unknown`() throws {
    var vesc = VirtualVESC.rolling()
    vesc.controllers[0].tellsLimits = false
    vesc.controllers[0].tellsSetup = false
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 20_000)
    #expect(talk.samples.last?.motion.erpm == 6_120)
    #expect(talk.samples.last?.motion.speedCentiKmh == nil)
    #expect(talk.samples.last?.motion.odometerCm == nil)
    #expect(talk.samples.last?.batteryPermille == nil)
    vesc.refloat = .infoVersion1
    talk = Talk(vesc)
    talk.open()
    talk.run(ms: 20_000)
    // 5.969 m/s in tenths.
    #expect(talk.samples.last?.motion.speedCentiKmh == 2_160)
    #expect(talk.samples.last?.batteryPermille == 800)
    let metres = try #require(talk.samples.last?.motion.odometerCm) / 100
    #expect(4_123_556...4_123_576 ~= metres)
  }

  @Test func `backwards is negative`() {
    var talk = Talk(.rolling())
    talk.vesc.controllers[0].erpm = -6_120
    talk.open()
    talk.run(ms: 3_000)
    #expect(talk.samples.last?.motion.speedCentiKmh == -2_149)
  }

  private func way(_ talk: Talk, from first: Int) -> Int64 {
    (talk.samples.last?.motion.odometerCm ?? 0) - (talk.samples[first].motion.odometerCm ?? 0)
  }

  @Test func `the odometer is the kept one, refined by the tachometer`() throws {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 20_000)
    let first = talk.samples.count - 1
    let at = talk.samples[first].receivedAt
    talk.run(ms: 60_000)
    let seconds = Double(try #require(talk.samples.last).receivedAt.milliseconds(since: at)) / 1000
    #expect(abs(Double(way(talk, from: first)) - 596.9 * seconds) < 10)
    let odometer = talk.vesc.controllers[0].odometer
    #expect(abs(Double(talk.samples.last?.motion.odometerCm ?? 0) / 100 - odometer) < 2)
    // Asked each 2 s, and sent in whole metres.
    #expect(0...13 ~= Int64(odometer) - (talk.facts.last?.odometerM ?? 0))
  }

  @Test func `way that was gone while the link was lost is not lost`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 20_000)
    let first = talk.samples.count - 1
    talk.close()
    talk.run(ms: 100_000)
    talk.open()
    talk.run(ms: 10_000)
    #expect(abs(Double(way(talk, from: first)) - 596.9 * 110) < 300)
  }

  @Test func `a restarted controller goes on from where it was, forward only`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 20_000)
    let first = talk.samples.count - 1
    talk.vesc.controllers[0].restart(losing: 500)
    talk.run(ms: 30_000)
    #expect(abs(Double(way(talk, from: first)) - 596.9 * 30) < 300)
    let odometers = talk.samples.compactMap(\.motion.odometerCm)
    #expect(zip(odometers, odometers.dropFirst()).allSatisfy { $0 <= $1 })
    #expect((talk.facts.last?.odometerM ?? 0) < 4_123_400, "the facts tell what it says")
  }

  @Test func `firmware without an odometer counts from zero`() {
    var vesc = VirtualVESC.rolling()
    vesc.controllers[0].hasOdometer = false
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 20_000)
    let first = talk.samples.count - 1
    #expect((talk.samples[first].motion.odometerCm ?? .max) < 12_000)
    talk.run(ms: 10_000)
    #expect(abs(Double(way(talk, from: first)) - 5_969) < 50)
    #expect(talk.facts.last?.odometerM == nil && talk.facts.last?.uptimeMs == nil)
  }

  // MARK: Refloat

  @Test(arguments: [(VirtualVESC.Refloat.infoVersion1, "1.2"), (.infoVersion2, "1.3.0")])
  func `Refloat of both ages tells how the board balances`(
    _ refloat: VirtualVESC.Refloat, _ version: String
  ) throws {
    var vesc = VirtualVESC.rolling()
    vesc.refloat = refloat
    vesc.pitch = 9.8
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 5_000)
    #expect(talk.identities.last?.product == "Demo_HW_7 with Refloat \(version)")
    let sample = try #require(talk.samples.last)
    #expect(sample.isRiding == true)
    #expect(sample.motion.pitchCentiDeg == 980 && sample.motion.balancePitchCentiDeg == 1_030)
    #expect(sample.motion.rollCentiDeg == -470 && sample.motion.balanceCurrentMa == -21_500)
    #expect(sample.motion.state == 1 && sample.motion.switchState == 2)
    #expect(sample.motion.adc1Milli == 3_100 && sample.motion.adc2Milli == 2_980)
    #expect(sample.motion.erpm == 6_120, "not the 16 bits of ALLDATA")
    talk.vesc.state = 8
    talk.run(ms: 1_000)
    #expect(talk.samples.last?.isRiding == false)
  }

  @Test func `speed beyond 16 bits of ERPM is whole`() {
    var vesc = VirtualVESC.rolling()
    vesc.refloat = .infoVersion2
    vesc.controllers[0].erpm = 40_000
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 5_000)
    #expect(talk.samples.last?.motion.erpm == 40_000)
  }

  @Test func `a package that is removed is not asked for ever`() {
    var vesc = VirtualVESC.rolling()
    vesc.refloat = .infoVersion2
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 15_000)
    #expect(talk.samples.last?.motion.state == 1)
    talk.vesc.refloat = .none
    talk.run(ms: 20_000)
    let before = talk.samples.count
    talk.run(ms: 10_000)
    #expect(talk.samples.count - before >= 175)
    #expect(talk.samples.last?.motion.state == nil && talk.samples.last?.isRiding == nil)
    #expect(talk.silencesAtMs.isEmpty)
  }

  @Test func `with a fault ALLDATA has no values, and GET_VALUES has the code`() {
    var vesc = VirtualVESC.rolling()
    vesc.refloat = .infoVersion2
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 5_000)
    talk.vesc.controllers[0].fault = 5
    talk.run(ms: 2_000)
    let motion = talk.samples.last?.motion
    #expect(motion?.faultCode == 5)
    #expect(motion?.state == nil && motion?.pitchCentiDeg == nil)
    #expect(motion?.batteryVoltageMv == 73_800)
    #expect(talk.conversation.counters.lost == 0)
  }

  // MARK: What is told seldom

  @Test func `cells, charge, odometer, uptime and alerts are facts`() throws {
    var vesc = VirtualVESC.rolling()
    vesc.refloat = .infoVersion2
    vesc.cells = [4.102, 4.098, 4.105]
    vesc.alertMask = 5
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 12_000)
    let facts = try #require(talk.facts.last)
    #expect(facts.boardKey == "vesc:101112131415161718191a1b")
    #expect(facts.cellMillivolts == [4_102, 4_098, 4_105])
    #expect(facts.stateOfChargePermille == 812 && facts.stateOfHealthPermille == 990)
    #expect(abs((facts.odometerM ?? 0) - 4_123_520) < 20)
    #expect(abs((facts.uptimeMs ?? 0) - 12_000) < 2_500)
    #expect(facts.activeAlerts == ["OVER_TEMP_FET", "alert 3"])
    #expect(talk.samples.last?.batteryPermille == 812)
    talk.vesc.alertMask = 0
    talk.run(ms: 6_000)
    #expect(talk.facts.last?.activeAlerts == [])
  }

  @Test func `a board without a battery monitor has no cells and no charge of theirs`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 12_000)
    #expect(talk.facts.last?.cellMillivolts == [])
    #expect(talk.facts.last?.stateOfChargePermille == nil)
    #expect(talk.facts.last?.stateOfHealthPermille == nil)
  }

  @Test func `what is asked seldom comes at its rate`() {
    var vesc = VirtualVESC.rolling()
    vesc.refloat = .infoVersion2
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 20_000)
    let asked = talk.requests.count
    talk.run(ms: 60_000)
    func count(_ question: VESCRequest.Question) -> Int {
      talk.requests[asked...].count { $0.request.question == question }
    }
    #expect(28...31 ~= count(.setup))
    #expect(28...31 ~= count(.refloat(.allData(.counters))))
    #expect(11...13 ~= count(.refloat(.alerts)))
    #expect(5...7 ~= count(.battery))
    #expect(count(.firmwareVersion) == 1)
    #expect(count(.motorLimits) == 0 && count(.pingCAN) == 0 && count(.refloat(.info)) == 0)
  }
}
