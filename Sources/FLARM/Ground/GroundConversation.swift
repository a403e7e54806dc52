/// A conversation with an instrument that stands on the ground, as a value: it takes what happens and
/// answers with what is to be done. No descriptor, clock or thread.
///
/// It ends with `finished` or `failed`, exactly once; nothing comes after that.
package protocol GroundConversation: Sendable {
  mutating func on(_ event: GroundEvent) -> [GroundAction]
}

/// What happens to a conversation.
package enum GroundEvent: Equatable, Sendable {
  /// Bytes can be sent from now on; comes first and once.
  case opened
  /// Bytes came, cut anywhere.
  case received([UInt8])
  /// The time armed last is over.
  case timerFired
  /// It must end now, for this reason. It may still send what leaves the instrument in order.
  case stop(GroundFailure)
}

/// What a conversation wants done.
package enum GroundAction: Equatable, Sendable {
  /// Send in one piece.
  case send([UInt8])
  /// Tell `timerFired` after this time, instead of what was armed before.
  case arm(milliseconds: Int64)
  case report(GroundReport)
  case finished
  case failed(GroundFailure)
}

/// What a conversation has to tell the person.
package enum GroundReport: Equatable, Sendable {
  /// What became of one command.
  case outcome(CommandOutcome)
  /// A flight of the logger's list.
  case flight(LoggerFlight)
  case file(LoggerFlight, FilePart)
  /// How far it is with a flight, 0 to 100.
  case progress(percent: Int, of: String)
  /// A line for the person.
  case note(String)
}

/// The pieces of a file in their order: `begin` or `resumed`, any number of `data`, then `complete` or
/// `abandoned`. `begin` again means that the file starts over.
package enum FilePart: Equatable, Sendable {
  case begin
  /// Goes on behind so many lines that are had already.
  case resumed(lines: Int)
  case data([UInt8])
  case complete
  /// Why the file could not be had; others may still come.
  case abandoned(String)
}

/// What became of one command, with what was sent and what came back.
package struct CommandOutcome: Equatable, Sendable {
  package enum Result: Equatable, Sendable {
    /// What was read, or what was written and echoed.
    case value(String)
    /// The device's own words, `ERROR` for example.
    case refused(String)
    /// It was set, but the device says that it holds this instead.
    case different(String)
    /// No answer in time.
    case silent
  }

  /// The key or operation, as the device spells it.
  package var subject: String
  /// The command without `$`, checksum and line end.
  package var sent: String
  package var result: Result

  package init(subject: String, sent: String, result: Result) {
    self.subject = subject
    self.sent = sent
    self.result = result
  }

  /// Whether the command did what was asked.
  package var isGood: Bool { if case .value = result { true } else { false } }
}

/// Why a conversation ended before its end.
package enum GroundFailure: Error, Equatable, Sendable {
  /// The instrument says that it flies.
  case airborne
  /// The instrument does not say whether it flies.
  case stateUnknown
  /// It does not answer what it was asked, in words.
  case silent(String)
  /// It cannot do this: its own answer.
  case notSupported(String)
  /// It refused, with the command and its own answer.
  case refused(command: String, answer: String)
  /// The link to it is lost or could not be opened, in words.
  case link(String)
  /// What it sends makes no sense, in words.
  case unusable(String)
  /// It took longer than any conversation may.
  case tooLong
  /// Somebody ended it.
  case cancelled

  /// What went wrong and what to do, for the person at the airfield.
  package var words: (problem: String, hint: String) {
    switch self {
    case .airborne:
      ("the instrument is airborne; nothing was sent", "land first: commands may stop its warnings")
    case .stateUnknown:
      (
        "the instrument does not say whether it flies; nothing was sent",
        "see that it is on and that the speed is right; if it stands on the ground, say --on-ground"
      )
    case .silent(let what):
      (
        "no answer: \(what)",
        "switch the instrument off and on, wait until it sends again, and try once more"
      )
    case .notSupported(let answer):
      (
        "the instrument cannot do this; it answers \(answer)",
        "use its own card, hub or web page instead"
      )
    case .refused(let command, let answer):
      ("the instrument refused \(command) with \(answer)", "see what its manual allows")
    case .link(let what):
      (
        what,
        "see that it is switched on and that no other program uses it, then try again"
      )
    case .unusable(let what): ("unusable answer: \(what)", "try again; if it stays, tell us")
    case .tooLong: ("it took too long and was ended", "try again with fewer flights")
    case .cancelled: ("ended before it was done", "try again when there is time")
    }
  }
}
