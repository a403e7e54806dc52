package import FlightModel
package import RecordingModel

/// Asks a VESC what it measures, one question at a time, and makes samples of the replies.
///
/// A value: bytes and instants in, requests and events out. It begins with FW_VERSION, and asks
/// nothing else of what is not a motor controller of firmware 3 or newer. Questions are paced by the
/// replies and by the link's floor; a lost reply costs its time-out, and silence ends the link.
package struct VESCConversation: Sendable {
  /// What a conversation finds.
  package enum Event: Equatable, Sendable {
    /// A board answers.
    case board(BoardIdentity)
    case motor(MotorSample)
    case facts(BoardFacts)
    /// A board's link is lost.
    case gone(key: String, at: MonotonicInstant)
  }

  /// What is to be done; filled by the conversation.
  package struct Output: Sendable {
    package var requests: [VESCRequest] = []
    package var events: [Event] = []
    /// When to call `woke`, at the latest.
    package var wakeAt: MonotonicInstant?
    /// Who answers; told when it is known, and when more is.
    package var identity: VESCIdentity?
    /// Nobody has answered for too long: close the link and open it anew.
    package var isSilent = false

    package init() {}
  }

  /// What was read so far.
  package struct Counters: Equatable, Sendable {
    /// Replies to questions of this conversation.
    package var answers = 0
    /// Well-formed packets that answer no question: unasked, late, or to somebody else.
    package var unexpected = 0
    /// Payloads that promise more than they hold.
    package var truncated = 0
    /// Bytes behind the fields that are known here.
    package var trailingBytes = 0
    /// Questions that nobody answered in time.
    package var lost = 0
    package var lastAnswerAt: MonotonicInstant?
  }

  private struct Outstanding: Sendable {
    var request: VESCRequest
    var sentAt: MonotonicInstant
    var deadline: MonotonicInstant
  }

  private enum Phase: Sendable {
    /// Who is there?
    case asking
    /// The one on the link drives no motor: these CAN ids may.
    case bridging(candidates: [UInt8])
    case running
    /// Nothing to be asked of; `asking` again from time to time shows whether that is still so.
    case useless
  }

  /// No answer for so long: the link is dead, ms.
  private static let silenceMs: Int64 = 3_000
  /// Time from one look at a useless board to the next, ms.
  private static let uselessMs: Int64 = 2_000

  private var link: VESCLink?
  private var phase = Phase.asking
  private var deframer = PacketDeframer()
  private var outstanding: Outstanding?
  private var plan: [VESCRequest] = []
  private var nextRoundAt = MonotonicInstant(nanoseconds: 0)
  private var latestByteAt = MonotonicInstant(nanoseconds: 0)
  private var latestSignAt = MonotonicInstant(nanoseconds: 0)
  private var latency = ReplyLatency()
  private var board: BoardSession?
  private var announcedKey: String?
  package private(set) var counters = Counters()

  package init() {}

  package var packetCounters: PacketDeframer.Counters { deframer.counters }

  // MARK: What happens

  /// A link was opened; the questions begin.
  package mutating func opened(_ link: VESCLink, at now: MonotonicInstant, _ output: inout Output) {
    self.link = link
    phase = .asking
    deframer.reset()
    outstanding = nil
    plan = []
    nextRoundAt = now
    latestByteAt = now
    latestSignAt = now
    latency = ReplyLatency()
    announcedKey = nil
    advance(at: now, &output)
  }

  /// Bytes came, cut anywhere.
  package mutating func received(
    _ bytes: UnsafeRawBufferPointer, at now: MonotonicInstant, _ output: inout Output
  ) {
    guard link != nil else { return }
    latestByteAt = now
    var readings: [ReplyReading] = []
    deframer.feed(bytes) { readings.append(ReplyReading($0)) }
    for reading in readings { take(reading, at: now, &output) }
    advance(at: now, &output)
  }

  /// Bytes came, cut anywhere.
  package mutating func received(
    _ bytes: [UInt8], at now: MonotonicInstant, _ output: inout Output
  ) {
    bytes.withUnsafeBytes { received($0, at: now, &output) }
  }

  /// The instant of `Output.wakeAt` has come.
  package mutating func woke(at now: MonotonicInstant, _ output: inout Output) {
    advance(at: now, &output)
  }

  /// The link is gone.
  package mutating func closed(at now: MonotonicInstant, _ output: inout Output) {
    if let key = announcedKey { output.events.append(.gone(key: key, at: now)) }
    announcedKey = nil
    link = nil
    outstanding = nil
    plan = []
  }

  // MARK: Time

  private mutating func advance(at now: MonotonicInstant, _ output: inout Output) {
    guard let link else { return }
    giveUpCandidate(link, at: now, &output)
    if let outstanding, now >= outstanding.deadline { lose(outstanding, at: now, &output) }
    guard now.milliseconds(since: latestSignAt) < Self.silenceMs || isPinging else {
      output.isSilent = true
      self.link = nil
      return
    }
    ask(link, at: now, &output)
    output.wakeAt = nextWake(link, at: now)
  }

  private mutating func giveUpCandidate(
    _ link: VESCLink, at now: MonotonicInstant, _ output: inout Output
  ) {
    guard deframer.pendingCount > 0, now.milliseconds(since: latestByteAt) >= link.quietMs else {
      return
    }
    latestByteAt = now
    var readings: [ReplyReading] = []
    deframer.flush { readings.append(ReplyReading($0)) }
    for reading in readings { take(reading, at: now, &output) }
  }

  private var isPinging: Bool { outstanding?.request.question == .pingCAN }

  private func nextWake(_ link: VESCLink, at now: MonotonicInstant) -> MonotonicInstant {
    var wake = outstanding?.deadline ?? nextRoundAt
    if !isPinging { wake = min(wake, latestSignAt.advanced(byMilliseconds: Self.silenceMs)) }
    if deframer.pendingCount > 0 {
      wake = min(wake, latestByteAt.advanced(byMilliseconds: link.quietMs))
    }
    return max(wake, now.advanced(byMilliseconds: 1))
  }

  // MARK: Questions

  private mutating func ask(_ link: VESCLink, at now: MonotonicInstant, _ output: inout Output) {
    guard outstanding == nil else { return }
    if plan.isEmpty {
      guard now >= nextRoundAt else { return }
      nextRoundAt = now.advanced(byMilliseconds: roundMs(link))
      plan = nextRound(at: now)
    }
    guard !plan.isEmpty else { return }
    let request = plan.removeFirst()
    outstanding = Outstanding(
      request: request, sentAt: now,
      deadline: now.advanced(byMilliseconds: latency.timeoutMs(of: request.question)))
    output.requests.append(request)
  }

  private func roundMs(_ link: VESCLink) -> Int64 {
    if case .useless = phase { return Self.uselessMs }
    return max(1, link.floorMs)
  }

  private func nextRound(at now: MonotonicInstant) -> [VESCRequest] {
    switch phase {
    case .asking, .useless: [VESCRequest(.firmwareVersion)]
    case .bridging(let candidates):
      [candidates.first.map { VESCRequest(.firmwareVersion, canID: $0) } ?? VESCRequest(.pingCAN)]
    case .running: board?.plan(at: now) ?? []
    }
  }

  private mutating func lose(
    _ lost: Outstanding, at now: MonotonicInstant, _ output: inout Output
  ) {
    outstanding = nil
    counters.lost &+= 1
    switch phase {
    case .asking, .useless: break
    case .bridging(let candidates):
      if lost.request.question == .pingCAN {
        phase = .useless
      } else {
        bridge(Array(candidates.dropFirst()))
      }
    case .running: board?.missed(lost.request, at: now)
    }
    // The bus was busy with the search; what comes next shows whether anybody is there.
    if lost.request.question == .pingCAN { latestSignAt = now }
    if plan.isEmpty { finishRound(at: now, &output) }
  }

  // MARK: Replies

  private mutating func take(
    _ reading: ReplyReading, at now: MonotonicInstant, _ output: inout Output
  ) {
    switch reading {
    case .unknown: counters.unexpected &+= 1
    case .truncated: counters.truncated &+= 1
    case .reply(let reply, let trailing):
      counters.trailingBytes &+= trailing
      guard let answered = outstanding, isAnswer(reply, to: answered.request) else {
        counters.unexpected &+= 1
        return
      }
      note(answered, at: now)
      answer(reply, to: answered.request, at: now, &output)
      if plan.isEmpty { finishRound(at: now, &output) }
    }
  }

  private func isAnswer(_ reply: VESCReply, to request: VESCRequest) -> Bool {
    guard request.question.isAnswered(by: reply) else { return false }
    guard case .running = phase, let board else { return true }
    return board.isFromAsked(reply, request)
  }

  private mutating func note(_ answered: Outstanding, at now: MonotonicInstant) {
    outstanding = nil
    latestSignAt = now
    counters.answers &+= 1
    counters.lastAnswerAt = now
    if answered.request.question != .pingCAN {
      latency.take(milliseconds: now.milliseconds(since: answered.sentAt))
    }
  }

  private mutating func answer(
    _ reply: VESCReply, to request: VESCRequest, at now: MonotonicInstant, _ output: inout Output
  ) {
    if case .firmware(let firmware) = reply {
      return take(firmware, of: request.canID, at: now, &output)
    }
    if case .bridging = phase, case .canBus(let ids) = reply { return bridge(ids) }
    guard case .running = phase, board != nil else { return }
    let knewRefloat = board?.refloat != nil
    let hasFacts = board?.take(reply, to: request, at: now) ?? false
    if !knewRefloat, board?.refloat != nil { output.identity = board?.identity }
    if hasFacts, let board { output.events.append(.facts(board.facts(at: now))) }
  }

  private mutating func finishRound(at now: MonotonicInstant, _ output: inout Output) {
    guard case .running = phase, let sample = board?.sample(at: now) else { return }
    output.events.append(.motor(sample))
  }

  private mutating func bridge(_ candidates: [UInt8]) {
    phase = candidates.isEmpty ? .useless : .bridging(candidates: candidates)
  }

  // MARK: Who answers

  private mutating func take(
    _ firmware: FirmwareVersion, of canID: UInt8?, at now: MonotonicInstant,
    _ output: inout Output
  ) {
    if case .running = phase, let board, canID != board.canID {
      if let canID { self.board?.take(firmware, of: canID) }
      return
    }
    if case .running = phase, board?.key == BoardSession.key(of: firmware) {
      self.board?.schedule.answered(.firmware, at: now)
      return
    }
    guard firmware.isMotorController else { return passOver(canID) }
    guard firmware.isSupported else {
      phase = .useless
      output.identity = VESCIdentity(firmware)
      return
    }
    begin(firmware, canID: canID, at: now, &output)
  }

  /// Not a motor controller: a bridge to some, or one more that is none.
  private mutating func passOver(_ canID: UInt8?) {
    guard canID != nil, case .bridging(let candidates) = phase else {
      phase = .bridging(candidates: [])
      return
    }
    bridge(Array(candidates.dropFirst()))
  }

  private mutating func begin(
    _ firmware: FirmwareVersion, canID: UInt8?, at now: MonotonicInstant, _ output: inout Output
  ) {
    guard let link else { return }
    var others: [UInt8] = []
    if case .bridging(let candidates) = phase { others = Array(candidates.dropFirst()) }
    if let key = announcedKey { output.events.append(.gone(key: key, at: now)) }
    if board?.key == BoardSession.key(of: firmware), board?.canID == canID {
      board?.reopened(at: now)
    } else {
      board = BoardSession(firmware, canID: canID, at: now)
      if canID != nil { board?.take(canIDs: others, at: now) }
    }
    phase = .running
    plan = []
    guard let board else { return }
    announcedKey = board.key
    output.identity = board.identity
    output.events.append(.board(board.boardIdentity(link)))
  }
}
