import Bytes
import FLARM
import FlightModel
import JSON
import SeededRandom
import Testing

@Suite("FLARM binary frames")
struct BinaryFrameTests {
  @Test(arguments: TransferVector.of("frame"))
  func readsFrame(_ row: TransferVector) throws {
    let (frames, faults, scanner) = Self.scan([row.bytes])
    #expect(faults == [] && scanner.skippedCount == 0 && scanner.pendingCount == 0)
    let frame = try #require(frames.first)
    #expect(frames.count == 1)
    guard row.json["error"] == nil else {
      #expect(LoggerFlight(record: 5, infoPayload: frame.payload) == nil)
      return
    }
    let expect = try #require(row.json["expect"])
    Self.check(frame, expect)
    try checkPayload(frame, row, expect)
  }

  private func checkPayload(
    _ frame: BinaryFrame, _ row: TransferVector, _ expect: JSONValue
  ) throws {
    switch row.json["answers"]?.string {
    case "getRecordInfo":
      let flight = try #require(LoggerFlight(record: 5, infoPayload: frame.payload))
      expectFlight(flight, try #require(expect["info"]))
    case "getIgcData":
      let block = try #require(IGCBlock(payload: frame.payload))
      #expect(Int64(block.percent) == expect["percent"]?.integer)
      #expect(Hexadecimal.encode(block.data) == expect["data"]?.string)
      #expect(block.isLast == expect["last"]?.bool)
    default: break
    }
  }

  @Test func encodesEveryRequestThatIsSent() throws {
    var count = 0
    for row in TransferVector.of("frame") {
      guard let expect = row.json["expect"], let request = Self.request(expect),
        let version = expect["version"]?.integer,
        let sequence = expect["sequence"]?.integer
      else { continue }
      #expect(
        request.encoded(version: UInt8(version), sequence: UInt16(sequence)) == row.bytes,
        "\(row.name)")
      count += 1
    }
    #expect(count == 13)
  }

  @Test func flashTypesAreNamedAndNeverSent() throws {
    let row = TransferVector.named("flash-types-never-sent")
    let never = try #require(row.json["expect"]?["neverSent"]?.array).compactMap(\.integer)
    let names = try #require(row.json["expect"]?["names"]?.array).compactMap(\.string)
    for (number, name) in zip(never, names) {
      #expect(BinaryType(rawValue: UInt8(number)).map { "\($0)" } == name)
    }
    let sent: [BinaryRequest] = [
      .ping, .selectRecord(0), .getRecordInfo, .getIGCData, .exit,
    ]
    #expect(never.count == 2)
    #expect(sent.allSatisfy { !never.contains(Int64($0.type.rawValue)) })
    #expect(!sent.contains { $0.type == .setBaudRate })
  }

  @Test("whole, byte by byte, cut anywhere", arguments: TransferVector.of("stream"))
  func readsStream(_ row: TransferVector) throws {
    try expectStream(row, [row.bytes])
    try expectStream(row, row.bytes.map { [$0] })
    for cut in 1..<row.bytes.count {
      try expectStream(row, [Array(row.bytes[..<cut]), Array(row.bytes[cut...])])
    }
  }

  private func expectStream(_ row: TransferVector, _ pieces: [[UInt8]]) throws {
    let limit = try #require(row.json["maxLength"]?.integer)
    let (frames, faults, scanner) = Self.scan(pieces, limit: Int(limit))
    let expect = try #require(row.json["expect"])
    let wanted = try #require(expect["frames"]?.array)
    try #require(frames.count == wanted.count)
    for (frame, wanted) in zip(frames, wanted) { Self.check(frame, wanted) }
    #expect(faults.map(\.rawValue) == expect["rejected"]?.array?.compactMap(\.string))
    #expect(Int64(scanner.skippedCount) == row.json["skipped"]?.integer)
    #expect(Int64(scanner.pendingCount) == row.json["pending"]?.integer)
  }

  @Test func noiseBetweenFramesLosesNone() throws {
    var random = SeededGenerator(seed: 7)
    let frames = TransferVector.of("frame").map(\.bytes)
    for _ in 0..<200 {
      var stream: [UInt8] = []
      for frame in frames {
        let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        stream += noise + frame
      }
      #expect(Self.scan([stream]).0.count >= frames.count)
    }
  }

  private static func scan(
    _ pieces: [[UInt8]], limit: Int = BinaryScanner.standardLimit
  ) -> ([BinaryFrame], [BinaryScanner.Fault], BinaryScanner) {
    var scanner = BinaryScanner(limit: limit)
    var frames: [BinaryFrame] = []
    var faults: [BinaryScanner.Fault] = []
    for piece in pieces {
      scanner.feed(piece) {
        switch $0 {
        case .frame(let frame): frames.append(frame)
        case .fault(let fault): faults.append(fault)
        }
      }
    }
    return (frames, faults, scanner)
  }

  private static func check(_ frame: BinaryFrame, _ expect: JSONValue) {
    #expect(Int64(frame.version) == expect["version"]?.integer)
    #expect(Int64(frame.sequence) == expect["sequence"]?.integer)
    #expect(Int64(frame.type) == expect["type"]?.integer)
    #expect(BinaryType(rawValue: frame.type).map { "\($0)" } == expect["typeName"]?.string)
    #expect(Hexadecimal.encode(frame.payload) == expect["payload"]?.string)
    #expect(frame.answeredSequence.map(Int64.init) == expect["answersSequence"]?.integer)
  }

  private static func request(_ expect: JSONValue) -> BinaryRequest? {
    switch expect["typeName"]?.string {
    case "ping": .ping
    case "exit": .exit
    case "selectRecord": expect["record"]?.integer.map { .selectRecord(UInt8($0)) }
    case "getRecordInfo": .getRecordInfo
    case "getIgcData": .getIGCData
    default: nil
    }
  }
}

/// Compares a flight with the description of a vector.
func expectFlight(_ flight: LoggerFlight, _ info: JSONValue) {
  #expect(flight.file == info.fact("file"))
  let date = flight.date.map {
    "\(String($0.year, width: 4))-\(String($0.month, width: 2))-\(String($0.day, width: 2))"
  }
  #expect(date == info.fact("date"))
  let start = flight.startSecond.map {
    [$0 / 3600, $0 / 60 % 60, $0 % 60].map { String($0, width: 2) }.joined(separator: ":")
  }
  #expect(start == info.fact("start"))
  #expect(flight.durationSeconds.map(Int64.init) == info["duration"]?["value"]?.integer)
  #expect(flight.pilot == info.fact("pilot"))
  #expect(flight.competitionID == info.fact("competitionId"))
  #expect(flight.competitionClass == info.fact("competitionClass"))
}
