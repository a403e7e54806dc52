import Bytes
import Crypto
import FlightModel
import IGC
import SeededRandom
import Testing

@Suite struct IGCVerifierTests {
  static let signer = IGCVerdict.Signer(
    publicKey: SampleFlight.key.publicKeyBytes,
    fingerprint: String(
      Hexadecimal.encode(SHA256.digest(of: SampleFlight.key.publicKeyBytes)).prefix(16)))

  /// Three links: two of at most 60 lines and the last.
  static let bytes: [UInt8] = {
    var fixes = SampleFlight.calm(fixes: 110)
    fixes[50].isPilotEvent = true
    return SampleFlight.file(fixes, header: SampleFlight.header(extensions: [.heartRate]))
  }()

  @Test func aWholeFileIsValid() {
    #expect(SampleFlight.verdict(Self.bytes) == .valid(Self.signer, links: 3))
  }

  @Test func noRunOfLinesIsLongerThanSixty() {
    var run = 0
    var links = 0
    for line in lines(SampleFlight.file(SampleFlight.calm(fixes: 1000))) {
      run = line.hasPrefix("G") ? 0 : run + 1
      links += line.hasPrefix("GXBG1T") ? 1 : 0
      #expect(run <= 60)
      #expect(line.count <= 76)
    }
    #expect(links == 17)
  }

  /// The offset after each whole key line and signature, found in the text alone.
  private func ends(of prefix: String) -> [Int] {
    var ends: [Int] = []
    var offset = 0
    for line in lines(Self.bytes) {
      if line.hasPrefix(prefix) { ends.append(offset + line.utf8.count) }
      offset += line.utf8.count + 2
    }
    return ends
  }

  @Test func aFileCutAnywhereIsValidUpToItsLastWholeLink() throws {
    let keyEnd = try #require(ends(of: "GXBG1K").first)
    let linkEnds = ends(of: "GXBG1T")
    let linkLines = lines(Self.bytes).indices.filter { lines(Self.bytes)[$0].hasPrefix("GXBG1T") }
    var verifier = SampleFlight.verifier()
    for cut in 0..<Self.bytes.count {
      var atCut = verifier
      let whole = linkEnds.filter { $0 <= cut }.count
      let expected: IGCVerdict =
        if whole == linkEnds.count {
          .valid(Self.signer, links: whole)
        } else if cut < keyEnd {
          .unsigned
        } else {
          .cut(Self.signer, afterLink: whole, line: whole == 0 ? 0 : linkLines[whole - 1] + 1)
        }
      #expect(atCut.finish() == expected, "cut at byte \(cut)")
      verifier.feed(CollectionOfOne(Self.bytes[cut]))
    }
  }

  @Test func anyChangedByteOfACoveredLineIsNoticed() {
    let bytes = SampleFlight.file(SampleFlight.calm(fixes: 61))
    var generator = SeededGenerator(seed: 1)
    var verifier = SampleFlight.verifier()
    for (index, byte) in bytes.enumerated() {
      if byte != 0x0D && byte != 0x0A {
        var altered = verifier
        altered.feed(CollectionOfOne(byte ^ UInt8.random(in: 1...255, using: &generator)))
        altered.feed(bytes[(index + 1)...])
        #expect(altered.finish().isAltered, "byte \(index)")
      }
      verifier.feed(CollectionOfOne(byte))
    }
    #expect(verifier.finish().isValid)
  }

  @Test func saysBetweenWhichLinesAChangeLies() {
    var altered = lines(Self.bytes)
    let links = altered.indices.filter { altered[$0].hasPrefix("GXBG1D") }
    altered[links[1] - 5] += "0"
    let verdict = SampleFlight.verdict(file(altered))
    #expect(
      verdict == .altered(Self.signer, link: 2, after: links[0] + 3, before: links[1] + 1))
  }

  @Test(arguments: ["\n", "\r", "\r\n", "  \r\n", "\t\0\u{1A}\n", "\r\n\r\n"])
  func lineEndsDoNotMatter(lineEnd: String) {
    let changed = file(lines(Self.bytes), lineEnd: lineEnd)
    #expect(SampleFlight.verdict(changed).isValid)
    #expect(SampleFlight.verdict([0xEF, 0xBB, 0xBF] + changed).isValid)
  }

  @Test func linesOfPilotAndObserverMayBeAddedAnywhere() {
    for addition in ["HOSITSITE:Elsewhere", "HPGIDGLIDERID:D-0001", "LPLTa note", "LOOIseen"] {
      var added = lines(Self.bytes)
      for index in added.indices.reversed() { added.insert(addition, at: index + 1) }
      #expect(SampleFlight.verdict(file(added)).isValid, "\(addition)")
    }
  }

  @Test func anyOtherAdditionRemovalOrOrderIsNoticed() {
    let original = lines(Self.bytes)
    for index in original.indices {
      var removed = original
      removed.remove(at: index)
      var doubled = original
      doubled.insert(original[index], at: index)
      for changed in [removed, doubled] {
        let isLastPart = index >= original.count - 3
        let verdict = SampleFlight.verdict(file(changed))
        #expect(!verdict.isValid, "line \(index)")
        #expect(verdict.isAltered || isLastPart, "line \(index)")
      }
    }
    for addition in ["LXBGforged", "HFPLTPILOTINCHARGE:Eve", "GFORGED", "I00"] {
      for index in original.indices {
        var added = original
        added.insert(addition, at: index + 1)
        #expect(SampleFlight.verdict(file(added)).isAltered, "\(addition) after \(index)")
      }
    }
  }

  @Test func aLinkOfAnotherFileIsNoLinkOfThis() {
    let other = lines(SampleFlight.file(SampleFlight.calm(fixes: 110)))
    var spliced = lines(Self.bytes)
    let isLink = { (line: String) in line.hasPrefix("GXBG1") && !line.hasPrefix("GXBG1K") }
    let links = other.filter(isLink)
    for (index, link) in zip(spliced.indices.filter { isLink(spliced[$0]) }, links) {
      spliced[index] = link
    }
    #expect(SampleFlight.verdict(file(spliced)).isAltered)
  }

  @Test func anotherKeyShowsAnotherSigner() throws {
    let key = try Ed25519.PrivateKey.generate()
    var writer = IGCWriter(header: SampleFlight.header(), digest: SHA256(), key: key)
    writer.append(SampleFlight.calm(fixes: 1)[0])
    writer.finish()
    guard case .valid(let signer, links: 1) = SampleFlight.verdict(writer.drain()) else {
      Issue.record("not valid")
      return
    }
    #expect(signer.publicKey == key.publicKeyBytes)
    #expect(signer.fingerprint != Self.signer.fingerprint)
  }

  @Test func filesOfOthersAreUnsigned() {
    let unsigned = SampleFlight.file(SampleFlight.calm(fixes: 5), isSigned: false)
    #expect(SampleFlight.verdict(unsigned) == .unsigned)
    #expect(SampleFlight.verdict(unsigned + Array("GABCDEF\r\nGXCSAB\r\n".utf8)) == .unsigned)
    #expect(SampleFlight.verdict([]) == .unsigned)
  }

  @Test func aLaterFormatIsNamed() {
    let later = lines(Self.bytes).map {
      $0.hasPrefix("GXBG1") ? "GXBG2" + $0.dropFirst(5) : $0
    }
    #expect(SampleFlight.verdict(file(later)) == .otherFormat)
  }

  @Test func aKeyThatRefusesLosesNoFix() {
    struct BrokenKey: MessageSigner {
      struct Failure: Error {}
      var publicKeyBytes: [UInt8] { [UInt8](repeating: 1, count: 32) }
      func sign(_ message: [UInt8]) throws -> [UInt8] { throw Failure() }
    }
    var writer = IGCWriter(header: SampleFlight.header(), digest: SHA256(), key: BrokenKey())
    for fix in SampleFlight.calm(fixes: 100) { writer.append(fix) }
    writer.finish()
    #expect(lines(writer.drain()).filter { $0.hasPrefix("B") }.count == 100)
    #expect(writer.signingFailures > 1)
  }

  @Test func anyPiecesGiveTheSameVerdict() {
    for size in [1, 2, 3, 7, 100, 4096] {
      var verifier = SampleFlight.verifier()
      for start in stride(from: 0, to: Self.bytes.count, by: size) {
        verifier.feed(Self.bytes[start..<min(start + size, Self.bytes.count)])
      }
      #expect(verifier.finish() == .valid(Self.signer, links: 3))
    }
  }
}
