import ControlAPI
import FlightModel
import FlightSimulator
import IGC
import Linux
import SeededRandom
import TestSupport
import Testing

/// A process that is killed loses nothing that it had committed.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct KillTests {
  /// Fixes a second: a hundred times as fast as life.
  private static let pace = 100.0

  @Test("a hundred kills at random moments of one flight leave one flight with every stored fix")
  func hundredKills() async throws {
    let flight = SimulatedFlight(.longFlight(seed: 11, hours: 2.6, rate: 1))
    let gpsd = try await PrivateGPSD()
    let box = try Box(port: gpsd.port)
    var lives = Lives(box: box, gpsd: gpsd, fixes: flight.fixes, seed: 2026)
    try await lives.takeOff(flight.truth.takeoff.after(60))
    for life in 1...100 {
      try await lives.kill()
      try await lives.begin(life)
      try await lives.fly(perSecond: Self.pace)
    }
    try await lives.connect()
    try await lives.fly(perSecond: Self.pace)
    try await lives.feed(3)
    let last = try #require(lives.lastFed)
    try await box.stored(upTo: last.time)
    #expect(try await box.command("record", "stop").code == 0)
    try await expectOneFlight(box)
    await box.stop()
    try lives.expectNothingLost()
  }

  private func expectOneFlight(_ box: Box) async throws {
    let rows = try box.rows()
    let times = try rows.fixTimes()
    #expect(Set(times).count == times.count, "no fix is stored twice")
    #expect(times == times.sorted())
    #expect(try rows.recordings().map(\.end) == ["stopped"])
    #expect(try rows.count(of: .flights) == 1)
    let name = try #require(box.files.first)
    #expect(box.files.count == 1)
    try await box.expectValid("\(box.state)/flights/\(name)")
    #expect(try box.file(name).track.map(\.time) == times)
    let gaps = try rows.gaps().filter { $0.cause == "restart" }
    #expect(!gaps.isEmpty)
  }

  @Test("kills while the file is written after a stop: the next start finishes it, once")
  func killsWhileFiling() async throws {
    let flight = SimulatedFlight(.generated(seed: 5, climbs: 6))
    let gpsd = try await PrivateGPSD()
    let box = try Box(port: gpsd.port, policy: "always")
    try await box.start()
    try await gpsd.feed(flight.fixes)
    try await box.stored(upTo: flight.fixes.last!.time)
    let stop = try box.launch(["record", "stop"])
    var kills = FilingKills(box: box)
    for life in 0..<8 {
      try await kills.kill(life)
      try box.begin()
    }
    #expect(kills.amidWriting > 0)
    _ = await stop.waitForEnd()
    try await box.status("filing of the flight") {
      $0.lastFlight != nil && $0.unfinishedRecordings == 0
    }
    let rows = try box.rows()
    #expect(try rows.count(of: .flights) == 1)
    #expect(try rows.recordings().count == 1)
    #expect(box.files.count == 1)
    #expect(try box.names(in: "blobs/igc").count == 1)
    #expect(try box.names(in: "interim") == [])
    try await box.expectValid("\(box.state)/flights/\(box.files[0])")
    #expect(try box.file(box.files[0]).track.count == rows.fixTimes().count)
    await box.stop()
  }
}

/// Kills of a box that is about to write a flight's file.
private struct FilingKills {
  let box: Box
  /// Kills that met a file half written.
  private(set) var amidWriting = 0
  private var moments = SeededGenerator(seed: 7)

  init(box: Box) { self.box = box }

  /// Kills as soon as there is a draft, or at a random moment.
  mutating func kill(_ life: Int) async throws {
    let patience = life % 2 == 0 ? 3000 : Int.random(in: 0..<400, using: &moments)
    let deadline = ContinuousClock.now + .milliseconds(patience)
    while ContinuousClock.now < deadline, !(life % 2 == 0 && hasDraft) {
      try await ContinuousClock().sleep(for: .milliseconds(2))
      if box.files.count == 1 { break }
    }
    let met = hasDraft
    await box.kill()
    if met && hasDraft { amidWriting += 1 }
  }

  private var hasDraft: Bool {
    ((try? box.names(in: "blobs/igc")) ?? []).contains { $0.hasSuffix(".part") }
  }
}
