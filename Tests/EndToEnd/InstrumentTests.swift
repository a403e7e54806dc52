import ControlAPI
import FlightModel
import FlightSimulator
import Glibc
import HTTPClient
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// Instruments on serial ports, without any gpsd.
  @Suite(.timeLimit(.minutes(10)))
  struct InstrumentTests {
    private let fixes = SimulatedFlight(.minute).fixes
    private let flarm = NMEALog(pressure: .upperCase, hasTraffic: true)

    @Test("a receiver at an unknown speed is recognised, recorded whole and shown")
    func receiver() async throws {
      let line = try SerialLine()
      let box = try Box(instruments: [["address = \(line.path)"]])
      try box.begin()
      try await box.opened()
      try await line.feed(fixes)
      try await box.stored(upTo: fixes.last!.time)
      let shown = try await box.instruments()
      let instrument = try #require(shown.instruments.first)
      #expect(instrument.kind == "receiver")
      #expect(instrument.id == line.path)
      #expect(instrument.isConfigured && instrument.givesPosition)
      #expect(instrument.link == .connected)
      #expect(instrument.refused == 0)
      #expect(instrument.messages >= fixes.count)
      let (code, output) = try await box.command("devices")
      #expect(code == 0)
      #expect(output.contains { $0.hasPrefix("receiver ") && $0.contains(" instrument ") })
      try await box.command("record", "stop")
      let missing = Set(fixes.map(\.time)).subtracting(try box.rows().fixTimes())
      #expect(missing.isEmpty, "\(missing.map(\.rfc3339).sorted())")
      await box.stop()
    }

    @Test("unplugged and back under another name: told, reopened, one recording with a gap")
    func replugged() async throws {
      let line = try SerialLine()
      let box = try Box(instruments: [["address = \(line.path)"]])
      try box.begin()
      try await box.opened()
      try await line.feed(fixes.prefix(20))
      try await box.stored(upTo: fixes[19].time)
      line.unplug()
      let gone = try await box.status("loss of the instrument") { $0.sources[0].link == .gone }
      #expect(gone.problems.first?.id == "source-gone")
      #expect(gone.exitCode == .notSafelyRecording)
      try line.plugIn()
      try await box.opened()
      try await line.feed(fixes[40...])
      try await box.stored(upTo: fixes.last!.time)
      let back = try box.status()
      #expect(back.facts?.sources[0].link == .connected)
      #expect(back.facts?.sources[0].reconnects == 1)
      try await box.command("record", "stop")
      #expect(try box.rows().recordings().count == 1)
      let missing = Set(fixes.map(\.time)).subtracting(try box.rows().fixTimes())
      #expect(missing == Set(fixes[20..<40].map(\.time)))
      await box.stop()
    }

    @Test("a FLARM that falls silent is told at once, and heard again by itself")
    func silence() async throws {
      let line = try SerialLine()
      let box = try Box(
        instruments: [["address = \(line.path)", "speed = 57600"]])
      try box.begin()
      try await box.opened()
      try await line.feed(fixes.prefix(20), as: flarm, perSecond: 10)
      let heard = try await box.status("FLARM") { $0.sources.first?.kind == "flarm" }
      #expect(heard.facts?.sources[0].title == "flarm on instrument")
      let silent = try await box.status("its silence") { $0.sources[0].state == .lost }
      #expect(silent.problems.map(\.id).contains("source-silent"))
      // Its rate falls to nothing meanwhile, which makes it no slow one that may take its time.
      let longer = try await box.status("more of it") { ($0.sources[0].ageS ?? 0) > 11.5 }
      #expect(longer.facts?.sources[0].state == .lost && longer.facts?.fix.state == .lost)
      let (code, output) = try await box.command("status")
      #expect(code == 2)
      #expect(output.contains { $0.contains("flarm on instrument") && $0.contains("LOST") })
      let devices = try await box.command("devices").output
      #expect(devices.contains { $0.hasPrefix("flarm ") && $0.contains(" LOST ") })
      #expect(!devices.contains { $0.contains(" OK ") })
      try await line.feed(fixes[20..<40], as: flarm)
      try await box.status("its return") { $0.sources[0].state == .ok }
      await box.stop()
    }

    @Test("a port that another program holds is left to it, and the program is named")
    func held() async throws {
      let line = try SerialLine()
      let path = try #require(line.port?.path)
      let holder = try ChildProcess(["/bin/sh", "-c", "exec 3<>\(path); echo open; exec sleep 60"])
      var said = holder.lines.makeAsyncIterator()
      #expect(await said.next() == "open")
      let box = try Box(instruments: [["address = \(line.path)"]])
      try box.begin()
      let status = try await box.status("the port's holder") {
        $0.sources.first?.note?.contains("process \(holder.identifier)") == true
      }
      #expect(status.facts?.sources[0].link == .gone)
      let words = try await box.command("devices").output.flatMap { $0.split(separator: " ") }
      #expect(words.contains("(process") && words.contains("\(holder.identifier)):"))
      holder.send(SIGKILL)
      _ = await holder.waitForEnd()
      try await box.opened()
      try await line.feed(fixes.prefix(10))
      try await box.stored(upTo: fixes[9].time)
      await box.stop()
    }

    @Test("another program reads a shared instrument along, without aircraft that forbid it")
    func shared() async throws {
      let line = try SerialLine()
      let port = try Loopback.freePort()
      let box = try Box(
        instruments: [["address = \(line.path)", "share = \(port)"]])
      try box.begin()
      try await box.opened()
      try await line.feed(fixes.prefix(10), as: flarm)
      try await box.status("FLARM") { $0.sources.first?.kind == "flarm" }
      let reader = try Loopback.connect(to: port)
      try await eventually("the reader") {
        (try await box.instruments().instruments[0].clients == 1).orNil
      }
      // What it sends goes nowhere.
      try Loopback.send(Array("$PFLAR,0\r\n".utf8), to: reader.rawValue)
      try await line.feed(fixes[10...], as: flarm)
      try await box.stored(upTo: fixes.last!.time)
      var heard: [UInt8] = []
      while Loopback.isReadable(reader.rawValue, within: 300) {
        let block = try reader.readBlock()
        if block.isEmpty { break }
        heard += block
      }
      let text = String(decoding: heard, as: UTF8.self)
      #expect(text.contains("$PFLAU,"))
      #expect(text.contains("RMC,"))
      #expect(!text.contains(SimulatedTraffic.noTrackID))
      #expect(try line.port?.received().isEmpty == true)
      await box.stop()
    }

    @Test("a VESC switched on late joins the recording without a restart, as a board of its own")
    func lateVESC() async throws {
      let line = try SerialLine()
      let port = try Loopback.freePort()
      let box = try Box(instruments: [
        ["address = \(line.path)"], ["address = 127.0.0.1:\(port)", "driver = vesc"],
      ])
      try box.begin()
      try await box.opened()
      try await line.feed(fixes.prefix(20))
      try await box.stored(upTo: fixes[19].time)
      let off = try await box.status("absence of the board") { $0.sources[1].link == .gone }
      #expect(off.exitCode == .warnings)
      // Positions alone make a frame a fix.
      let before = try #require(off.facts?.counters.frames)
      let known = try await box.command("boards", "list").output
      let board = try ChildProcess([
        "python3", "\(PackageFolder.root)/Tests/Simulators/vesc.py", "--tcp", String(port),
        "--start-now",
      ])
      try await box.status("the board") {
        $0.sources[1].kind == "vesc" && $0.sources[1].state == .ok
      }
      try await line.feed(fixes[20..<40], perSecond: 5)
      let on = try await box.status("its frames") { $0.counters.frames > before + 40 }
      #expect(on.facts?.recording?.id == off.facts?.recording?.id)
      let shown = try await box.command("devices").output
      #expect(shown.contains { $0.hasPrefix("vesc ") && $0.contains(" OK ") })
      let boards = try await box.command("boards", "list").output
      #expect(boards.count == known.count + 1, "\(boards)")
      board.send(SIGKILL)
      _ = await board.waitForEnd()
      try await box.status("its loss") { $0.sources[1].link == .gone }
      await box.stop()
    }

    @Test("what is not configured and not plugged in is no problem; a wrong address is told")
    func missing() async throws {
      let box = try Box(instruments: [["address = /dev/serial/by-id/usb-nothing"]])
      try box.begin()
      let status = try await box.status("its absence") {
        $0.sources.first?.link == .gone && $0.uptimeS > 0
      }
      #expect(status.problems.map(\.id).contains("source-gone"))
      #expect(
        status.problems.first { $0.id == "source-gone" }?.message.contains("usb-nothing") == true)
      await box.stop()
    }
  }
}
