import ControlAPI
import Glibc
import JSON
import Linux
import TestSupport
import Testing

extension EndToEnd {
  /// `barograph flarm` and `barograph lxnav` against simulated instruments, without a recorder.
  @Suite(.timeLimit(.minutes(10)))
  struct GroundTests {
    private let folder = TemporaryFolder()

    // MARK: Helpers

    /// A flight of so many fixes, as a file of this name.
    private func flight(_ name: String, fixes: Int) throws -> String {
      var text = "AXBG7A1\r\nHFDTEDATE:140726,01\r\nHFPLTPILOTINCHARGE:Sample Pilot\r\n"
      for second in 0..<fixes {
        let clock = [9 + second / 3600, second / 60 % 60, second % 60].map {
          $0 < 10 ? "0\($0)" : "\($0)"
        }
        text += "B\(clock.joined())4722613N00832501EA0081200861\r\n"
      }
      text += "LXBGsx: 73 and 78 are escaped\r\nG0123456789ABCDEF\r\n"
      let path = folder.file(name)
      try Files.replace(path, with: Array(text.utf8))
      return path
    }

    private func flights() throws -> [String] {
      [try flight("67EXA011.IGC", fixes: 700), try flight("67EXA012.IGC", fixes: 90)]
    }

    /// Runs the command at the simulator, with no recorder about.
    private func run(
      _ words: String..., at simulator: SimulatedFLARM
    ) async throws -> (code: Int32, output: [String]) {
      let (ending, output) = try await ChildProcess.run(
        [Programs.command] + words + ["--device", simulator.address],
        environment: ["BAROGRAPH_SOCKET": folder.file("none.sock")])
      guard case .exit(let code) = ending else { return (-1, output) }
      return (code, output)
    }

    private func json(_ output: [String]) throws -> JSONValue {
      try JSONValue.parse(Array(output.joined(separator: "\n").utf8))
    }

    /// The folder that downloads go to.
    private func target() throws -> String {
      let path = folder.file("flights")
      try Files.makeFolder(path)
      return path
    }

    private func expectEqual(_ target: String, _ files: [String]) throws {
      for path in files {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let got = try Files.read("\(target)/\(name)", limit: 1 << 20)
        #expect(got == (try Files.read(path, limit: 1 << 20)), "\(name)")
      }
      #expect(try Files.names(in: target).count == files.count)
    }

    // MARK: FLARM

    @Test(arguments: SimulatedFLARM.Carrier.allCases)
    func fetchesEveryFlightOnce(_ carrier: SimulatedFLARM.Carrier) async throws {
      let files = try flights()
      let flarm = try await SimulatedFLARM(carrier, files: files, in: folder)
      let list = try json(try await run("flarm", "list", "--json", at: flarm).output)
      let listed = try #require(list["flights"]?.array)
      #expect(listed.compactMap { $0["name"]?.string } == ["67EXA011.IGC", "67EXA012.IGC"])
      #expect(listed.first?["pilot"]?.string == "Sample Pilot")
      #expect(listed.first?["duration_s"]?.integer == 699)
      let target = try target()
      #expect(try await run("flarm", "download", "--into", target, at: flarm).code == 0)
      try expectEqual(target, files)
      let again = try await run("flarm", "download", "--into", target, at: flarm)
      #expect(again.code == 0 && again.output.contains { $0.hasPrefix("Nothing to fetch") })
      #expect(flarm.violations.isEmpty)
      let text = flarm.entries.last { $0.hasPrefix("mode") }
      #expect(text == "mode text")
    }

    @Test(
      "a file that breaks is fetched anew, and is whole",
      arguments: ["nack", "drop", "crc", "stale"])
    func recovers(_ fault: String) async throws {
      let files = try flights()
      let flarm = try await SimulatedFLARM(.terminal, "--fault", fault, files: files, in: folder)
      let target = try target()
      #expect(try await run("flarm", "download", "--all", "--into", target, at: flarm).code == 0)
      try expectEqual(target, files)
      #expect(flarm.violations.isEmpty)
    }

    @Test func whatCannotBeHadIsToldAndTheRestIsThere() async throws {
      let files = try flights()
      let flarm = try await SimulatedFLARM(.tcp, "--fault", "nack:2", files: files, in: folder)
      let target = try target()
      let result = try await run("flarm", "download", "--into", target, at: flarm)
      #expect(result.code == 75)
      #expect(
        result.output.contains("67EXA011.IGC could not be had: the transfer was refused"))
      #expect(try Files.names(in: target).filter { !$0.hasSuffix(".part") } == ["67EXA012.IGC"])
    }

    @Test func settingsAreSetWhenRepeated() async throws {
      let flarm = try await SimulatedFLARM(.terminal, in: folder)
      let set = try await run(
        "flarm", "config", "set", "PILOT=Jörg Müller", "LOGINT=2", at: flarm)
      #expect(set.code == 0)
      #expect(set.output.contains("PILOT: \"Jörg Müller\" is sent as \"Jorg Muller\""))
      let got = try await run("flarm", "config", "get", "PILOT", "LOGINT", at: flarm)
      #expect(got.output == ["PILOT   Jorg Muller", "LOGINT  2"])
      #expect(try await run("flarm", "config", "set", "COMPETITION=on", at: flarm).code == 0)
      #expect(flarm.commands.contains("PFLAC,S,CFLAGS,10"))
      #expect(flarm.violations.isEmpty)
    }

    @Test func whatWasTypedAndWhatWasRefusedAreShown() async throws {
      let flarm = try await SimulatedFLARM(.terminal, "--fault", "echo", in: folder)
      let different = try await run("flarm", "config", "set", "COMPID=XYZ", at: flarm)
      #expect(different.code == 1)
      #expect(
        different.output.contains(
          "COMPID  sent PFLAC,S,COMPID,XYZ, but it holds \"XY\""))
      let refused = try await run("flarm", "config", "set", "NMEAOUT=1", at: flarm)
      #expect(refused.code == 1)
      #expect(
        refused.output.contains(
          "barograph: the instrument refused PFLAC,S,NMEAOUT,1 with ERROR"))
      let wrong = try await run("flarm", "config", "set", "LOGINT=99", at: flarm)
      #expect(wrong.code == 64)
      #expect(wrong.output.first?.hasSuffix("takes a whole number from 1 to 8, not \"99\"") == true)
      #expect(!flarm.commands.contains { $0.hasPrefix("PFLAC,S,LOGINT") })
    }

    @Test func settingsGoOutToAFileAndComeBack() async throws {
      let flarm = try await SimulatedFLARM(.tcp, in: folder)
      let path = folder.file("flarmcfg.txt")
      #expect(try await run("flarm", "config", "set", "GLIDERID=D-1234", at: flarm).code == 0)
      #expect(try await run("flarm", "config", "export", path, at: flarm).code == 0)
      let text = String(decoding: try Files.read(path, limit: 65_536), as: UTF8.self)
      #expect(text.contains("$PFLAC,S,GLIDERID,D-1234\r\n"))
      #expect(try await run("flarm", "config", "import", path, at: flarm).code == 0)
      try Files.replace(path, with: Array("$PFLAC,S,LOGINT,8\r\n$PFLAC,S,CLEARLOGS,1\r\n".utf8))
      let refused = try await run("flarm", "config", "import", path, at: flarm)
      #expect(refused.code == 65)
      #expect(refused.output.first?.contains("flarmcfg.txt:2: CLEARLOGS is never sent") == true)
      #expect(!flarm.commands.contains("PFLAC,S,LOGINT,8"))
      #expect(try await run("flarm", "config", "import", path, "--skip", at: flarm).code == 0)
      #expect(flarm.commands.contains("PFLAC,S,LOGINT,8"))
      #expect(flarm.violations.isEmpty)
    }

    @Test func aDeclarationIsReadBack() async throws {
      let flarm = try await SimulatedFLARM(.terminal, "--interval", "0.2", in: folder)
      let result = try await run(
        "flarm", "declare", "--pilot", "Ada", "--task", "Big", "47.2033,8.5417,Zürich",
        "33.5S,70.25W,Far away", "47.2033,8.5417,Zürich", at: flarm)
      #expect(result.code == 0)
      #expect(result.output.contains { $0.hasSuffix("4712198N,00832502E,Zurich") })
      let line = "         3330000S,07015000W,Far away"
      #expect(result.output.contains(line))
      #expect(flarm.violations.isEmpty)
    }

    @Test(arguments: SimulatedFLARM.Carrier.allCases)
    func nothingIsSentInFlight(_ carrier: SimulatedFLARM.Carrier) async throws {
      let flarm = try await SimulatedFLARM(carrier, "--airborne", in: folder)
      for words in [["info"], ["list"], ["download", "--on-ground"], ["copy"]] {
        let (ending, output) = try await ChildProcess.run(
          [Programs.command, "flarm"] + words + ["--device", flarm.address],
          environment: ["BAROGRAPH_SOCKET": folder.file("none.sock")])
        #expect(ending == .exit(1))
        #expect(output.first == "barograph: the instrument is airborne; nothing was sent")
      }
      #expect(flarm.entries.isEmpty)
    }

    @Test func aSilentOneIsSpokenToOnlyWhenPromised() async throws {
      let flarm = try await SimulatedFLARM(.tcp, "--quiet", in: folder)
      #expect(try await run("flarm", "config", "get", "PILOT", at: flarm).code == 75)
      #expect(flarm.entries.isEmpty)
      let promised = try await run(
        "flarm", "config", "get", "PILOT", "--on-ground", at: flarm)
      #expect(promised.code == 0)
      #expect(flarm.commands == ["PFLAC,R,PILOT"])
    }

    @Test func aFLARMThatDoesNotAnswerIsTold() async throws {
      let flarm = try await SimulatedFLARM(.terminal, "--fault", "silence", in: folder)
      let get = try await run("flarm", "config", "get", "PILOT", at: flarm)
      #expect(get.code == 75)
      #expect(get.output.contains("barograph: no answer: nothing came back for PFLAC,R,PILOT"))
      #expect(flarm.commands == ["PFLAC,R,PILOT", "PFLAC,R,PILOT"])
    }

    @Test func aFLARMWithoutBinaryModeSaysSo() async throws {
      let flarm = try await SimulatedFLARM(.terminal, "--flex", in: folder)
      let list = try await run("flarm", "list", at: flarm)
      #expect(list.code == 1)
      #expect(
        list.output.first
          == "barograph: the instrument cannot do this; it answers ERROR,NOTSUPPORTED")
    }

    @Test func flightsAreCopiedToTheCardWhereThereIsOne() async throws {
      let files = try flights()
      let flarm = try await SimulatedFLARM(
        .terminal, "--interval", "0.2", files: files, in: folder)
      #expect(try await run("flarm", "copy", at: flarm).output == ["Copied."])
      let without = try await SimulatedFLARM(.terminal, "--no-card", in: folder)
      #expect(try await run("flarm", "copy", at: without).code == 1)
    }

    @Test func aPortThatIsNotThereIsNamed() async throws {
      let (ending, output) = try await ChildProcess.run(
        [Programs.command, "flarm", "info", "--device", folder.file("none")],
        environment: ["BAROGRAPH_SOCKET": folder.file("none.sock")])
      #expect(ending == .exit(69))
      #expect(output.first?.contains(folder.file("none")) == true)
    }

    @Test func interruptingLeavesTheBinaryMode() async throws {
      let files = [try flight("67EXA011.IGC", fixes: 700)]
      let flarm = try await SimulatedFLARM(
        .terminal, "--fault", "timeout:100", files: files, in: folder)
      let child = try ChildProcess(
        [Programs.command, "flarm", "list", "--device", flarm.address],
        environment: ["BAROGRAPH_SOCKET": folder.file("none.sock")])
      try await eventually("the first question of the list") {
        flarm.entries.contains { $0.hasPrefix("frame 20") }.orNil
      }
      child.send(SIGINT)
      #expect(await child.waitForEnd() == .exit(75))
      #expect(flarm.entries.last?.hasPrefix("frame 12") == true)
    }

    // MARK: LXNAV

    @Test(arguments: SimulatedFLARM.Carrier.allCases, [false, true])
    func fetchesFromAnLXNAVLogger(
      _ carrier: SimulatedFLARM.Carrier, isBehindVario: Bool
    ) async throws {
      let files = try flights()
      let more = isBehindVario ? ["--vario"] : ["--fault", "drop"]
      let logger = try await SimulatedFLARM(
        carrier, "--lxnav", more[0], more.count > 1 ? more[1] : "--lxnav", files: files,
        in: folder)
      let target = try target()
      let behind = isBehindVario ? "--behind-vario" : "--all"
      #expect(
        try await run("lxnav", "download", "--into", target, behind, at: logger).code == 0)
      try expectEqual(target, files)
      if isBehindVario { #expect(logger.entries.last == "mode vario") }
    }

    @Test func goesOnWhereAFileBrokeOff() async throws {
      let files = [try flight("67EXA011.IGC", fixes: 700)]
      let logger = try await SimulatedFLARM(.tcp, "--lxnav", files: files, in: folder)
      let target = try target()
      let whole = try Files.read(files[0], limit: 1 << 20)
      // Cut inside a line.
      try Files.replace("\(target)/67EXA011.IGC.part", with: Array(whole.prefix(9000)))
      #expect(try await run("lxnav", "download", "--into", target, at: logger).code == 0)
      try expectEqual(target, files)
      let first = logger.commands.first { $0.hasPrefix("PLXVC,FLIGHT") }
      let lines = whole.prefix(9000).count { $0 == 0x0A }
      #expect(first?.hasPrefix("PLXVC,FLIGHT,R,67EXA011.IGC,\(lines + 1),") == true)
    }

    @Test func declaresToAnLXNAVLogger() async throws {
      let logger = try await SimulatedFLARM(.terminal, "--lxnav", in: folder)
      #expect(
        try await run(
          "lxnav", "declare", "--pilot", "Ada", "47.2033,8.5417,Start", "47.5,9,Finish", at: logger
        ).code == 0)
      let declared = logger.entries.last { $0.hasPrefix("declared") } ?? ""
      #expect(declared.contains("HFPLTPILOTINCHARGE:Ada"))
      #expect(declared.contains("C4712198N00832502EStart"))
      let info = try await run("lxnav", "info", at: logger)
      #expect(info.code == 0 && info.output.first?.hasSuffix("NANO") == true)
    }
  }
}

extension EndToEnd {
  /// Jobs at an instrument that the recorder holds.
  @Suite(.timeLimit(.minutes(10)))
  struct HeldInstrumentTests {
    private let folder = TemporaryFolder()

    private func flight() throws -> String {
      var text = "AXBG7A1\r\nHFDTEDATE:140726,01\r\n"
      for second in 0..<600 {
        let clock = [12, second / 60, second % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        text += "B\(clock.joined())4722613N00832501EA0081200861\r\n"
      }
      let path = folder.file("67EXA011.IGC")
      try Files.replace(path, with: Array(text.utf8))
      return path
    }

    /// A recorder that has recognised the simulated instrument.
    private func box(_ flarm: SimulatedFLARM) async throws -> Box {
      let box = try Box(instruments: [["address = \(flarm.address)"]])
      try box.begin()
      try await eventually("recognition of the FLARM") {
        (try? await box.instruments())?.instruments.contains { $0.kind == "flarm" }.orNil
      }
      return box
    }

    @Test(arguments: SimulatedFLARM.Carrier.allCases)
    func theRecorderFetchesAndTakesItsInstrumentBack(
      _ carrier: SimulatedFLARM.Carrier
    ) async throws {
      let file = try flight()
      let flarm = try await SimulatedFLARM(
        carrier, "--interval", "0.2", files: [file], in: folder)
      let box = try await box(flarm)
      let target = folder.file("flights")
      try Files.makeFolder(target)
      // By no name, since there is one FLARM; by its address; settings beside.
      #expect(try await box.command("flarm", "download", "--into", target).code == 0)
      let got = try Files.read("\(target)/67EXA011.IGC", limit: 1 << 20)
      #expect(got == (try Files.read(file, limit: 1 << 20)))
      let set = try await box.command(
        "flarm", "config", "set", "PILOT=Ada", "--device", flarm.address)
      #expect(set.output == ["PILOT  Ada"])
      try await eventually("the instrument's own words again") {
        try await box.instruments().instruments.contains {
          $0.link == .connected && $0.state == .ok
        }.orNil
      }
      #expect(flarm.violations.isEmpty)
      await box.stop()
    }

    @Test func inFlightNothingIsSent() async throws {
      let flarm = try await SimulatedFLARM(
        .tcp, "--airborne", "--interval", "0.2", in: folder)
      let box = try await box(flarm)
      let result = try await box.command("flarm", "info", "--on-ground")
      #expect(result.code == 1)
      #expect(result.output.first?.hasSuffix("airborne; nothing was sent") == true)
      #expect(flarm.entries.isEmpty)
      await box.stop()
    }

    @Test func anUnknownInstrumentIsNamed() async throws {
      let flarm = try await SimulatedFLARM(.tcp, "--interval", "0.2", in: folder)
      let box = try await box(flarm)
      let result = try await box.command("flarm", "info", "--device", "nobody")
      #expect(result.code == 64)
      #expect(result.output.first?.contains("nobody") == true)
      await box.stop()
    }
  }
}
