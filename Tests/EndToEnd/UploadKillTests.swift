import Glibc
import JSON
import Linux
import SeededRandom
import ServiceDoubles
import TestSupport
import Testing

/// A box that is killed while it uploads.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct UploadKillTests {
  private static let services = ["weglide", "skylines"]

  @Test("fifty kills at random moments of uploads send no flight twice and forget none")
  func fiftyKills() async throws {
    let stub = try await StubServices()
    let box = try Box(port: 1, policy: "manual", more: stub.configuration)
    try await begin(box)
    for service in Self.services { _ = try await box.connect(service) }
    var flights: [String] = []
    for number in 0..<25 { flights.append(try await box.fly(minuteOfDay: 10 * number)) }
    var random = SeededGenerator(seed: 50)
    var amidUpload = 0
    for life in 0..<50 {
      try await slow(stub)
      let (flight, service) = (flights[life / 2], Self.services[life % 2])
      _ = try await box.run(["upload", flight, "--to", service])
      // Sending takes twice 60 ms, with a look before it after most kills.
      usleep(UInt32.random(in: 0..<250_000, using: &random))
      await box.kill()
      try await settled(stub)
      amidUpload += try isUnderWay(box) ? 1 : 0
      try await begin(box)
    }
    try await stub.fail()
    for flight in flights {
      for service in Self.services { try await box.uploaded(flight, to: service, "done") }
    }
    for service in Self.services {
      let held = try await stub.flights(of: service)
      #expect(held.count == flights.count)
      #expect(held.allSatisfy { $0["uploads"]?.integer == 1 }, "\(held)")
    }
    #expect(amidUpload >= 10, "only \(amidUpload) kills met an upload")
    await box.stop()
  }

  private func begin(_ box: Box) async throws {
    try box.begin()
    try await box.status("the daemon's answer", within: 120) { _ in true }
  }

  /// Uploads take their time from now on.
  private func slow(_ stub: StubServices) async throws {
    try await stub.fail(
      ["path": "igcfile", "mode": "slow", "ms": 60, "times": 1000],
      ["path": "flights/upload", "mode": "slow", "ms": 60, "times": 1000])
  }

  /// Waits until the services have done with what had reached them.
  private func settled(_ stub: StubServices) async throws {
    try await eventually("rest at the services", within: 120) {
      // The request that asks is one itself.
      try await stub.control()["open"]?.integer == 1 ? true : nil
    }
  }

  /// Whether the database has an upload that was on its way.
  private func isUnderWay(_ box: Box) throws -> Bool {
    try box.rows().count(of: .sendingUploads) > 0
  }
}
