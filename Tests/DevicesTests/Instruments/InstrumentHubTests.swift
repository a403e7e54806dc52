import Devices
import FlightModel
import Linux
import Testing
import Udev

@Suite("Instrument hub", .timeLimit(.minutes(10)))
struct InstrumentHubTests {
  private let id = "/dev/serial/by-id/usb-FTDI_A1"

  /// A hub that keeps an instrument on ttyUSB0.
  private func kept(
    _ change: @Sendable (inout HubConfiguration) -> Void = { _ in }
  ) async throws -> HubBench {
    let bench = try HubBench(change)
    await bench.hub.start()
    await bench.hub.take(.added(HubBench.cable(0)))
    _ = await bench.opened("/dev/ttyUSB0")
    await bench.say("/dev/ttyUSB0", "ok\n")
    _ = await bench.status(id) { $0.state == .kept }
    return bench
  }

  @Test func anInstrumentThatIsPluggedInIsFoundAtItsSpeed() async throws {
    let bench = try HubBench()
    await bench.hub.start()
    await bench.hub.take(.added(HubBench.cable(0)))
    #expect(await bench.opened("/dev/ttyUSB0") == 19_200)
    await bench.say("/dev/ttyUSB0", String(repeating: "x", count: 600))
    #expect(await bench.opened("/dev/ttyUSB0", speed: 38_400) == 38_400)
    await bench.say("/dev/ttyUSB0", "ok\n")
    let status = await bench.status(id) { $0.state == .kept }
    #expect(status.speed == 38_400)
    #expect(status.address == "/dev/ttyUSB0")
    #expect(status.identity?.kind == .flarm)
    #expect(status.counters.messages == 1)
    #expect(status.counters.bytes == 603)
    #expect(status.problem == nil)
    #expect(await bench.sent("/dev/ttyUSB0").isEmpty)
    for await event in bench.events {
      guard case .sample(let sample) = event else { continue }
      #expect(sample.source == id)
      break
    }
    await bench.hub.shutdown()
  }

  @Test func aVESCIsAskedByItsOwnIdentity() async throws {
    let bench = try HubBench()
    await bench.hub.start()
    await bench.hub.take(.added(HubBench.board(0)))
    #expect(await bench.opened("/dev/ttyACM0") == nil)
    #expect(await bench.sent("/dev/ttyACM0") == [[0x3F]])
    await bench.hub.shutdown()
  }

  @Test func whatIsNotOursIsNeverOpened() async throws {
    let bench = try HubBench { $0.ignored = ["ttyUSB7", "1a86:7523"] }
    let uBlox = SerialDevice(
      node: "/dev/ttyACM5", systemPath: "/sys/5", usb: USBIdentity(vendor: 0x1546, product: 0x01A8))
    let uart = SerialDevice(node: "/dev/ttyAMA0", systemPath: "/sys/6")
    let chip = SerialDevice(
      node: "/dev/ttyUSB8", systemPath: "/sys/8", usb: USBIdentity(vendor: 0x1A86, product: 0x7523))
    let ignored = HubBench.cable(7, serial: "B", path: "usb-7")
    let gpsds = HubBench.cable(9, serial: "C", path: "usb-9")
    await bench.hub.start()
    await bench.hub.gpsdHas(["/dev/serial/by-id/usb-FTDI_C"])
    for device in [uBlox, uart, chip, ignored, gpsds, HubBench.cable(0)] {
      await bench.hub.take(.added(device))
    }
    _ = await bench.opened("/dev/ttyUSB0")
    #expect(await bench.everOpened == ["/dev/ttyUSB0"])
    await bench.hub.shutdown()
  }

  @Test func aPortThatGPSDTakesIsLeftToIt() async throws {
    let bench = try await kept()
    await bench.hub.gpsdHas(["/dev/ttyUSB0"])
    #expect(await !bench.isOpen("/dev/ttyUSB0"))
    #expect(await bench.hub.statuses.isEmpty)
    await bench.hub.gpsdHas([])
    _ = await bench.opened("/dev/ttyUSB0")
    await bench.hub.shutdown()
  }

  @Test func aReceiverBackUnderAnotherNumberIsTheSame() async throws {
    let bench = try await kept()
    await bench.fail("/dev/ttyUSB0", .absent)
    await bench.end("/dev/ttyUSB0", .gone("unplugged"))
    await bench.hub.take(.removed(HubBench.cable(0)))
    let gone = await bench.status(id) { $0.state == .absent }
    #expect(gone.problem?.contains("plugged in") == true)
    await bench.hub.take(.added(HubBench.cable(3)))
    #expect(await bench.opened("/dev/ttyUSB3") == 19_200)
    await bench.say("/dev/ttyUSB3", "ok\n")
    let status = await bench.status(id) { $0.state == .kept }
    #expect(status.address == "/dev/ttyUSB3")
    #expect(status.counters.messages == 2)
    #expect(status.lossCount == 1)
    #expect(await bench.hub.statuses.count == 1)
    await bench.hub.shutdown()
  }

  /// The new number is told before the old one is gone.
  @Test func theOrderOfArrivalAndRemovalDoesNotMatter() async throws {
    let bench = try await kept()
    await bench.hub.take(.added(HubBench.cable(3)))
    await bench.hub.take(.removed(HubBench.cable(0)))
    _ = await bench.opened("/dev/ttyUSB3")
    await bench.say("/dev/ttyUSB3", "ok\n")
    let status = await bench.status(id) { $0.state == .kept && $0.address == "/dev/ttyUSB3" }
    #expect(status.counters.messages == 2)
    #expect(await bench.hub.statuses.count == 1)
    #expect(await !bench.isOpen("/dev/ttyUSB0"))
    await bench.hub.shutdown()
  }

  @Test func aBusyPortIsTriedUntilItIsFree() async throws {
    let bench = try HubBench()
    await bench.fail("/dev/ttyUSB0", .busy(owner: "gpsd (process 412)"))
    await bench.hub.start()
    await bench.hub.take(.added(HubBench.cable(0)))
    let status = await bench.status(id) { $0.state == .busy }
    #expect(status.problem?.contains("gpsd (process 412)") == true)
    await bench.fail("/dev/ttyUSB0", nil)
    _ = await bench.status(id) { $0.state == .listening }
    await bench.hub.shutdown()
  }

  @Test func aHangUpIsFollowedByAnotherAttempt() async throws {
    let bench = try await kept()
    await bench.end("/dev/ttyUSB0", .gone("it was unplugged or hung up"))
    for await event in bench.events where event == .receiverGone(ReceiverID(id)) { break }
    _ = await bench.opened("/dev/ttyUSB0")
    await bench.say("/dev/ttyUSB0", "ok\n")
    let status = await bench.status(id) { $0.state == .kept }
    #expect(status.lossCount == 1)
    await bench.hub.shutdown()
  }

  @Test func aSilentInstrumentIsShown() async throws {
    let bench = try await kept { $0.policy.silence = 30 }
    let silent = await bench.status(id) { $0.state == .silent }
    #expect(silent.problem?.contains("says nothing") == true)
    _ = await bench.opened("/dev/ttyUSB0")
    await bench.hub.shutdown()
  }

  @Test func aNamedInstrumentComesBackByItsName() async throws {
    let address = LinkAddress.serial(path: id, speed: 9600)
    let bench = try HubBench { $0.instruments = [InstrumentSettings(address: address)] }
    await bench.fail(id, .absent)
    await bench.hub.start()
    _ = await bench.status(id) { $0.state == .absent }
    await bench.fail(id, nil)
    await bench.hub.take(.added(HubBench.cable(0)))
    #expect(await bench.opened(id) == 9600)
    await bench.say(id, "ok\n")
    let status = await bench.status(id) { $0.state == .kept }
    #expect(status.isConfigured)
    #expect(await bench.everOpened == [id], "the same port is not opened twice")
    await bench.hub.shutdown()
  }

  @Test func aLentInstrumentIsLetGoAndTakenBack() async throws {
    let bench = try await kept()
    let loan = try await bench.hub.lend(nil, kind: .flarm)
    #expect(loan.address == .serial(path: "/dev/ttyUSB0", speed: 19_200))
    #expect(await !bench.isOpen("/dev/ttyUSB0"))
    await #expect(throws: InstrumentHub.LoanError.lent(id)) { try await bench.hub.lend("ttyUSB0") }
    await bench.hub.giveBack(loan.id)
    #expect(await bench.opened("/dev/ttyUSB0") == 19_200)
    await #expect(throws: InstrumentHub.LoanError.unknown("ttyUSB1")) {
      try await bench.hub.lend("ttyUSB1")
    }
    await bench.hub.shutdown()
  }

  @Test func theBoundOnPortsHolds() async throws {
    let bench = try HubBench { $0.mostFound = 2 }
    await bench.hub.start()
    for number in 0..<5 {
      await bench.hub.take(.added(HubBench.cable(number, serial: "S\(number)", path: "\(number)")))
    }
    #expect(await bench.hub.statuses.count == 2)
    await bench.hub.shutdown()
  }

  @Test func nothingIsOpenAfterTheEnd() async throws {
    let bench = try await kept()
    await bench.hub.shutdown()
    #expect(await !bench.isOpen("/dev/ttyUSB0"))
    #expect(await bench.hub.statuses.isEmpty)
    await bench.hub.take(.added(HubBench.cable(1)))
    #expect(await bench.everOpened == ["/dev/ttyUSB0"])
  }
}
