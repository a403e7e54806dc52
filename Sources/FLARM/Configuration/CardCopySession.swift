import NMEA

/// Has a FLARM copy its flights to the card or stick in it (`PFLAI,IGCREADOUT`), with the progress
/// that it reports.
package struct CardCopySession: GroundConversation {
  package static let firstMilliseconds: Int64 = 5000
  /// Between two reports of progress.
  package static let progressMilliseconds: Int64 = 60_000

  private enum State { case idle, asking, copying, ended }

  private var state = State.idle
  private var scanner = SentenceScanner(limit: 256)

  package init() {}

  package mutating func on(_ event: GroundEvent) -> [GroundAction] {
    switch (state, event) {
    case (.ended, _): return []
    case (.idle, .opened):
      state = .asking
      return [.send(GroundCommand.copyFlights.line), .arm(milliseconds: Self.firstMilliseconds)]
    case (_, .received(let bytes)): return received(bytes)
    case (.asking, .timerFired): return end(.failed(.silent("nothing came back for IGCREADOUT")))
    case (_, .timerFired): return end(.failed(.silent("the copying has stopped")))
    case (_, .stop(let failure)): return end(.failed(failure))
    case (_, .opened): return []
    }
  }

  private mutating func received(_ bytes: [UInt8]) -> [GroundAction] {
    var answers: [ConfigurationAnswer] = []
    scanner.feed(bytes) {
      if case .sentence(let sentence) = $0, let answer = ConfigurationAnswer(sentence) {
        answers.append(answer)
      }
    }
    var actions: [GroundAction] = []
    for answer in answers where state == .asking || state == .copying { actions += take(answer) }
    return actions
  }

  private mutating func take(_ answer: ConfigurationAnswer) -> [GroundAction] {
    switch answer {
    case .refusal(let words):
      return end(.failed(.refused(command: GroundCommand.copyFlights.body, answer: words)))
    case .value("IGCREADOUT", let value): return echoed(value)
    case .progress("IGC", let file, let percent): return progress(file, percent)
    default: return []
    }
  }

  /// `OK` or nothing begins, `ERROR` refuses.
  private mutating func echoed(_ value: String) -> [GroundAction] {
    if value.hasPrefix("ERROR") {
      return end(.failed(.refused(command: GroundCommand.copyFlights.body, answer: value)))
    }
    state = .copying
    return [.arm(milliseconds: Self.progressMilliseconds)]
  }

  /// A hundred without a file name is the end of all.
  private mutating func progress(_ file: String, _ percent: Int) -> [GroundAction] {
    state = .copying
    let report = GroundAction.report(.progress(percent: percent, of: file))
    if percent >= 100, file.isEmpty { return [report] + end(.finished) }
    return [report, .arm(milliseconds: Self.progressMilliseconds)]
  }

  private mutating func end(_ outcome: GroundAction) -> [GroundAction] {
    state = .ended
    return [outcome]
  }
}
