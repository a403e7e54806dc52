import FlightModel
import Glibc
import IGC
import Testing

/// Files that readers meet, in Fixtures/igc, against what our reader is to make of them. After a
/// change that is meant, run once with BAROGRAPH_UPDATE_FIXTURES=1 and read the difference.
@Suite struct ReadingFixtureTests {
  static let names = [
    "after-signature", "broken", "byte-order-mark", "cut", "date-1899", "date-1980", "date-2075",
    "date-at-midnight", "date-blanks", "date-century", "date-colon", "date-dots", "date-late",
    "date-long", "date-missing", "date-plain", "date-second-day", "date-second-same",
    "date-week-rollover", "date-zeros", "declared", "doubled-returns", "empty", "engine",
    "extensions-miscounted", "joined", "latin-1", "line-feeds", "midnight", "midnight-disordered",
    "mixed-ends", "more-digits", "negative-altitudes", "no-last-end", "no-pressure-sensor",
    "no-recorder", "nul-blocks", "nul-inside", "odd-constellations", "one-digit-more",
    "opaque-extensions", "pressure-all-zeros", "returns-alone", "sixty-minutes", "sixty-seconds",
    "slow-records", "steps-back", "task", "task-areas", "task-bare", "tasks-many",
    "three-digit-positions", "utf-8",
  ]

  static func input(_ name: String) throws -> [UInt8] {
    try #require(Folder.read("\(packageRoot)/Fixtures/igc/\(name)/input.igc"))
  }

  @Test(arguments: names) func isReadAsExpected(name: String) throws {
    let bytes = try Self.input(name)
    let told = Told(IGCFile(reading: bytes), name).lines.map { $0 + "\n" }.joined()
    let path = "\(packageRoot)/Fixtures/igc/\(name)/expected.txt"
    if getenv("BAROGRAPH_UPDATE_FIXTURES") != nil {
      Folder.write(Array(told.utf8), to: path)
      Issue.record("updated \(name); run again without BAROGRAPH_UPDATE_FIXTURES")
    }
    #expect(told == String(decoding: try #require(Folder.read(path)), as: UTF8.self))
    for size in [1, 3, 64] {
      #expect(Reading(of: bytes, pieces: size) == Reading(of: bytes, pieces: bytes.count))
    }
  }
}

/// What a reader made of a file, a line a thing.
private struct Told {
  private(set) var lines: [String]

  init(_ file: IGCFile, _ name: String) {
    lines = ["# What the reader makes of input.igc, which ../make.py wrote as \(name)."]
    let date = file.date.map { UTCInstant($0).rfc3339.prefix(10) } ?? "none"
    lines.append("date \(date)\(file.dateDoubt().map { ", in doubt: \($0)" } ?? "")")
    if let recorder = file.recorder { lines.append("recorder \(recorder)") }
    tell(file.declaration)
    tell(file.counts)
    lines += file.defects.map { "line \($0.line): \($0.cause.description)" }
    file.tasks.forEach { tell($0) }
    lines += file.events.map { "event \($0.time?.rfc3339 ?? "-") \($0.code) \($0.text)" }
    lines += file.comments.map { "comment \($0)" }
    lines += file.slowExtensions.map { "slow \($0.code) \($0.first) to \($0.last)" }
    for index in file.track.indices { tell(file, index) }
  }

  private mutating func tell(_ who: Declaration) {
    let texts = [
      ("pilot", who.pilot), ("crew", who.crew), ("glider", who.gliderType),
      ("registration", who.registration), ("competition id", who.competitionID),
      ("class", who.competitionClass),
    ]
    lines += texts.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }
  }

  private mutating func tell(_ counts: ReadCounts) {
    let numbers = [
      ("lines", counts.lines), ("valid fixes", counts.validFixes),
      ("void fixes", counts.voidFixes), ("bad fixes", counts.badLines),
      ("bad other lines", counts.badOtherLines), ("repaired", counts.repairedFixes),
      ("joined", counts.joinedLines), ("duplicate times", counts.duplicateTimes),
      ("backward times", counts.backwardTimes),
      ("among valid duplicate", counts.duplicateTimesAmongValid),
      ("among valid backward", counts.backwardTimesAmongValid), ("midnights", counts.midnights),
    ]
    lines += numbers.filter { $0.1 > 0 }.map { "\($0.0) \($0.1)" }
  }

  private mutating func tell(_ task: TaskDeclaration) {
    let day = task.flightDate.map { UTCInstant($0).rfc3339.prefix(10) } ?? "any day"
    lines.append("task \(task.name) of \(task.declaredAt.rfc3339) for \(day)")
    let points: [(String, TaskDeclaration.Point?)] =
      [("take-off", task.takeOff), ("start", task.start)]
      + task.turnpoints.map { ("turnpoint", $0) }
      + [("finish", task.finish), ("landing", task.landing)]
    lines += points.map { what, point in
      "  \(what) "
        + (point.map { "\($0.position.latitudeE7) \($0.position.longitudeE7) \($0.name)" }
          ?? "unknown")
    }
  }

  private mutating func tell(_ file: IGCFile, _ index: Int) {
    let fix = file.track[index]
    var parts = [
      "fix \(fix.time.rfc3339)", "\(fix.position.latitudeE7) \(fix.position.longitudeE7)",
      fix.isValid ? "A" : "V", fix.pressureAltitudeM.map { "\($0)" } ?? "-",
      fix.gnssAltitudeM.map { "\($0)" } ?? "-",
    ]
    if let noise = fix.engine.noiseLevel { parts.append("noise \(noise)") }
    if let propulsion = fix.engine.meansOfPropulsion { parts.append("propulsion \(propulsion)") }
    if let revolutions = fix.engine.revolutions { parts.append("revolutions \(revolutions)") }
    parts += file.extensions.map { "\($0.code) '\(file.text(of: $0.code, in: index) ?? "")'" }
    lines.append(parts.joined(separator: " "))
  }
}
