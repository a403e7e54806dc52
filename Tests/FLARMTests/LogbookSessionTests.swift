import FLARM
import FlightModel
import JSON
import Testing

/// Runs a conversation against scripted answers and keeps what it wanted done.
struct Rehearsal<Conversation: GroundConversation> {
  var conversation: Conversation
  private(set) var actions: [GroundAction] = []

  init(_ conversation: Conversation) {
    self.conversation = conversation
    take(.opened)
  }

  mutating func take(_ event: GroundEvent) { actions += conversation.on(event) }

  /// What was sent since the last call.
  mutating func sent() -> [[UInt8]] {
    defer { actions.removeAll { if case .send = $0 { true } else { false } } }
    return actions.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
  }

  var reports: [GroundReport] {
    actions.compactMap { if case .report(let report) = $0 { report } else { nil } }
  }

  var flights: [LoggerFlight] {
    reports.compactMap { if case .flight(let flight) = $0 { flight } else { nil } }
  }

  var outcomes: [CommandOutcome] {
    reports.compactMap { if case .outcome(let outcome) = $0 { outcome } else { nil } }
  }

  /// How it ended; nil while it goes on.
  var ending: GroundAction? {
    actions.last {
      if case .finished = $0 { true } else if case .failed = $0 { true } else { false }
    }
  }

  /// The files that are whole, with what they held at the end.
  var files: [String: [UInt8]] {
    var open: [String: [UInt8]] = [:]
    var whole: [String: [UInt8]] = [:]
    for case .file(let flight, let part) in reports {
      switch part {
      case .begin: open[flight.fileName] = []
      case .resumed, .abandoned: break
      case .data(let bytes): open[flight.fileName, default: []] += bytes
      case .complete: whole[flight.fileName] = open[flight.fileName]
      }
    }
    return whole
  }
}

@Suite("FLARM binary sessions")
struct LogbookSessionTests {
  @Test(
    "a whole conversation, host bytes and all",
    arguments: [
      ("download-two-flights-version-1", UInt8(1)), ("download-two-flights-version-0", 0),
    ], [0, 1, 7])
  func downloads(_ row: (name: String, version: UInt8), pieces: Int) throws {
    let vector = TransferVector.named(row.name)
    var rehearsal = Rehearsal(
      LogbookSession(selection: .records([1]), version: row.version))
    var last = "device"
    for step in vector.script {
      if step.from == "host" {
        // Two of ours in a row: the time for an answer is over.
        if last == "host" || rehearsal.actions.allSatisfy({ !Self.isSend($0) }) {
          rehearsal.take(.timerFired)
        }
        #expect(rehearsal.sent() == [step.bytes])
      } else {
        feed(step.bytes, in: pieces, to: &rehearsal)
      }
      last = step.from
    }
    let expect = try #require(vector.json["expect"])
    let flights = try #require(expect["flights"]?.array)
    try #require(rehearsal.flights.count == flights.count)
    for (flight, info) in zip(rehearsal.flights, flights) {
      expectFlight(flight, info)
      #expect(Int64(flight.record) == info["record"]?.integer)
    }
    #expect(rehearsal.ending == .finished)
    let file = try #require(rehearsal.files["67EXA012.IGC"])
    #expect(String(decoding: file, as: UTF8.self) == expect["igc"]?.string)
    #expect(Int64(file.count) == expect["igcLength"]?.integer)
    #expect(rehearsal.files.count == 1)
  }

  private static func isSend(_ action: GroundAction) -> Bool {
    if case .send = action { true } else { false }
  }

  private func feed(
    _ bytes: [UInt8], in pieces: Int, to rehearsal: inout Rehearsal<LogbookSession>
  ) {
    guard pieces > 0 else { return rehearsal.take(.received(bytes)) }
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      rehearsal.take(.received(Array(bytes[start..<min(start + pieces, bytes.count)])))
    }
  }

  /// A session whose first ping was answered.
  private func entered(_ selection: FlightSelection = .none) -> Rehearsal<LogbookSession> {
    var rehearsal = Rehearsal(LogbookSession(selection: selection))
    rehearsal.take(.timerFired)
    rehearsal.take(.received(TransferVector.named("ack-of-1").bytes))
    return rehearsal
  }

  @Test func anEmptyLogbookIsNoError() {
    let script = TransferVector.named("empty-logbook").script
    var rehearsal = entered()
    #expect(rehearsal.sent().last == script[0].bytes)
    rehearsal.take(.received(script[1].bytes))
    #expect(rehearsal.sent() == [BinaryRequest.exit.encoded(version: 1, sequence: 3)])
    rehearsal.take(.timerFired)
    #expect(rehearsal.ending == .finished)
    #expect(rehearsal.flights.isEmpty)
  }

  @Test func aLateAnswerToAnEarlierQuestionIsIgnored() {
    let script = TransferVector.named("late-answer-to-earlier-request").script
    var rehearsal = entered()
    rehearsal.take(.received(Self.acknowledgement(of: 2)))
    #expect(rehearsal.sent().last == script[0].bytes)
    rehearsal.take(.timerFired)
    #expect(rehearsal.sent() == [script[1].bytes])
    rehearsal.take(.received(script[2].bytes))
    #expect(rehearsal.flights.isEmpty)
    rehearsal.take(.received(script[3].bytes))
    #expect(rehearsal.flights.map(\.pilot) == ["NEW"])
  }

  @Test func aDeviceWithoutBinaryModeSaysSo() {
    let script = TransferVector.named("not-supported").script
    var rehearsal = Rehearsal(LogbookSession(selection: .none))
    #expect(rehearsal.sent() == [script[0].bytes])
    rehearsal.take(.received(script[1].bytes))
    #expect(rehearsal.ending == .failed(.notSupported("ERROR,NOTSUPPORTED")))
    rehearsal.take(.timerFired)
    #expect(rehearsal.sent().isEmpty)
  }

  @Test func tenPingsThenExit() {
    var rehearsal = Rehearsal(LogbookSession(selection: .none))
    for _ in 0...LogbookSession.pingLimit { rehearsal.take(.timerFired) }
    let sent = rehearsal.sent()
    #expect(sent.count == 12)
    #expect(sent.last == BinaryRequest.exit.encoded(version: 1, sequence: 11))
    rehearsal.take(.timerFired)
    #expect(rehearsal.ending == .failed(.silent("the binary mode was not entered")))
  }

  @Test func twoTriesOfAFileThenTheNext() throws {
    var rehearsal = entered(.records([0]))
    rehearsal.take(.received(Self.acknowledgement(of: 2)))
    rehearsal.take(.received(Self.acknowledgement(of: 3, Array("\0no description".utf8))))
    rehearsal.take(.received(Self.refusal([4])))
    for _ in 0..<2 {
      let choice = UInt8(try #require(rehearsal.sent().last)[4])
      rehearsal.take(.received(Self.acknowledgement(of: UInt16(choice))))
      rehearsal.take(.received(Self.acknowledgement(of: UInt16(choice) + 1, [5, 0x41])))
      rehearsal.take(.timerFired)
    }
    #expect(rehearsal.files.isEmpty)
    let flight = try #require(rehearsal.flights.first)
    #expect(flight.fileName == "record-000.IGC")
    #expect(rehearsal.reports.last == .file(flight, .abandoned("no answer in time")))
    #expect(try #require(rehearsal.sent().last)[6] == BinaryType.exit.rawValue)
  }

  @Test func neverMoreThan256Records() throws {
    var rehearsal = entered()
    for _ in 0..<600 {
      guard let last = rehearsal.sent().last else { break }
      let frame = try #require(Self.frame(last))
      guard frame.type != BinaryType.exit.rawValue else { break }
      rehearsal.take(.received(Self.acknowledgement(of: frame.sequence)))
    }
    #expect(rehearsal.flights.count == LogbookSession.recordLimit)
  }

  @Test func stoppingLeavesTheBinaryMode() {
    var rehearsal = entered()
    _ = rehearsal.sent()
    rehearsal.take(.stop(.cancelled))
    #expect(rehearsal.sent() == [BinaryRequest.exit.encoded(version: 1, sequence: 3)])
    rehearsal.take(.timerFired)
    #expect(rehearsal.ending == .failed(.cancelled))
  }

  @Test(
    "a refusal in every form is one",
    arguments: [[8, 0], [8, 2], [8], []] as [[UInt8]])
  func refusals(_ payload: [UInt8]) {
    let frame = BinaryFrame(version: 0, sequence: 1, type: 0xB7, payload: payload)
    #expect(frame.answers(8))
    #expect(frame.answers(9) == payload.isEmpty)
  }

  private static func frame(_ bytes: [UInt8]) -> BinaryFrame? {
    var scanner = BinaryScanner()
    var found: BinaryFrame?
    scanner.feed(bytes) { if case .frame(let frame) = $0 { found = frame } }
    return found
  }

  private static func acknowledgement(of sequence: UInt16, _ data: [UInt8] = []) -> [UInt8] {
    answer(0xA0, [UInt8(sequence & 255), UInt8(sequence >> 8)] + data)
  }

  private static func refusal(_ payload: [UInt8]) -> [UInt8] { answer(0xB7, payload) }

  /// A frame as the device sends it, with a checksum of its own.
  private static func answer(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let header: [UInt8] = [UInt8(8 + payload.count), 0, 0, 1, 0, type]
    var sum: UInt16 = 0
    for byte in header + payload {
      sum ^= UInt16(byte) << 8
      for _ in 0..<8 { sum = sum & 0x8000 != 0 ? sum << 1 ^ 0x1021 : sum << 1 }
    }
    let plain = header + [UInt8(sum & 255), UInt8(sum >> 8)] + payload
    return [0x73]
      + plain.flatMap { (byte: UInt8) -> [UInt8] in
        byte == 0x73 ? [0x78, 0x31] : byte == 0x78 ? [0x78, 0x55] : [byte]
      }
  }
}
