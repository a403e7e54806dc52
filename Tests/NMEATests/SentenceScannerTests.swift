import Bytes
import NMEA
import SeededRandom
import TestSupport
import Testing

@Suite("Sentence scanner")
struct SentenceScannerTests {
  struct Outcome: Equatable {
    var results: [String] = []
    var pending = 0
  }

  /// Feeds `bytes` cut before each of the `cuts`.
  private func scan(_ bytes: [UInt8], cuts: [Int] = []) -> Outcome {
    var scanner = SentenceScanner()
    var outcome = Outcome()
    let edges = [0] + cuts.sorted() + [bytes.count]
    for (start, end) in zip(edges, edges.dropFirst()) {
      scanner.feed(Array(bytes[start..<end])) { outcome.results.append(describe($0)) }
    }
    outcome.pending = scanner.pendingCount
    return outcome
  }

  private func describe(_ result: SentenceScanner.Result) -> String {
    switch result {
    case .sentence(let sentence): String(decoding: sentence.line, as: UTF8.self)
    case .fault(let fault): "!\(fault.rawValue)"
    }
  }

  private func streams() throws -> [(name: String, bytes: [UInt8], expected: Outcome)] {
    try Table.rows("nmea/streams/streams.tsv").map { row in
      let bytes = row[1] == "-" ? [] : try #require(Hexadecimal.decode(row[1]))
      let results = row[2] == "-" ? [] : row[2].split(separator: "|").map(String.init)
      return (row[0], bytes, Outcome(results: results, pending: try #require(Int(row[3]))))
    }
  }

  @Test func findsTheSentencesOfAStream() throws {
    for stream in try streams() {
      #expect(scan(stream.bytes) == stream.expected, "\(stream.name)")
    }
  }

  @Test func findsTheSameByteByByte() throws {
    for stream in try streams() {
      let outcome = scan(stream.bytes, cuts: Array(0..<stream.bytes.count))
      #expect(outcome == stream.expected, "\(stream.name)")
    }
  }

  @Test func findsTheSameCutAnywhere() throws {
    var random = SeededGenerator(seed: 7)
    for stream in try streams() where !stream.bytes.isEmpty {
      for _ in 0..<50 {
        let cuts = (0..<Int.random(in: 1...4, using: &random))
          .map { _ in Int.random(in: 0...stream.bytes.count, using: &random) }
        #expect(scan(stream.bytes, cuts: cuts) == stream.expected, "\(stream.name) \(cuts)")
      }
    }
  }

  @Test func judgesSingleLines() throws {
    for row in try Table.rows("nmea/sentences/sentences.tsv") {
      let bytes = try #require(Hexadecimal.decode(row[1]))
      var scanner = SentenceScanner()
      var results: [String] = []
      scanner.feed(bytes + [ASCII.carriageReturn, ASCII.lineFeed]) { result in
        switch result {
        case .sentence(let sentence):
          results.append(String(decoding: sentence.address, as: UTF8.self))
        case .fault(let fault): results.append("!\(fault.rawValue)")
        }
      }
      #expect(results == [row[2] == "-" ? "" : row[2]], "\(row[0])")
    }
  }

  @Test func staysBoundedWhateverComes() {
    var random = SeededGenerator(seed: 11)
    var scanner = SentenceScanner()
    let alphabet = Array("$$**,,\r\n0123456789ABCDEFXCTRCGPRMC \0\u{7F}\u{FF}".utf8)
    for _ in 0..<2000 {
      let chunk = (0..<Int.random(in: 0...200, using: &random))
        .map { _ in alphabet.randomElement(using: &random)! }
      scanner.feed(chunk) { result in
        guard case .sentence(let sentence) = result else { return }
        #expect(sentence.line.count <= SentenceScanner.extendedLimit)
        #expect(sentence.line.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
      }
      #expect(scanner.pendingCount <= SentenceScanner.extendedLimit)
    }
    var good: [Sentence] = []
    scanner.feed(Array("\r\n$PFLAX*43\r\n".utf8)) { result in
      if case .sentence(let sentence) = result { good.append(sentence) }
    }
    #expect(good.count == 1)
  }
}
