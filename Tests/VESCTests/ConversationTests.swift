import FlightModel
import RecordingModel
import Telemetry
import Testing
import VESCDoubles

@testable import VESC

@Suite struct ConversationTests {
  @Test func `a board is known by its UUID, and its values are in the units of frames`() throws {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 10_000)
    #expect(
      talk.boards == [
        BoardIdentity(
          key: "vesc:101112131415161718191a1b", name: "Demo_HW_7", transport: "serial")
      ])
    let sample = try #require(talk.samples.last)
    #expect(sample.boardKey == "vesc:101112131415161718191a1b")
    #expect(sample.canID == 7)
    #expect(sample.batteryPermille == 800)
    #expect(sample.isRiding == nil)
    var motion = MotionColumns()
    // 6120 / 15 / 60 · π · 0.2794 m = 5.969 m/s.
    motion.speedCentiKmh = 2_149
    motion.batteryVoltageMv = 73_800
    motion.motorCurrentMa = 18_730
    motion.batteryCurrentMa = 9_420
    motion.dutyPermille = 437
    motion.erpm = 6_120
    motion.tempMosfetDeciC = 412
    motion.tempMotorDeciC = 385
    motion.faultCode = 0
    motion.odometerCm = sample.motion.odometerCm
    #expect(sample.motion == motion)
  }

  @Test func `samples come at the floor's rate, and never two requests at once`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 20_000)
    let before = talk.samples.count
    talk.run(ms: 60_000)
    // 20 Hz; a question that is asked seldom costs at most its own reply.
    #expect(1_190...1_201 ~= talk.samples.count - before)
    for (one, next) in zip(talk.requests, talk.requests.dropFirst()) {
      #expect(next.atMs - one.atMs >= talk.latencyMs)
    }
  }

  @Test func `over Bluetooth the replies set the pace`() {
    var talk = Talk(.rolling())
    talk.latencyMs = 240
    talk.open(.bluetooth(address: "00:11:22:33:44:55"))
    talk.run(ms: 20_000)
    let before = talk.samples.count
    talk.run(ms: 60_000)
    #expect(190...250 ~= talk.samples.count - before)
    #expect(talk.boards.first?.transport == "bluetooth")
    #expect(talk.boards.first?.bluetoothAddress == "00:11:22:33:44:55")
  }

  @Test func `a board switched on five minutes late is found`() {
    var talk = Talk(.rolling())
    talk.vesc.isOff = true
    talk.open()
    talk.run(ms: 300_000)
    #expect(talk.samples.isEmpty && talk.boards.isEmpty)
    #expect(talk.requests.allSatisfy { $0.request == VESCRequest(.firmwareVersion) })
    #expect(talk.silencesAtMs.count > 50)
    talk.vesc.isOff = false
    talk.run(ms: 4_000)
    #expect(talk.boards.count == 1)
    #expect(!talk.samples.isEmpty)
  }

  @Test func `silence asks for the link to be opened anew, within 2.5 to 4 s`() throws {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 10_000)
    talk.vesc.isOff = true
    let off = talk.nowMs
    talk.run(ms: 10_000, reopening: false)
    let silence = try #require(talk.silencesAtMs.first)
    #expect(2_500...4_000 ~= silence - off)
    #expect(talk.silencesAtMs.count == 1)
    talk.close()
    #expect(talk.events.last == .gone(key: "vesc:101112131415161718191a1b", at: talk.now))
  }

  @Test func `a closed link says once that the board is gone, and asks nothing more`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 5_000)
    talk.close()
    talk.close()
    let asked = talk.requests.count
    talk.receive(VESCPacket(payload: [0]).bytes)
    talk.run(ms: 5_000)
    #expect(talk.requests.count == asked)
    let gone = talk.events.filter { if case .gone = $0 { true } else { false } }
    #expect(gone.count == 1)
  }

  @Test func `a lost reply costs its time-out and one sample`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 20_000)
    var lost = 0
    talk.loses = { request in
      guard case .valuesSelective = request.question, lost == 0 else { return false }
      lost += 1
      return true
    }
    let (before, at) = (talk.samples.count, talk.nowMs)
    talk.run(ms: 3_000)
    #expect(lost == 1 && talk.conversation.counters.lost >= 1)
    #expect(36...42 ~= talk.samples.count - before)
    let times = talk.samples.map(\.receivedAt.milliseconds).filter { $0 >= at }
    #expect(Set(times).count == times.count, "no reading makes two samples")
  }

  @Test func `values lost three times in a row are asked again at once`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 15_000)
    var lost = 0
    talk.loses = { request in
      guard case .valuesSelective = request.question, lost < 3 else { return false }
      lost += 1
      return true
    }
    let before = talk.samples.count
    talk.run(ms: 5_000)
    #expect(lost == 3 && talk.silencesAtMs.isEmpty)
    #expect(talk.samples.count - before >= 30)
  }

  @Test func `a reply that comes after its time-out is not taken for the next one's`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 15_000)
    talk.latencyMs = 1_200
    talk.run(ms: 2_000)
    talk.latencyMs = 6
    talk.run(ms: 5_000)
    #expect(talk.conversation.counters.unexpected >= 1)
    #expect(talk.samples.allSatisfy { $0.motion.batteryVoltageMv == 73_800 })
    #expect(talk.samples.last?.receivedAt.milliseconds ?? 0 > talk.nowMs - 1_100)
  }

  @Test func `one reply in five lost leaves a conversation that goes on`() {
    var talk = Talk(.rolling())
    var number = 0
    talk.loses = { _ in
      number += 1
      return number.isMultiple(of: 5)
    }
    talk.open()
    talk.run(ms: 60_000)
    #expect(talk.samples.count > 100)
    #expect(talk.silencesAtMs.isEmpty)
    #expect(talk.samples.last?.motion.speedCentiKmh == 2_149)
  }

  @Test func `firmware without the selective form is asked for everything`() throws {
    var vesc = VirtualVESC.rolling()
    vesc.controllers[0].isSelective = false
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 15_000)
    let (before, asked) = (talk.samples.count, talk.requests.count)
    talk.run(ms: 10_000)
    #expect(talk.samples.count - before >= 195)
    let selective = talk.requests[asked...].filter {
      if case .valuesSelective = $0.request.question { true } else { false }
    }
    #expect(selective.isEmpty, "what is not understood is not asked again")
    #expect(try #require(talk.samples.last).motion.motorCurrentMa == 18_730)
  }

  @Test func `firmware before 3 is asked for nothing but its version`() {
    var vesc = VirtualVESC.rolling()
    vesc.controllers[0].version = (2, 18)
    var talk = Talk(vesc)
    talk.open()
    talk.run(ms: 30_000)
    #expect(talk.requests.allSatisfy { $0.request == VESCRequest(.firmwareVersion) })
    #expect(talk.requests.count <= 16)
    #expect(talk.identities.last?.firmware == "2.18 (too old)")
    #expect(talk.samples.isEmpty && talk.silencesAtMs.isEmpty)
  }

  @Test func `printed lines, strangers' replies and noise change nothing`() throws {
    var talk = Talk(.rolling())
    var stranger = VirtualController(id: 55)
    stranger.voltage = 12
    stranger.erpm = 1
    talk.unasked = [
      [21] + Array("Motor 1 ready".utf8), [36, 102, 10, 1], [200, 1, 2, 3],
      stranger.values(mask: MotorValues.Fields.sample.rawValue), [4, 0, 0],
    ]
    talk.open()
    talk.run(ms: 3_000)
    talk.receive([0x41, 0x54, 0x0D])
    talk.run(ms: 7_000)
    #expect(talk.samples.count > 100)
    let late = talk.samples.filter { $0.receivedAt.milliseconds > 5_000 }
    #expect(late.allSatisfy { $0.motion.batteryVoltageMv == 73_800 && $0.canID == 7 })
    #expect(talk.conversation.counters.unexpected > 300)
    #expect(talk.conversation.counters.truncated > 100)
    #expect(talk.conversation.packetCounters.skippedBytes == 3)
  }

  @Test func `zeros before the first measurement make no sample`() {
    var talk = Talk(.rolling())
    let measured = talk.vesc.controllers[0]
    talk.vesc.controllers[0] = VirtualController(id: 7)
    talk.open()
    talk.run(ms: 5_000)
    #expect(talk.boards.count == 1 && talk.samples.isEmpty)
    talk.vesc.controllers[0] = measured
    talk.run(ms: 1_000)
    #expect(!talk.samples.isEmpty)
    #expect(talk.samples.allSatisfy { $0.motion.batteryVoltageMv == 73_800 })
    // Standing still later on is a measurement.
    talk.vesc.controllers[0].erpm = 0
    talk.run(ms: 500)
    #expect(talk.samples.last?.motion.speedCentiKmh == 0)
  }

  @Test func `a motor without a sensor has no temperature`() {
    var talk = Talk(.rolling())
    talk.vesc.controllers[0].motor = -273.2
    talk.open()
    talk.run(ms: 1_000)
    #expect(talk.samples.last?.motion.tempMotorDeciC == nil)
    #expect(talk.samples.last?.motion.tempMosfetDeciC == 412)
  }

  @Test func `another board on the same port is another board`() {
    var talk = Talk(.rolling())
    talk.open()
    talk.run(ms: 5_000)
    talk.vesc.controllers[0].uuid = (0..<12).map { $0 }
    talk.vesc.controllers[0].odometer = 10
    talk.run(ms: 70_000)
    #expect(
      talk.boards.map(\.key) == [
        "vesc:101112131415161718191a1b", "vesc:000102030405060708090a0b",
      ])
    let gone = talk.events.contains {
      if case .gone(let key, _) = $0 { key == "vesc:101112131415161718191a1b" } else { false }
    }
    #expect(gone)
    #expect((talk.samples.last?.motion.odometerCm ?? .max) < 100_000)
  }
}
