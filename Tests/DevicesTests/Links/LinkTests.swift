import Devices
import Glibc
import Linux
import TestSupport
import Testing

/// What every link does, over real pseudo-terminals and sockets.
@Suite("Links", .timeLimit(.minutes(10)))
struct LinkTests {
  private func open(_ wire: any Wire) async throws -> LinkBench {
    let bench = try LinkBench()
    await bench.open { wire.makeLink($0) }
    return bench
  }

  @Test(arguments: Carrier.allCases)
  func carriesEveryByteBothWays(_ carrier: Carrier) async throws {
    let wire = try await carrier.makeWire()
    let bench = try await open(wire)
    let traits = try #require(await bench.opened())
    #expect(traits.transport == carrier.transport)
    let all = (0...255).map { UInt8($0) }
    wire.write(all)
    #expect(await bench.bytes(256) == all)
    #expect(await bench.send(all))
    var back: [UInt8] = []
    while back.count < 256 { back += wire.read() }
    #expect(back == all)
    await bench.close()
  }

  @Test(arguments: Carrier.allCases)
  func tellsAtOnceThatTheOtherEndIsGone(_ carrier: Carrier) async throws {
    let wire = try await carrier.makeWire()
    let bench = try await open(wire)
    _ = await bench.opened()
    wire.write("last words")
    let last = await bench.bytes(10)
    #expect(last == Array("last words".utf8))
    wire.hangUp()
    guard case .gone = await bench.closed() else {
      Issue.record("closed with another failure")
      return
    }
    #expect(await bench.send([1]) == false)
    await bench.close()
  }

  @Test(arguments: Carrier.allCases)
  func aFullQueueRefusesWholeMessagesAndKeepsTheirOrder(_ carrier: Carrier) async throws {
    let wire = try await carrier.makeWire()
    let bench = try await open(wire)
    _ = await bench.opened()
    // Until the kernel's own buffers are full, and the queue behind them.
    var sent = 0
    while await bench.send([UInt8](repeating: UInt8(truncatingIfNeeded: sent), count: 1000)) {
      sent += 1
    }
    #expect(sent > 16)
    var back: [UInt8] = []
    while back.count < sent * 1000 {
      let piece = wire.read()
      if piece.isEmpty { break }
      back += piece
    }
    #expect(back.count == sent * 1000)
    #expect(
      back.indices.allSatisfy { back[$0] == UInt8(truncatingIfNeeded: $0 / 1000) })
    #expect(await bench.send([1]))
    await bench.close()
  }

  @Test(arguments: Carrier.allCases)
  func saysNothingAfterItWasClosed(_ carrier: Carrier) async throws {
    let wire = try await carrier.makeWire()
    let bench = try await open(wire)
    await bench.close()
    for await event in bench.events {
      guard case .opened = event else {
        Issue.record("\(event) after close")
        continue
      }
    }
  }

  @Test func aServerThatIsNotThereIsAbsent() async throws {
    let port = UInt16(try Loopback.freePort())
    let bench = try LinkBench()
    await bench.open { TCPLink(host: "127.0.0.1", port: port, calls: $0) }
    #expect(await bench.closed() == .absent)
  }

  @Test func aNameWithoutAddressIsNamed() async throws {
    let bench = try LinkBench()
    await bench.open { TCPLink(host: "flarm.invalid", port: 2000, calls: $0) }
    guard case .failed(let text) = await bench.closed() else {
      Issue.record("closed with another failure")
      return
    }
    #expect(text.contains("flarm.invalid"))
  }
}

@Suite("Serial ports", .timeLimit(.minutes(10)))
struct SerialPortTests {
  private func failure(_ path: String, speed: Int? = 19_200) async throws -> LinkFailure? {
    let bench = try LinkBench()
    await bench.open { SerialLink(path: path, speed: speed, calls: $0) }
    return await bench.closed()
  }

  @Test(arguments: [
    (4800, B4800), (9600, B9600), (19_200, B19200), (38_400, B38400), (57_600, B57600),
    (115_200, B115200), (230_400, B230400), (460_800, B460800), (921_600, B921600),
  ])
  func isRawAtEachSpeed(_ speed: Int, _ flag: Int32) throws {
    let wire = try SerialWire()
    let port = try SerialPort.open(wire.path, speed: speed)
    #expect(wire.setSpeed == speed_t(flag))
    #expect(wire.controlFlags & tcflag_t(HUPCL) == 0)
    #expect(wire.controlFlags & tcflag_t(CLOCAL) != 0)
    #expect(wire.controlFlags & tcflag_t(CSIZE) == tcflag_t(CS8))
    SerialPort.close(port)
  }

  @Test func aSpeedOfNoPortIsRefused() throws {
    let wire = try SerialWire()
    #expect(throws: SerialPortError.self) {
      SerialPort.close(try SerialPort.open(wire.path, speed: 12_345))
    }
  }

  @Test func aPortThatIsNotThereIsAbsent() async throws {
    #expect(try await failure("/dev/no-such-port") == .absent)
  }

  @Test func aFileIsNoPort() async throws {
    let folder = TemporaryFolder()
    try Files.replace("\(folder.path)/file", with: [])
    guard case .failed(let text) = try await failure("\(folder.path)/file") else {
      Issue.record("closed with another failure")
      return
    }
    #expect(text.contains("no serial port"))
  }

  @Test func theProgramThatHoldsAPortIsNamed() async throws {
    let wire = try SerialWire()
    let holder = try ChildProcess(["sh", "-c", "exec 3<>\(wire.path); echo held; exec sleep 60"])
    for await line in holder.lines where line == "held" { break }
    let failure = try await failure(wire.path)
    #expect(
      failure == .busy(owner: "sleep (process \(holder.identifier))")
        || failure == .busy(owner: "sh (process \(holder.identifier))"))
    holder.send(SIGKILL)
    _ = await holder.waitForEnd()
    let bench = try LinkBench()
    await bench.open { wire.makeLink($0) }
    #expect(await bench.opened() != nil)
    await bench.close()
  }

  @Test func twoLinksDoNotShareAPort() async throws {
    let wire = try SerialWire()
    let first = try LinkBench()
    await first.open { wire.makeLink($0) }
    _ = await first.opened()
    #expect(try await failure(wire.path) == .busy(owner: nil))
    await first.close()
  }

  /// The way of a receiver that lost its power for two seconds: another name, the same link to it.
  @Test func aStableNameIsFollowedToTheNewPort() async throws {
    let folder = TemporaryFolder()
    let link = "\(folder.path)/by-id"
    let before = try SerialWire()
    #expect(symlink(before.path, link) == 0)
    let first = try LinkBench()
    await first.open { SerialLink(path: link, speed: 9600, calls: $0) }
    _ = await first.opened()
    before.hangUp()
    _ = await first.closed()
    let after = try SerialWire()
    #expect(unlink(link) == 0 && symlink(after.path, link) == 0)
    let second = try LinkBench()
    await second.open { SerialLink(path: link, speed: 9600, calls: $0) }
    _ = await second.opened()
    after.write("back")
    #expect(await second.bytes(4) == Array("back".utf8))
    await second.close()
  }
}
