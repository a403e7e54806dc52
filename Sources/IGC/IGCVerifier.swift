package import Bytes

/// What the G records of a file say about it.
package enum IGCVerdict: Equatable, Sendable {
  /// The key that signed a file; whether it is trusted is the caller's question.
  package struct Signer: Equatable, Sendable {
    /// Ed25519, 32 bytes.
    package var publicKey: [UInt8]
    /// The first 16 hexadecimal digits of the key's SHA-256.
    package var fingerprint: String

    package init(publicKey: [UInt8], fingerprint: String) {
      self.publicKey = publicKey
      self.fingerprint = fingerprint
    }
  }

  /// Every line is as the recorder wrote it and none is missing.
  case valid(Signer, links: Int)
  /// The end is missing: all up to `line` is as written, what follows nobody signed. With
  /// `afterLink` 0 no link is whole and `line` is 0.
  case cut(Signer, afterLink: Int, line: Int)
  /// Something between the lines `after` and `before`, the ends of which are G records or the
  /// file's, is not as written; the links before `link` hold. The signer is nil if no key came.
  case altered(Signer?, link: Int, after: Int, before: Int)
  /// Barograph's own G records, but of a later format.
  case otherFormat
  /// No G record of Barograph's.
  case unsigned
}

/// Checks a file against the chain in its G records, in one pass and bounded memory.
package struct IGCVerifier: Sendable {
  /// Whether a signature (64 bytes) is that of a message under a public key (32 bytes).
  package typealias SignatureCheck =
    @Sendable (
      _ signature: [UInt8], _ message: [UInt8], _ publicKey: [UInt8]
    ) -> Bool

  private var splitter = LineSplitter()
  private var chain: ChainChecker

  /// With SHA-256 and Ed25519 of the caller's library.
  package init(digest: some MessageDigest, isValid: @escaping SignatureCheck) {
    chain = ChainChecker(digest: digest, isValid: isValid)
  }

  /// Takes the next bytes of the file.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    bytes.lend { bytes in
      var position = 0
      while let line = splitter.next(in: bytes, from: &position) {
        take(splitter.isCarried ? Array(splitter.carried[line]) : bytes.copy(line))
      }
    }
  }

  /// Ends the file.
  package mutating func finish() -> IGCVerdict {
    if let line = splitter.finish() { take(Array(splitter.carried[line])) }
    return chain.verdict()
  }

  private mutating func take(_ line: [UInt8]) {
    chain.take(line, number: splitter.number, isCut: splitter.isCut, isEnded: splitter.isEnded)
  }
}

/// The checking half of the chain: takes every line and ends with a verdict.
private struct ChainChecker {
  /// A link whose signature has not come whole.
  struct OpenLink {
    var line: [UInt8]
    var digest: [UInt8]
    var isLast: Bool
    var firstHalf: [UInt8]?
  }

  var digest: any MessageDigest
  let fresh: any MessageDigest
  let isValid: IGCVerifier.SignatureCheck
  var key: [UInt8]?
  var links = 0
  var lastGoodLine = 0
  var lineNumber = 0
  var openLink: OpenLink?
  var isComplete = false
  var alteredBefore: Int?
  var hasStrangeRecords = false
  var hasOtherFormat = false

  init(digest: some MessageDigest, isValid: @escaping IGCVerifier.SignatureCheck) {
    fresh = digest
    self.digest = digest
    self.digest.update(SecurityRecord.chainStart)
    self.isValid = isValid
  }

  mutating func take(_ line: [UInt8], number: Int, isCut: Bool, isEnded: Bool) {
    lineNumber = number
    if line.first == UInt8(ascii: "G") {
      takeSecurity(line, isEnded: isEnded)
    } else if SecurityRecord.covers(line) {
      takeCovered(line, isCut: isCut)
    }
  }

  private mutating func takeCovered(_ line: [UInt8], isCut: Bool) {
    guard alteredBefore == nil else { return }
    if isComplete || openLink != nil { return alter() }
    // A line too long to be ours is hashed so that no link can match.
    digest.update(line + [isCut ? 0 : ASCII.lineFeed])
  }

  private mutating func takeSecurity(_ line: [UInt8], isEnded: Bool) {
    switch SecurityRecord(line: line) {
    case .publicKey(let bytes): takeKey(bytes, line)
    case .link(let number, let value, let isLast):
      takeLink(
        number, OpenLink(line: line, digest: value, isLast: isLast))
    case .firstHalf(let half): takeFirstHalf(half)
    case .secondHalf(let half): takeSecondHalf(half)
    case .otherFormat:
      hasOtherFormat = true
      if key != nil { alter() }
    case .unknown:
      guard isEnded else { return }  // The stump of a record at a cut.
      hasStrangeRecords = true
      if key != nil { alter() }
    }
  }

  private mutating func takeKey(_ bytes: [UInt8], _ line: [UInt8]) {
    let isMisplaced = key != nil || hasStrangeRecords || hasOtherFormat
    if key == nil { key = bytes }
    if isMisplaced { return alter() }
    guard alteredBefore == nil else { return }
    digest.update(line + [ASCII.lineFeed])
  }

  private mutating func takeLink(_ number: Int, _ link: OpenLink) {
    guard alteredBefore == nil else { return }
    guard key != nil, openLink == nil, !isComplete, number == links + 1,
      digest.finish() == link.digest
    else { return alter() }
    openLink = link
  }

  private mutating func takeFirstHalf(_ half: [UInt8]) {
    guard alteredBefore == nil else { return }
    guard openLink != nil, openLink?.firstHalf == nil else { return alter() }
    openLink?.firstHalf = half
  }

  private mutating func takeSecondHalf(_ half: [UInt8]) {
    guard alteredBefore == nil else { return }
    guard let key, let link = openLink, let firstHalf = link.firstHalf,
      isValid(firstHalf + half, link.line, key)
    else { return alter() }
    openLink = nil
    links += 1
    lastGoodLine = lineNumber
    isComplete = link.isLast
    digest = fresh
    digest.update(link.digest)
  }

  private mutating func alter() {
    if alteredBefore == nil { alteredBefore = lineNumber }
  }

  func verdict() -> IGCVerdict {
    let signer = key.map { key in
      var digest = fresh
      digest.update(key)
      return IGCVerdict.Signer(
        publicKey: key, fingerprint: String(Hexadecimal.encode(digest.finish()).prefix(16)))
    }
    if let alteredBefore {
      return .altered(signer, link: links + 1, after: lastGoodLine, before: alteredBefore)
    }
    guard let signer else { return hasOtherFormat ? .otherFormat : .unsigned }
    return isComplete
      ? .valid(signer, links: links) : .cut(signer, afterLink: links, line: lastGoodLine)
  }
}
