import FlightModel
import FlightSimulator
import SeededRandom
import Testing

/// The lives of one box during one flight.
struct Lives {
  let box: Box
  let gpsd: PrivateGPSD
  private let fixes: [SimulatedFix]
  private var next = 0
  private var moments: SeededGenerator
  /// What was committed before the newest kill.
  private var committed: [StoredRows.Digest] = []
  private var idleLives = 0

  init(box: Box, gpsd: PrivateGPSD, fixes: [SimulatedFix], seed: UInt64) {
    (self.box, self.gpsd, self.fixes) = (box, gpsd, fixes)
    moments = SeededGenerator(seed: seed)
  }

  var lastFed: SimulatedFix? { next > 0 ? fixes[next - 1] : nil }

  /// Flies without a kill until a moment.
  mutating func takeOff(_ moment: UTCInstant) async throws {
    try await box.start()
    try await feed(fixes.index(at: moment))
    try await box.stored(upTo: fixes[next - 1].time)
  }

  mutating func feed(_ count: Int, perSecond: Double? = nil) async throws {
    let end = next + count
    try #require(end <= fixes.count, "the flight is too short for all lives")
    try await gpsd.feed(fixes[next..<end], perSecond: perSecond)
    next = end
  }

  /// Notes what is on the disk, and kills; a few fixes pass while the box is off.
  mutating func kill() async throws {
    let digest = try box.rows().digest()
    idleLives = digest.newestRow > (committed.last?.newestRow ?? 0) ? 0 : idleLives + 1
    committed.append(digest)
    await box.kill()
    try await feed(Int.random(in: 0...15, using: &moments))
  }

  /// Switches on. One life in three is not waited for, so that kills come while it starts; after two
  /// that stored nothing one is given the time, lest the gap become longer than a brief one.
  mutating func begin(_ life: Int) async throws {
    try box.begin()
    if life % 3 != 0 || idleLives >= 2 { try await connect() }
  }

  mutating func connect() async throws {
    try await box.connected()
    let digest = try #require(committed.last)
    #expect(try box.rows().digest(upTo: digest.newestRow) == digest, "what was committed is there")
  }

  /// Flies until the next kill.
  mutating func fly(perSecond pace: Double) async throws {
    try await feed(Int.random(in: 5...120, using: &moments), perSecond: pace)
  }

  /// Expects every look at the database to agree with what it holds now.
  func expectNothingLost() throws {
    let rows = try box.rows()
    for digest in committed { #expect(try rows.digest(upTo: digest.newestRow) == digest) }
    #expect(committed.last!.count > committed.first!.count)
  }
}
