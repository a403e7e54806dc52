import BluetoothDoubles
import ControlAPI
import FlightSimulator
import IGC
import Linux
import NetworkDoubles
import TestSupport
import Testing

extension EndToEnd {
  /// Instruments over Bluetooth LE, with BlueZ played on a private bus.
  @Suite(.timeLimit(.minutes(10)))
  struct BluetoothTests {
    private static let (mine, other, strange) = (
      "C4:00:00:00:00:0A", "C4:00:00:00:00:0B", "C4:00:00:00:00:0C"
    )
    private let fixes = SimulatedFlight(.minute).fixes

    /// Sends values of an instrument, and waits until the box has read them.
    private func tell(
      _ bluez: FakeBlueZ, _ address: String, _ value: [UInt8], _ box: Box
    ) async throws {
      let before = try await instrument(address, of: box)?.messages ?? 0
      bluez.notify(address, value)
      try await eventually("a value of \(address)") {
        (try await instrument(address, of: box).map { $0.messages > before } == true).orNil
      }
    }

    private func instrument(_ address: String, of box: Box) async throws -> InstrumentFacts? {
      try await box.instruments().instruments.first { $0.id == address }
    }

    /// Waits until notifications of an instrument come through.
    private func connected(_ address: String, _ box: Box) async throws {
      try await eventually("connection of \(address)", detail: { "\(box.log.lines.suffix(20))" }) {
        (try? await instrument(address, of: box)?.link == .connected)?.orNil
      }
    }

    @Test("heart rate and oxygen saturation are in fixes and in the file")
    func bodies() async throws {
      let line = try SerialLine()
      let bus = try await PrivateBus(in: TemporaryFolder())
      let bluez = try FakeBlueZ(at: bus.address, [.strap(Self.mine), .oximeter(Self.other)])
      let box = try Box(
        instruments: [
          ["address = \(line.path)", "speed = 19200"],
          ["address = \(Self.mine)", "driver = heart-rate"],
          ["address = \(Self.other)", "driver = pulse-oximeter"],
        ], bus: bus)
      try box.begin()
      try await box.opened()
      try await connected(Self.mine, box)
      try await connected(Self.other, box)
      // A pulse that the oximeter does not know (SFLOAT NaN) leaves the strap's.
      try await tell(bluez, Self.other, [0x00, 0x61, 0x00, 0xFF, 0x07], box)
      try await tell(bluez, Self.mine, [0x06, 72], box)
      try await line.feed(fixes.prefix(20))
      try await box.stored(upTo: fixes[19].time)
      try await tell(bluez, Self.other, [0x00, 0x58, 0x00, 0xFF, 0x07], box)
      try await tell(bluez, Self.mine, [0x06, 143], box)
      try await line.feed(fixes[20...])
      try await box.stored(upTo: fixes.last!.time)
      try await box.command("record", "stop")
      let due = fixes.indices.map { index -> StoredRows.Body in
        index < 20
          ? .init(heartRate: 72, oxygenSaturation: 97)
          : .init(heartRate: 143, oxygenSaturation: 88)
      }
      #expect(try box.rows().bodies() == due)
      let text = String(
        decoding: try Files.read("\(box.state)/flights/\(box.files[0])", limit: 1 << 20),
        as: UTF8.self)
      #expect(text.contains("LXBGXXH is heart rate in beats a minute"))
      #expect(text.contains("LXBGXXO is oxygen saturation (SpO2) in percent"))
      let file = try box.file(box.files[0])
      let written = file.track.indices.map { fix in
        StoredRows.Body(
          heartRate: file.text(of: "XXH", in: fix).flatMap { Int64($0) },
          oxygenSaturation: file.text(of: "XXO", in: fix).flatMap { Int64($0) })
      }
      #expect(written == due)
      await box.stop()
      bluez.stop()
      await bus.kill()
    }

    @Test("a VESC over Nordic UART is a board with frames, and again after bluetoothd restarted")
    func board() async throws {
      let line = try SerialLine()
      let bus = try await PrivateBus(in: TemporaryFolder())
      let first = try FakeBlueZ(at: bus.address, [.board(Self.mine)])
      let box = try Box(
        instruments: [
          ["address = \(line.path)", "speed = 19200"],
          ["address = \(Self.mine)", "driver = vesc"],
        ], bus: bus)
      try box.begin()
      try await box.opened()
      try await line.feed(fixes.prefix(20))
      try await box.status("the board") {
        $0.sources[1].kind == "vesc" && $0.sources[1].state == .ok
      }
      // Positions alone make a frame a fix.
      let before = try await box.status("its frames") { $0.counters.frames >= 25 }
      let boards = try await box.command("boards", "list").output
      first.stop()
      let gone = try await box.status("loss of the board") { $0.sources[1].link != .connected }
      let second = try FakeBlueZ(at: bus.address, [.board(Self.mine)])
      let counted = try #require(gone.facts?.counters.frames)
      let after = try await box.status("frames once more") { $0.counters.frames >= counted + 5 }
      #expect(after.facts?.recording?.id == before.facts?.recording?.id)
      #expect(try await box.command("boards", "list").output == boards)
      let shown = try await box.command("devices").output
      #expect(shown.contains { $0.hasPrefix("vesc ") && $0.contains(" OK ") }, "\(shown)")
      #expect(first.violations + second.violations == [])
      await box.stop()
      second.stop()
      await bus.kill()
    }

    @Test("a FLARM's settings and flights come over Bluetooth too")
    func ground() async throws {
      let folder = TemporaryFolder()
      let path = folder.file("67EXA011.IGC")
      let flight = (0..<300).map { "B0900\(10 + $0 % 50)4722613N00832501EA0081200861\r\n" }
      try Files.replace(path, with: Array("AXBG7A1\r\n\(flight.joined())".utf8))
      let flarm = try await SimulatedFLARM(
        .tcp, "--interval", "0.2", files: [path], in: folder)
      let module = try FLARMOverBluetooth(Self.mine, of: flarm)
      let bus = try await PrivateBus(in: folder)
      let bluez = try FakeBlueZ(at: bus.address, [module.peripheral])
      try module.serve(through: bluez)
      let box = try Box(instruments: [["address = \(Self.mine)"]], bus: bus)
      try box.begin()
      try await eventually("recognition of the FLARM", detail: { "\(box.log.lines.suffix(20))" }) {
        (try? await instrument(Self.mine, of: box)?.kind == "flarm")?.orNil
      }
      let set = try await box.command(
        "flarm", "config", "set", "PILOT=Ada", "--device", Self.mine)
      #expect(set.output == ["PILOT  Ada"])
      let target = folder.file("flights")
      try Files.makeFolder(target)
      let fetched = try await box.command("flarm", "download", "--into", target)
      #expect(fetched.code == 0, "\(fetched.output)")
      let got = try Files.read("\(target)/67EXA011.IGC", limit: 1 << 20)
      #expect(got == (try Files.read(path, limit: 1 << 20)))
      #expect(flarm.violations + bluez.violations == [])
      await box.stop()
      bluez.stop()
      await bus.kill()
    }

    @Test("a stranger nearby is listed when somebody looks around, and never connected")
    func stranger() async throws {
      let bus = try await PrivateBus(in: TemporaryFolder())
      let bluez = try FakeBlueZ(at: bus.address, [.board(Self.strange), .strap(Self.mine)])
      let box = try Box(
        instruments: [["address = \(Self.mine)", "driver = heart-rate"]], bus: bus)
      try box.begin()
      try await connected(Self.mine, box)
      let (code, output) = try await box.command("devices", "--nearby")
      #expect(code == 0)
      let row = output.first { $0.hasPrefix(Self.strange) } ?? ""
      #expect(row.contains("Little FOCer") && row.contains("Nordic UART"), "\(output)")
      #expect(bluez.calls.filter { $0.hasPrefix("Connect") } == ["Connect \(Self.mine)"])
      #expect(bluez.violations == [])
      await box.stop()
      bluez.stop()
      await bus.kill()
    }
  }
}
