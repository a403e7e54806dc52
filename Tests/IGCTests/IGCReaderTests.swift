import Crypto
import FlightModel
import IGC
import SeededRandom
import Testing

@Suite struct IGCReaderTests {
  private func read(_ lines: String...) -> IGCFile { IGCFile(reading: file(lines)) }

  @Test func anyRecordingIsReadBackAsItWas() {
    for seed in 0..<60 as Range<UInt64> {
      let recording = RandomRecording(seed: seed)
      let bytes = SampleFlight.file(recording.fixes, header: recording.header)
      let file = IGCFile(reading: bytes)
      #expect(file.defects.isEmpty && file.counts.bad == 0)
      #expect(SampleFlight.verdict(bytes).isValid)
      #expect(file.track.count == recording.expected.count, "seed \(seed)")
      for (index, fix) in recording.expected.enumerated() {
        recording.compare(fix, index, of: file)
      }
      let pilotEvents = recording.fixes.filter(\.isPilotEvent).count
      #expect(file.events.filter { $0.code == "PEV" }.count == pilotEvents, "seed \(seed)")
    }
  }

  @Test func badLinesAreCountedAndSkipped() {
    let file = read(
      "", "B", "B2500004700000N01100000EA0060000650", "B1400004760001N01100000EA0060000650",
      "B1400009100000N01100000EA0060000650", "B1400004700000X01100000EA0060000650",
      "B1400004700000N01100000EX0060000650", "B1400004700000N01100000EA006000065",
      "I0136", "HF", "E1400", "1234", "\u{1}", "B1400604700000N01100000EA0060000650",
      "B1400004700000N01100000EA0060000650")
    #expect(file.track.count == 1)
    #expect(file.counts.lines == 14)
    #expect(file.counts.badLines == 8)
    #expect(file.counts.badOtherLines == 5)
    #expect(
      file.defects.map(\.cause) == [
        .tooShort, .time, .position, .position, .position, .validity, .tooShort, .extensions,
        .header, .event, .unknownRecord, .unknownRecord, .time,
      ])
    #expect(file.defects.map(\.line) == Array(2...14))
  }

  @Test func extensionTextsAreKept() {
    let file = read(
      "I033638FXA3940SIU4143ENL", "B1400004700000N01100000EA006000065000512000",
      "B1400014700000N01100000EA006000065000512")
    #expect(file.extensions.map(\.code) == ["FXA", "SIU", "ENL"])
    #expect(file.text(of: "ENL", in: 0) == "000")
    #expect(file.text(of: "SIU", in: 1) == "12")
    #expect(file.text(of: "ENL", in: 1) == "")
    #expect(file.text(of: "MOP", in: 0) == nil)
    #expect(file.track.map(\.engine.noiseLevel) == [0, nil])
    #expect(read("I00").extensions.isEmpty)
    #expect(read("I033699ABC99100DEF101102GHI").extensions.map(\.last) == [99, 100, 102])
    #expect(read("I013636XXX").extensions.first?.last == 36)
  }

  @Test func aFileReadInPiecesIsTheSame() {
    let recording = RandomRecording(seed: 5)
    let bytes = SampleFlight.file(recording.fixes, header: recording.header)
    let whole = Reading(of: bytes, pieces: bytes.count)
    #expect(whole.counts == IGCFile(reading: bytes).counts)
    for size in [1, 2, 5, 33] { #expect(Reading(of: bytes, pieces: size) == whole) }
  }
}

/// What a reader hands out of a file that comes in pieces.
struct Reading: Equatable {
  var records: [IGCRecord] = []
  var counts: ReadCounts
  var defects: [LineDefect]

  init(of bytes: [UInt8], pieces size: Int) {
    var reader = IGCReader()
    var records: [IGCRecord] = []
    for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
      reader.feed(bytes[start..<min(start + size, bytes.count)]) { records.append($0) }
    }
    reader.finish { records.append($0) }
    self.records = records
    counts = reader.counts
    defects = reader.defects
  }
}

@Suite struct HostileBytesTests {
  /// The lines that a valid signature vouches for.
  private func covered(_ bytes: [UInt8]) -> [String] {
    var normaliser = NormalisedIGC()
    return lines(normaliser.feed(bytes) + normaliser.finish()).filter { line in
      let isOfOthers = line.hasPrefix("L") && !line.hasPrefix("LXBG")
      return !isOfOthers && !["G", "HO", "HP"].contains { line.hasPrefix($0) }
    }
  }

  /// Random bytes, and files with random bytes changed, removed and doubled.
  @Test func readerAndVerifierSurviveAnything() {
    var generator = SeededGenerator(seed: 99)
    let original = SampleFlight.file(
      SampleFlight.calm(fixes: 80),
      header: SampleFlight.header(
        extensions: Set(FixExtension.allCases), rate: FixRate(perSecond: 5)))
    let alphabet = Array("ABEHIGLX0123456789-:NSEWAV\r\n\u{0}GXBG1KDST".utf8)
    for round in 0..<150 {
      var bytes = original
      if round.isMultiple(of: 3) {
        bytes = (0..<3000).map { _ in alphabet.randomElement(using: &generator)! }
      } else if round.isMultiple(of: 5) {
        bytes = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: index)
        case 2: bytes[index] = alphabet.randomElement(using: &generator)!
        default: bytes.insert(bytes[index], at: index)
        }
      }
      let file = IGCFile(reading: bytes)
      #expect(file.counts.bad <= file.counts.lines)
      if SampleFlight.verdict(bytes).isValid { #expect(covered(bytes) == covered(original)) }
      #expect(NormalisedIGC.digest(of: bytes, using: SHA256()).count == 32)
    }
  }
}

@Suite struct NormalisedIGCTests {
  private func normalised(_ bytes: [UInt8]) -> [UInt8] {
    var normaliser = NormalisedIGC()
    return normaliser.feed(bytes) + normaliser.finish()
  }

  @Test(arguments: [
    ("A\r\nB\r\n", "A\nB\n"), ("A\rB\r", "A\nB\n"), ("A\nB", "A\nB\n"), ("A\r\r\nB", "A\nB\n"),
    ("A \t\0\u{1A}\nB\u{1A}", "A\nB\n"), ("\n\nA\n \n\t\nB\n\n", "A\nB\n"), ("", ""), (" \r\n", ""),
    (" A B\n", " A B\n"), ("\u{FEFF}A\n", "A\n"), ("A\u{FEFF}\n", "A\u{FEFF}\n"),
    ("\u{FEFF}\u{FEFF}A", "\u{FEFF}A\n"), ("GXBG1\r\n", "GXBG1\n"),
  ])
  func forms(input: String, expected: String) {
    #expect(normalised(Array(input.utf8)) == Array(expected.utf8))
  }

  @Test func aBegunByteOrderMarkStays() {
    #expect(normalised([0xEF, 0xBB]) == [0xEF, 0xBB, 0x0A])
    #expect(normalised([0xEF, 0xBB, 0x41]) == [0xEF, 0xBB, 0x41, 0x0A])
  }

  @Test func isItsOwnNormalFormAndIndependentOfPieces() {
    var generator = SeededGenerator(seed: 3)
    let alphabet: [UInt8] = [0x0D, 0x0A, 0x20, 0x09, 0x00, 0x1A, 0x41, 0xEF, 0xBB, 0xBF]
    for _ in 0..<300 {
      let bytes = (0..<60).map { _ in alphabet.randomElement(using: &generator)! }
      let once = normalised(bytes)
      var normaliser = NormalisedIGC()
      let piecewise = bytes.flatMap { normaliser.feed(CollectionOfOne($0)) } + normaliser.finish()
      #expect(piecewise == once)
      // Dropping one byte-order mark may uncover another.
      if !once.starts(with: [0xEF, 0xBB, 0xBF]) { #expect(normalised(once) == once) }
    }
  }

  @Test func theFlightIdIsTheDigestOfThatForm() {
    let crlf = Array("AXBG\r\nB1\r\n".utf8)
    #expect(
      NormalisedIGC.digest(of: crlf, using: SHA256())
        == SHA256.digest(of: Array("AXBG\nB1\n".utf8)))
  }
}
