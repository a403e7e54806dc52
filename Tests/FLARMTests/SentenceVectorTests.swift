import Bytes
import FLARM
import JSON
import NMEA
import SeededRandom
import Testing

@Suite("Sentence vectors")
struct SentenceVectorTests {
  private static let lineEnd = [ASCII.carriageReturn, ASCII.lineFeed]
  /// What a port may deliver between two sentences: each line of it is refused.
  private static let noise: [[UInt8]] = [
    Array("AT+GMI".utf8), Array("$GPRMC,093012.00,A,4722*00".utf8), [0, 0xFF, 0x80, 3],
    Array("$PFLAA,0,1".utf8), Array(repeating: 0x41, count: 300),
  ]

  /// How many of the results are good sentences, described, and what was refused.
  private func scan(_ bytes: [UInt8], cuts: [Int] = []) -> (results: [String], pending: Int) {
    var scanner = SentenceScanner()
    var results: [String] = []
    let edges = [0] + cuts.sorted() + [bytes.count]
    for (start, end) in zip(edges, edges.dropFirst()) {
      scanner.feed(Array(bytes[start..<end])) { result in
        switch result {
        case .sentence(let sentence): results.append(describe(sentence))
        case .fault(let fault): results.append("!\(fault.rawValue)")
        }
      }
    }
    return (results, scanner.pendingCount)
  }

  private func describe(_ sentence: Sentence) -> String {
    Field(bytes: sentence.line).text
  }

  private func expected(_ row: VectorRow) -> (results: [String], pending: Int) {
    switch row.expectation {
    case .fields, .unknown: ([Field(bytes: row.bytes[...]).text], 0)
    case .error(let error): (["!\(error)"], 0)
    case .stream(let results, let pending): (results, pending)
    }
  }

  private func input(_ row: VectorRow) -> [UInt8] {
    if case .stream = row.expectation { return row.bytes }
    return row.bytes + Self.lineEnd
  }

  @Test func everyRowIsThere() throws {
    let rows = try VectorRow.all()
    #expect(rows.count == 159)
    #expect(Set(rows.map(\.name)).count == 159)
  }

  @Test func everyFieldIsRead() throws {
    for row in try VectorRow.all() {
      switch row.expectation {
      case .fields(let type, let fields): try check(row, type, fields)
      case .unknown: #expect(decodedFields(of: try Sentence(checking: row.bytes[...])) == nil)
      case .error, .stream: break
      }
    }
  }

  private func check(_ row: VectorRow, _ type: String, _ fields: JSONObject) throws {
    let sentence = try Sentence(checking: row.bytes[...])
    #expect(String(decoding: sentence.address, as: UTF8.self) == type, "\(row.name)")
    if row.isWithheld {
      #expect(TrafficTarget.decode(sentence) == .withheld, "\(row.name)")
      #expect(decodedFields(of: sentence) == nil, "\(row.name)")
      return
    }
    let decoded = try #require(decodedFields(of: sentence), "\(row.name)")
    for member in fields.members where member.key != "noTrack" || !member.value.isNull {
      let expected = expectedValue(member.value["value"] ?? .null, key: member.key)
      let mine = decoded[member.key] ?? nil
      guard let expected else {
        #expect(mine == nil, "\(row.name) \(member.key)")
        continue
      }
      // The aircraft of an alarm may be one that forbids tracking: its id is never read.
      if type == "PFLAU" && member.key == "id" { continue }
      let message: Comment =
        "\(row.name) \(member.key): \(String(describing: mine)), not \(expected)"
      #expect(mine?.agrees(with: expected) == true, message)
    }
  }

  /// `09:30:12.40` as milliseconds of the day; everything else as it is.
  private func expectedValue(_ json: JSONValue, key: String) -> FieldValue? {
    guard key == "time", let text = json.string else { return FieldValue(json) }
    let parts = text.split(separator: ":").compactMap { Double($0) }
    return .number(((parts[0] * 60 + parts[1]) * 60 + parts[2]) * 1000)
  }

  @Test func anAlarmKeepsNoIdentity() throws {
    for row in try VectorRow.all() where row.bytes.starts(with: "$PFLAU".utf8) {
      let state = OperatingState(try Sentence(checking: row.bytes[...]))
      #expect(!String(describing: state).contains("DD1A2B"), "\(row.name)")
    }
  }

  @Test func wholeAndByteByByte() throws {
    for row in try VectorRow.all() {
      let bytes = input(row)
      let expected = expected(row)
      #expect(scan(bytes) == expected, "\(row.name)")
      #expect(scan(bytes, cuts: Array(0..<bytes.count)) == expected, "\(row.name)")
    }
  }

  @Test func cutAnywhere() throws {
    for row in try VectorRow.all() {
      let bytes = input(row)
      let expected = expected(row)
      for cut in 0...min(bytes.count, 200) {
        #expect(scan(bytes, cuts: [cut]) == expected, "\(row.name) cut at \(cut)")
      }
    }
  }

  @Test func withNoiseBetween() throws {
    var random = SeededGenerator(seed: 41)
    let rows = try VectorRow.all().filter { expected($0).pending == 0 }
    for _ in 0..<20 {
      var bytes: [UInt8] = []
      var results: [String] = []
      for row in rows.shuffled(using: &random) {
        bytes += Self.noise.randomElement(using: &random)! + Self.lineEnd
        results.append("noise")
        bytes += input(row) + Self.lineEnd
        results += expected(row).results
      }
      let cuts = (0..<50).map { _ in Int.random(in: 0...bytes.count, using: &random) }
      let found = scan(bytes, cuts: cuts)
      #expect(found.pending == 0)
      #expect(found.results.count == results.count)
      for (mine, expected) in zip(found.results, results) {
        #expect(expected == "noise" ? mine.hasPrefix("!") : mine == expected)
      }
    }
  }
}
