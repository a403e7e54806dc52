import ControlAPI
import FlightModel
import FlightSimulator
import Glibc
import Linux
import SeededRandom
import TestSupport
import Testing

/// A box that is killed while it records and uploads at once.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct SyncKillTests {
  /// Fixes a second: two hundred times as fast as life.
  private static let pace = 200.0

  @Test("a hundred kills in a flight that is recorded and synced: the server equals the box")
  func hundredKills() async throws {
    let flight = SimulatedFlight(.longFlight(seed: 21, hours: 2.6, rate: 1))
    let gpsd = try await PrivateGPSD()
    let box = try SyncedBox(gpsdPort: gpsd.port, policy: "auto")
    try await box.start()
    var lives = Lives(box: box.box, gpsd: gpsd, fixes: flight.fixes, seed: 2027)
    try await lives.feed(flight.fixes.index(at: flight.truth.takeoff.after(60)))
    try await box.box.stored(upTo: try #require(lives.lastFed).time)
    var kills = UploadKills(box: box)
    for life in 1...100 {
      try await lives.kill()
      try await lives.begin(life)
      kills.setTrap()
      try box.tryToSync(editing: life % 5 == 0)
      try await lives.fly(perSecond: Self.pace)
      try box.tryToSync(editing: false)
      try await lives.feed(10, perSecond: Self.pace)
      kills.count()
    }
    #expect(kills.amidUpload >= 50, "only \(kills.amidUpload) kills met an upload")
    try await finish(box, &lives)
  }

  private func finish(_ box: SyncedBox, _ lives: inout Lives) async throws {
    try await lives.connect()
    try await lives.feed(30, perSecond: Self.pace)
    try await box.box.stored(upTo: try #require(lives.lastFed).time)
    #expect(try await box.box.command("record", "stop").code == 0)
    try await box.box.status("filing of the flight") {
      $0.lastFlight != nil && $0.unfinishedRecordings == 0
    }
    try await box.settle()
    try await box.expectEqual("after a hundred kills")
    #expect(try box.box.rows().count(of: .flights) == 1)
    #expect(box.hookLines() == [], "nothing of this needs a person")
    try lives.expectNothingLost()
    await box.stop()
  }
}

extension SyncedBox {
  /// Asks for a round, and edits first if wanted; the box may be gone at any moment.
  fileprivate func tryToSync(editing: Bool) throws {
    if editing { try? edit() }
    try? syncNow()
  }
}

/// Kills of a box at random stages of what it uploads.
private struct UploadKills {
  let box: SyncedBox
  /// Kills that met an upload.
  private(set) var amidUpload = 0
  private var moments = SeededGenerator(seed: 17)

  init(box: SyncedBox) { self.box = box }

  /// Sets a trap for the next upload; one life in five meets its end elsewhere.
  mutating func setTrap() {
    let stages: [WireStage?] = WireStage.allCases + [nil]
    guard let stage = stages.randomElement(using: &moments)!, let daemon = box.box.daemon else {
      return
    }
    box.proxy.trap(stage) { daemon.send(SIGKILL) }
  }

  /// Notes whether the trap has sprung, and takes it away.
  mutating func count() {
    if let daemon = box.box.daemon, kill(daemon.identifier, 0) != 0 { amidUpload += 1 }
    box.proxy.disarm()
  }
}
