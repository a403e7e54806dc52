import NMEA

/// Sends commands to a FLARM one after the other, each checked against its answer.
///
/// An answer has two seconds. What is read is asked for once more; what was changed is not sent
/// again. A refusal ends the session only where `stopsAtRefusal`.
package struct ConfigurationSession: GroundConversation {
  /// What is to be done.
  package enum Step: Equatable, Sendable {
    case command(GroundCommand)
    /// Reads the flags, changes the one and writes them.
    case competition(Bool)
  }

  package static let answerMilliseconds: Int64 = 2000
  /// A device that was started anew speaks again within this time.
  package static let restartMilliseconds: Int64 = 30_000
  package static let stepLimit = 200
  static let lineLimit = 64

  private enum State { case idle, asking, collecting, restarting, ended }

  private var steps: [Step]
  private let stopsAtRefusal: Bool
  private var state = State.idle
  private var current: GroundCommand?
  private var competition: Bool?
  private var tries = 0
  private var lines: [String] = []
  private var hasAnswered = false
  private var silences = 0
  private var scanner = SentenceScanner(limit: 256)

  package init(_ steps: [Step], stopsAtRefusal: Bool) {
    self.steps = Array(steps.prefix(Self.stepLimit))
    self.stopsAtRefusal = stopsAtRefusal
  }

  package mutating func on(_ event: GroundEvent) -> [GroundAction] {
    switch (state, event) {
    case (.ended, _): return []
    case (.idle, .opened): return next()
    case (_, .stop(let failure)): return end(.failed(failure))
    case (_, .received(let bytes)): return received(bytes)
    case (_, .timerFired): return timerFired()
    case (_, .opened): return []
    }
  }

  // MARK: Asking

  private mutating func next() -> [GroundAction] {
    guard !steps.isEmpty else { return end(.finished) }
    switch steps.removeFirst() {
    case .command(let command):
      competition = nil
      return begin(command)
    case .competition(let isOn):
      competition = isOn
      return begin(.readFlags)
    }
  }

  private mutating func begin(_ command: GroundCommand) -> [GroundAction] {
    current = command
    tries = 0
    lines = []
    if command == .restart { return restart(command) }
    return ask(command)
  }

  private mutating func ask(_ command: GroundCommand) -> [GroundAction] {
    state = .asking
    tries += 1
    return [.send(command.line), .arm(milliseconds: Self.answerMilliseconds)]
  }

  private mutating func restart(_ command: GroundCommand) -> [GroundAction] {
    state = .restarting
    return [
      .report(.note("restarting the FLARM")), .send(command.line),
      .arm(milliseconds: Self.restartMilliseconds),
    ]
  }

  private mutating func end(_ outcome: GroundAction) -> [GroundAction] {
    state = .ended
    return [outcome]
  }

  // MARK: Answers

  private mutating func received(_ bytes: [UInt8]) -> [GroundAction] {
    var sentences: [Sentence] = []
    scanner.feed(bytes) { if case .sentence(let sentence) = $0 { sentences.append(sentence) } }
    var actions: [GroundAction] = []
    for sentence in sentences where state != .ended { actions += take(sentence) }
    return actions
  }

  private mutating func take(_ sentence: Sentence) -> [GroundAction] {
    guard let command = current else { return [] }
    if state == .restarting { return restarted(sentence, command) }
    guard state == .asking || state == .collecting, let answer = ConfigurationAnswer(sentence)
    else { return [] }
    switch (command, answer) {
    case (_, .refusal(let words)): return close(command, .refused(words))
    case (.readVersion, .version(let words)): return close(command, .value(words))
    case (.readErrors, .error(let report)): return collect(report?.words, command)
    case (.readTask, .value("TASK", let value)): return collect(value, command)
    case (_, .value(command.subject, let value)): return answered(command, value)
    default: return []
    }
  }

  /// The device repeats a change; of a question it says the value.
  private mutating func answered(_ command: GroundCommand, _ value: String) -> [GroundAction] {
    if command == .readFlags, let isOn = competition { return change(value, competition: isOn) }
    guard let echo = command.echo, echo != value else { return close(command, .value(value)) }
    return close(command, .different(value))
  }

  private mutating func change(_ answer: String, competition isOn: Bool) -> [GroundAction] {
    guard let flags = CompetitionFlags(answer: answer) else {
      return close(.readFlags, .different(answer))
    }
    return begin(.writeFlags(flags.with(competition: isOn)))
  }

  /// Takes a line of an answer of several; nil or an empty one is the last.
  private mutating func collect(_ line: String?, _ command: GroundCommand) -> [GroundAction] {
    guard let line, !line.isEmpty, lines.count < Self.lineLimit else {
      return close(command, .value(lines.joined(separator: "\n")))
    }
    lines.append(line)
    state = .collecting
    return [.arm(milliseconds: Self.answerMilliseconds)]
  }

  /// The first good sentence after a restart says that it is back; what was still in the queue is
  /// let pass.
  private mutating func restarted(
    _ sentence: Sentence, _ command: GroundCommand
  ) -> [GroundAction] {
    guard sentence.hasAddress("PFLAU") || sentence.hasAddress("PFLAV") else { return [] }
    return close(command, .value("done"))
  }

  private mutating func close(
    _ command: GroundCommand, _ result: CommandOutcome.Result
  ) -> [GroundAction] {
    if result != .silent { hasAnswered = true }
    silences = result == .silent ? silences + 1 : 0
    let outcome = CommandOutcome(subject: command.subject, sent: command.body, result: result)
    let report = GroundAction.report(.outcome(outcome))
    if silences >= 3 || (result == .silent && !hasAnswered) {
      return [report] + end(.failed(.silent("nothing came back for \(command.body)")))
    }
    if stopsAtRefusal, !outcome.isGood { return [report] + end(.failed(failure(of: outcome))) }
    return [report] + next()
  }

  private func failure(of outcome: CommandOutcome) -> GroundFailure {
    switch outcome.result {
    case .value: .cancelled
    case .refused(let words): .refused(command: outcome.sent, answer: words)
    case .different(let value): .refused(command: outcome.sent, answer: "\"\(value)\"")
    case .silent: .silent("nothing came back for \(outcome.sent)")
    }
  }

  private mutating func timerFired() -> [GroundAction] {
    guard let command = current else { return [] }
    switch state {
    case .asking where command.echo == nil && tries < 2: return ask(command)
    case .collecting: return close(command, .value(lines.joined(separator: "\n")))
    case .asking, .restarting: return close(command, .silent)
    case .idle, .ended: return []
    }
  }
}
