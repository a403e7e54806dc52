import NMEA

/// Lists the flights of an LXNAV logger and fetches chosen ones line by line.
///
/// Lines are asked for in runs of at most 50. A run that stops is asked for again from the first line
/// missing; errors count only while no line comes between them.
package struct LXNAVLogbookSession: GroundConversation {
  package static let answerMilliseconds: Int64 = 2000
  package static let errorLimit = 5
  package static let flightLimit = 1000
  /// One less than the most that may be asked for: some devices send the end too.
  static let runLength = 49

  private enum State { case idle, sizing, listing, reading, ended }

  private let selection: FlightSelection
  private let resume: [String: Int]
  private var state = State.idle
  private var errors = 0
  private var total = 0
  private var flights: [LoggerFlight] = []
  private var wanted: [LoggerFlight] = []
  /// The next line to come, from 1.
  private var row = 1
  /// The line before which this run ends.
  private var runEnd = 1
  private var shownPercent = -1
  private var scanner = SentenceScanner(limit: 300)

  /// `resume` tells how many lines are had of which file already.
  package init(selection: FlightSelection, resume: [String: Int] = [:]) {
    self.selection = selection
    self.resume = resume
  }

  package mutating func on(_ event: GroundEvent) -> [GroundAction] {
    switch (state, event) {
    case (.ended, _): return []
    case (.idle, .opened):
      state = .sizing
      return ask(.readLogbookSize)
    case (_, .stop(let failure)): return end(.failed(failure))
    case (_, .received(let bytes)): return received(bytes)
    case (_, .timerFired): return failed("no answer in time")
    case (_, .opened): return []
    }
  }

  private func ask(_ command: LXNAVCommand) -> [GroundAction] {
    [.send(command.line), .arm(milliseconds: Self.answerMilliseconds)]
  }

  private mutating func end(_ outcome: GroundAction) -> [GroundAction] {
    state = .ended
    return [outcome]
  }

  private mutating func received(_ bytes: [UInt8]) -> [GroundAction] {
    var answers: [LXNAVAnswer] = []
    scanner.feed(bytes) {
      if case .sentence(let sentence) = $0, let answer = LXNAVAnswer(sentence) {
        answers.append(answer)
      }
    }
    var actions: [GroundAction] = []
    for answer in answers where state != .ended { actions += take(answer) }
    return actions
  }

  private mutating func take(_ answer: LXNAVAnswer) -> [GroundAction] {
    switch (state, answer) {
    case (.sizing, .logbookSize(let count)):
      total = min(count, Self.flightLimit)
      return listOn()
    case (.listing, .flight(let flight, _)): return listed(flight)
    case (.reading, .line(let file, let row, let count, let content)):
      guard file == wanted.first?.file, row == self.row else { return [] }
      return read(content, of: count)
    case (_, .refusal(let words)): return failed(words)
    default: return []
    }
  }

  // MARK: The list

  private mutating func listOn() -> [GroundAction] {
    state = .listing
    guard flights.count < total else { return beginFiles() }
    let from = flights.count + 1
    runEnd = min(from + Self.runLength, total + 1)
    return ask(.readLogbook(from: from, end: runEnd))
  }

  private mutating func listed(_ flight: LoggerFlight) -> [GroundAction] {
    guard flight.record == flights.count + 1 else { return [] }
    errors = 0
    flights.append(flight)
    let report = [GroundAction.report(.flight(flight))]
    if flights.count >= total { return report + beginFiles() }
    if flights.count + 1 >= runEnd { return report + listOn() }
    return report + [.arm(milliseconds: Self.answerMilliseconds)]
  }

  // MARK: Files

  private mutating func beginFiles() -> [GroundAction] {
    wanted = selection.chosen(of: flights)
    return nextFile()
  }

  private mutating func nextFile() -> [GroundAction] {
    guard let flight = wanted.first else { return end(.finished) }
    state = .reading
    errors = 0
    shownPercent = -1
    let had = min(max(0, resume[flight.fileName] ?? 0), LXNAVAnswer.rowLimit)
    row = had + 1
    return [.report(.file(flight, had > 0 ? .resumed(lines: had) : .begin))] + readOn()
  }

  private mutating func readOn() -> [GroundAction] {
    guard let file = wanted.first?.file else { return end(.finished) }
    runEnd = row + Self.runLength
    return ask(.readFlight(file: file, from: row, end: runEnd))
  }

  private mutating func read(_ content: [UInt8], of count: Int) -> [GroundAction] {
    guard let flight = wanted.first else { return end(.finished) }
    errors = 0
    row += 1
    var actions = [GroundAction.report(.file(flight, .data(content + [0x0D, 0x0A])))]
    let percent = (row - 1) * 100 / count
    if percent > shownPercent {
      shownPercent = percent
      actions.append(.report(.progress(percent: percent, of: flight.fileName)))
    }
    if row > count { return actions + closeFile(.complete) }
    if row >= runEnd { return actions + readOn() }
    return actions + [.arm(milliseconds: Self.answerMilliseconds)]
  }

  private mutating func closeFile(_ part: FilePart) -> [GroundAction] {
    guard let flight = wanted.first else { return end(.finished) }
    wanted.removeFirst()
    return [.report(.file(flight, part))] + nextFile()
  }

  // MARK: Errors

  private mutating func failed(_ reason: String) -> [GroundAction] {
    errors += 1
    guard errors >= Self.errorLimit else { return again() }
    if state == .reading { return closeFile(.abandoned(reason)) }
    return end(.failed(.silent("the logbook cannot be read: \(reason)")))
  }

  private mutating func again() -> [GroundAction] {
    switch state {
    case .sizing: ask(.readLogbookSize)
    case .listing: listOn()
    case .reading: readOn()
    case .idle, .ended: []
    }
  }
}
