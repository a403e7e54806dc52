package import FlightModel
package import IGC
import NMEA

/// Asks an LXNAV logger what it is.
package struct LXNAVInfoSession: GroundConversation {
  /// What the fields of its answer are, in order.
  package static let labels = [
    "NAME", "VERSION", "DATE", "SERIAL", "BATTERY", "BACKUP", "PRESSURE ALTITUDE", "ENL", "STATUS",
  ]

  private var tries = 0
  private var isEnded = false
  private var scanner = SentenceScanner(limit: 300)

  package init() {}

  package mutating func on(_ event: GroundEvent) -> [GroundAction] {
    guard !isEnded else { return [] }
    switch event {
    case .opened: return ask()
    case .timerFired:
      return tries < 3 ? ask() : end(.failed(.silent("nothing came back for PLXVC,INFO,R")))
    case .stop(let failure): return end(.failed(failure))
    case .received(let bytes): return received(bytes)
    }
  }

  private mutating func ask() -> [GroundAction] {
    tries += 1
    return [
      .send(LXNAVCommand.readInfo.line),
      .arm(milliseconds: LXNAVLogbookSession.answerMilliseconds),
    ]
  }

  private mutating func received(_ bytes: [UInt8]) -> [GroundAction] {
    var values: [String]?
    scanner.feed(bytes) {
      if case .sentence(let sentence) = $0, case .info(let fields) = LXNAVAnswer(sentence) {
        values = fields
      }
    }
    guard let values else { return [] }
    let outcomes = zip(Self.labels, values).map {
      GroundAction.report(
        .outcome(
          CommandOutcome(subject: $0, sent: LXNAVCommand.readInfo.body, result: .value($1))))
    }
    return outcomes + end(.finished)
  }

  private mutating func end(_ outcome: GroundAction) -> [GroundAction] {
    isEnded = true
    return [outcome]
  }
}

/// Writes a declaration into an LXNAV logger, row by row.
package struct LXNAVDeclarationSession: GroundConversation {
  static let tryLimit = 2
  package static let rowLimit = 200
  /// Bytes of a row.
  static let rowLength = 100

  private let rows: [String]
  private var row = 0
  private var tries = 0
  private var isEnded = false
  private var scanner = SentenceScanner(limit: 300)

  /// The rows of `LXNAVDeclaration`; what a sentence cannot carry is taken out of them.
  package init(rows: [String]) {
    self.rows = rows.prefix(Self.rowLimit).map { SentenceField.clean($0, limit: Self.rowLength) }
  }

  package mutating func on(_ event: GroundEvent) -> [GroundAction] {
    guard !isEnded else { return [] }
    switch event {
    case .opened: return next()
    case .timerFired: return tries < Self.tryLimit ? ask() : close(.silent)
    case .stop(let failure): return end(.failed(failure))
    case .received(let bytes): return received(bytes)
    }
  }

  private var command: LXNAVCommand { .writeDeclaration(row: row, of: rows.count, rows[row - 1]) }

  private mutating func next() -> [GroundAction] {
    guard row < rows.count else { return end(.finished) }
    row += 1
    tries = 0
    return ask()
  }

  private mutating func ask() -> [GroundAction] {
    tries += 1
    return [
      .send(command.line), .arm(milliseconds: LXNAVLogbookSession.answerMilliseconds),
    ]
  }

  private mutating func received(_ bytes: [UInt8]) -> [GroundAction] {
    var answers: [LXNAVAnswer] = []
    scanner.feed(bytes) {
      if case .sentence(let sentence) = $0, let answer = LXNAVAnswer(sentence) {
        answers.append(answer)
      }
    }
    var actions: [GroundAction] = []
    for answer in answers where !isEnded && row > 0 {
      switch answer {
      case .declared(row): actions += close(.value(rows[row - 1]))
      case .refusal(let words): actions += close(.refused(words))
      default: break
      }
    }
    return actions
  }

  private mutating func close(_ result: CommandOutcome.Result) -> [GroundAction] {
    let sent = command.body
    let outcome = CommandOutcome(subject: "DECL \(row)", sent: sent, result: result)
    let report = [GroundAction.report(.outcome(outcome))]
    switch result {
    case .value: return report + next()
    case .refused(let words):
      return report + end(.failed(.refused(command: sent, answer: words)))
    default: return report + end(.failed(.silent("nothing came back for \(sent)")))
    }
  }

  private mutating func end(_ outcome: GroundAction) -> [GroundAction] {
    isEnded = true
    return [outcome]
  }
}

/// What a declaration looks like in an LXNAV logger: header and C records, a row each.
package enum LXNAVDeclaration {
  package static func rows(_ who: Declaration, _ task: TaskDeclaration?) -> [String] {
    let headers = [
      "HFPLTPILOTINCHARGE:" + SentenceField.clean(who.pilot, limit: 50),
      "HFCM2CREW2:" + SentenceField.clean(who.crew, limit: 50),
      "HFGTYGLIDERTYPE:" + SentenceField.clean(who.gliderType, limit: 50),
      "HFGIDGLIDERID:" + SentenceField.clean(who.registration, limit: 50),
      "HFCIDCOMPETITIONID:" + SentenceField.clean(who.competitionID, limit: 50),
      "HFCCLCOMPETITIONCLASS:" + SentenceField.clean(who.competitionClass, limit: 50),
    ]
    let records = task?.records.map {
      SentenceField.clean(String(decoding: $0.prefix(100), as: UTF8.self))
    }
    return headers + (records ?? [])
  }
}
