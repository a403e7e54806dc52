import FLARM
import FlightModel
import IGC
import Testing

/// A logger that answers as an LXNAV does, as a value.
private struct VirtualLogger {
  var files: [(name: String, lines: [String])]
  /// Devices differ in whether the end of a run is sent too.
  var sendsEnd = false
  /// Lines of a flight sent before it falls silent, once for each request.
  var breaksAfter: Int?
  private(set) var longestRun = 0

  mutating func answer(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes.dropFirst().prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
    let fields = text.split(separator: ",").map(String.init)
    switch fields[1] {
    case "LOGBOOKSIZE": return framed("PLXVC,LOGBOOKSIZE,A,\(files.count)")
    case "LOGBOOK": return run(fields[3], fields[4], files.count).flatMap(entry)
    case "FLIGHT":
      guard let file = files.first(where: { $0.name == fields[3] }) else { return [] }
      let rows = run(fields[4], fields[5], file.lines.count)
      longestRun = max(longestRun, rows.count)
      return rows.prefix(breaksAfter ?? .max).flatMap {
        framed("PLXVC,FLIGHT,A,\(file.name),\($0),\(file.lines.count),\(file.lines[$0 - 1])")
      }
    default: return []
    }
  }

  private func run(_ from: String, _ end: String, _ count: Int) -> [Int] {
    let last = min((Int(end) ?? 0) - (sendsEnd ? 0 : 1), count)
    return Array((Int(from) ?? 1)...max(Int(from) ?? 1, last)).filter { $0 <= last }
  }

  private func entry(_ number: Int) -> [UInt8] {
    framed(
      "PLXVC,LOGBOOK,A,\(number),\(files.count),\(files[number - 1].name),14.07.2026,230000,010203")
  }
}

private func framed(_ body: String) -> [UInt8] {
  let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
  return Array("$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
}

@Suite("LXNAV loggers")
struct LXNAVTests {
  private static let lines = (1...137).map { "B\($0),with a comma" }

  private func logger(_ flights: Int = 2) -> VirtualLogger {
    VirtualLogger(files: (1...flights).map { ("67E\($0).IGC", Self.lines) })
  }

  /// Lets both talk until it ends; silence is a timer.
  private func run<C: GroundConversation>(
    _ conversation: C, _ logger: inout VirtualLogger
  ) -> Rehearsal<C> {
    var rehearsal = Rehearsal(conversation)
    for _ in 0..<2000 where rehearsal.ending == nil {
      let answers = rehearsal.sent().flatMap { logger.answer($0) }
      rehearsal.take(answers.isEmpty ? .timerFired : .received(answers))
    }
    return rehearsal
  }

  @Test("whole files, in runs of at most 50", arguments: [false, true])
  func downloads(sendsEnd: Bool) {
    var logger = logger()
    logger.sendsEnd = sendsEnd
    let rehearsal = run(LXNAVLogbookSession(selection: .all), &logger)
    #expect(rehearsal.ending == .finished)
    let whole = Self.lines.map { $0 + "\r\n" }.joined()
    #expect(rehearsal.files.count == 2)
    #expect(rehearsal.files.values.allSatisfy { String(decoding: $0, as: UTF8.self) == whole })
    #expect(logger.longestRun <= 50 && logger.longestRun >= 49)
  }

  @Test func listsWithDatesAndDurations() {
    var logger = logger(120)
    let rehearsal = run(LXNAVLogbookSession(selection: .none), &logger)
    #expect(rehearsal.flights.map(\.record) == Array(1...120))
    #expect(rehearsal.flights[0].date == CivilDate(year: 2026, month: 7, day: 14))
    #expect(rehearsal.flights[0].durationSeconds == 2 * 3600 + 2 * 60 + 3)
  }

  @Test func aRunThatBreaksIsTakenUpWhereItBroke() {
    var logger = logger(1)
    logger.breaksAfter = 3
    let rehearsal = run(LXNAVLogbookSession(selection: .all), &logger)
    let whole = Self.lines.map { $0 + "\r\n" }.joined()
    #expect(rehearsal.files["67E1.IGC"].map { String(decoding: $0, as: UTF8.self) } == whole)
  }

  @Test func aHadPartIsNotFetchedAgain() {
    var logger = logger(1)
    let rehearsal = run(
      LXNAVLogbookSession(selection: .all, resume: ["67E1.IGC": 100]), &logger)
    let rest = Self.lines.dropFirst(100).map { $0 + "\r\n" }.joined()
    #expect(rehearsal.files["67E1.IGC"].map { String(decoding: $0, as: UTF8.self) } == rest)
    #expect(rehearsal.reports.contains(.file(rehearsal.flights[0], .resumed(lines: 100))))
  }

  @Test func errorsInARowGiveAFileUp() {
    var logger = logger(1)
    logger.breaksAfter = 0
    let rehearsal = run(LXNAVLogbookSession(selection: .all), &logger)
    #expect(rehearsal.ending == .finished)
    #expect(
      rehearsal.reports.last == .file(rehearsal.flights[0], .abandoned("no answer in time")))
  }

  @Test func aVarioIsToldBackWhateverHappens() {
    let enter = framed("PLXV0,CONNECTION,W,DIRECT")
    let leave = framed("PLXV0,CONNECTION,W,VSEVEN")
    var failing = Rehearsal(DirectConversation(LXNAVInfoSession()))
    #expect(failing.sent() == [enter])
    failing.take(.timerFired)
    failing.take(.stop(.airborne))
    #expect(failing.sent() == [framed("PLXVC,INFO,R"), leave])
    #expect(failing.ending == nil)
    failing.take(.timerFired)
    #expect(failing.ending == .failed(.airborne))
    var early = Rehearsal(DirectConversation(LXNAVInfoSession()))
    early.take(.stop(.cancelled))
    #expect(early.sent() == [enter, leave])
    var good = Rehearsal(DirectConversation(LXNAVInfoSession()))
    good.take(.timerFired)
    good.take(.received(framed("PLXVC,INFO,A,NANO,2.05,May 12 2012,12345,4.1,3.0,1,0,0")))
    #expect(good.sent().last == leave)
    good.take(.timerFired)
    #expect(good.ending == .finished)
    #expect(good.outcomes.first?.result == .value("NANO"))
  }

  @Test func everyRowOfADeclarationIsAcknowledged() {
    let rows = LXNAVDeclaration.rows(Declaration(pilot: "Jörg,M*"), nil)
    #expect(rows.count == 6 && rows[0] == "HFPLTPILOTINCHARGE:Jorg M")
    var rehearsal = Rehearsal(LXNAVDeclarationSession(rows: rows))
    #expect(rehearsal.sent() == [framed("PLXVC,DECL,W,1,6,\(rows[0])")])
    rehearsal.take(.received(framed("PLXVC,DECL,C,2")))
    #expect(rehearsal.sent().isEmpty)
    for row in 1...6 { rehearsal.take(.received(framed("PLXVC,DECL,C,\(row)"))) }
    #expect(rehearsal.ending == .finished)
    var silent = Rehearsal(LXNAVDeclarationSession(rows: rows))
    silent.take(.timerFired)
    silent.take(.timerFired)
    #expect(silent.sent().count == 2)
    #expect(silent.ending == .failed(.silent("nothing came back for PLXVC,DECL,W,1,6,\(rows[0])")))
  }
}
