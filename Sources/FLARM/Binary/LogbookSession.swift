import NMEA

/// Lists the flights in a FLARM's memory and fetches chosen ones in its binary mode.
///
/// Every request has a sequence number of its own. The binary mode is left with EXIT whatever
/// happened in it.
package struct LogbookSession: GroundConversation {
  /// How long is waited for what, in milliseconds.
  package struct Timings: Equatable, Sendable {
    /// For a refusal after asking for the binary mode.
    package var entering: Int64 = 1500
    package var ping: Int64 = 500
    /// The list and the last blocks of a file take the device 8 to 12 s.
    package var answer: Int64 = 13_000
    /// Between bytes of one answer.
    package var withinAnswer: Int64 = 2000
    /// Before a block is asked for again that held nothing.
    package var emptyBlock: Int64 = 100
    package var leaving: Int64 = 1000

    package init() {}
  }

  package static let pingLimit = 10
  package static let recordLimit = 256
  /// Tries of one file, and of one question about a record.
  package static let tryLimit = 2
  package static let fileLimit = 16 << 20
  static let emptyBlockLimit = 200

  enum State: Equatable {
    case idle, entering, pinging
    /// Choosing or describing a record of the list.
    case listing(BinaryRequest)
    /// Choosing a record to read, reading it, or waiting before the next block.
    case choosing, reading, pausing
    case leaving, ended
  }

  let selection: FlightSelection
  let version: UInt8
  let timings: Timings
  var state = State.idle
  /// The sequence number of the last request.
  var sequence: UInt16 = 0
  var tries = 0
  var flights: [LoggerFlight] = []
  /// What is still to be fetched; the first is the one at work.
  var wanted: [LoggerFlight] = []
  var fileSize = 0
  var emptyBlocks = 0
  var shownPercent = -1
  private var outcome: GroundAction = .finished
  private var scanner = BinaryScanner()
  private var sentences = SentenceScanner()

  /// `version` is what frames are sent with; the first devices ignore 0.
  package init(selection: FlightSelection, version: UInt8 = 1, timings: Timings = Timings()) {
    self.selection = selection
    self.version = version
    self.timings = timings
  }

  package mutating func on(_ event: GroundEvent) -> [GroundAction] {
    if state == .ended { return [] }
    switch event {
    case .opened: return state == .idle ? enter() : []
    case .received(let bytes): return received(bytes)
    case .timerFired: return timerFired()
    case .stop(let failure): return stop(failure)
    }
  }

  // MARK: Entering and leaving

  private mutating func enter() -> [GroundAction] {
    state = .entering
    return [.send(GroundCommand.enterBinary.line), .arm(milliseconds: timings.entering)]
  }

  private mutating func ping() -> [GroundAction] {
    state = .pinging
    tries += 1
    return send(.ping, within: timings.ping)
  }

  mutating func leave(_ outcome: GroundAction) -> [GroundAction] {
    self.outcome = outcome
    state = .leaving
    return send(.exit, within: timings.leaving)
  }

  private mutating func end(_ outcome: GroundAction) -> [GroundAction] {
    state = .ended
    return [outcome]
  }

  private mutating func stop(_ failure: GroundFailure) -> [GroundAction] {
    switch state {
    case .idle: return end(.failed(failure))
    case .leaving:
      outcome = .failed(failure)
      return []
    default: return leave(.failed(failure))
    }
  }

  // MARK: What happens

  mutating func send(_ request: BinaryRequest, within milliseconds: Int64? = nil) -> [GroundAction]
  {
    sequence &+= 1
    return [
      .send(request.encoded(version: version, sequence: sequence)),
      .arm(milliseconds: milliseconds ?? timings.answer),
    ]
  }

  private mutating func received(_ bytes: [UInt8]) -> [GroundAction] {
    if state == .entering || state == .pinging, let refusal = refusal(in: bytes) {
      return end(.failed(.notSupported(refusal)))
    }
    var frames: [BinaryFrame] = []
    var isDamaged = false
    scanner.feed(bytes) {
      switch $0 {
      case .frame(let frame): frames.append(frame)
      case .fault(let fault): isDamaged = isDamaged || fault == .crc
      }
    }
    var actions: [GroundAction] = []
    for frame in frames where frame.version <= BinaryFrame.highestVersion && answers(frame) {
      actions += state == .ended ? [] : answered(by: frame)
    }
    if actions.isEmpty, state == .reading, isDamaged || scanner.pendingCount > 0 {
      return [.arm(milliseconds: timings.withinAnswer)]
    }
    return actions
  }

  /// A late answer to an earlier ping is as good as one to the last.
  private func answers(_ frame: BinaryFrame) -> Bool {
    guard frame.type == BinaryType.ack.rawValue || frame.type == BinaryType.nack.rawValue
    else { return false }
    if state == .pinging {
      return frame.type == BinaryType.ack.rawValue
        && frame.answeredSequence.map { (1...sequence).contains($0) } ?? false
    }
    return frame.answers(sequence)
  }

  /// The device's words if it has no binary mode.
  private mutating func refusal(in bytes: [UInt8]) -> String? {
    var words: String?
    sentences.feed(bytes) {
      guard case .sentence(let sentence) = $0, sentence.hasAddress("PFLAX") else { return }
      let answer = sentence.fields.map { String(decoding: $0.bytes, as: UTF8.self) }
      if answer.contains("ERROR") { words = answer.dropFirst().joined(separator: ",") }
    }
    return words
  }

  private mutating func answered(by frame: BinaryFrame) -> [GroundAction] {
    let isGood = frame.type == BinaryType.ack.rawValue
    switch state {
    case .pinging: return beginList()
    case .listing(let request): return listed(request, isGood ? frame : nil)
    case .choosing: return isGood ? beginFile() : retryFile("the flight was refused")
    case .reading: return isGood ? read(frame) : retryFile("the transfer was refused")
    case .leaving: return end(outcome)
    case .idle, .entering, .pausing, .ended: return []
    }
  }

  private mutating func timerFired() -> [GroundAction] {
    switch state {
    case .entering: return ping()
    case .pinging:
      return tries < Self.pingLimit
        ? ping() : leave(.failed(.silent("the binary mode was not entered")))
    case .listing(let request): return repeatQuestion(request)
    case .choosing, .reading: return retryFile("no answer in time")
    case .pausing: return askForBlock()
    case .leaving: return end(outcome)
    case .idle, .ended: return []
    }
  }
}
