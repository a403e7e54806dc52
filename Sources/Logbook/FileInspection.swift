import Bytes
import IGC

/// What our own reader and verifier find in a file as the disk gives it back.
struct FileInspection {
  private(set) var fixCount = 0
  private(set) var byteCount: Int64 = 0
  private(set) var id = ""
  private(set) var verdict = IGCVerdict.unsigned
  private var reader = IGCReader()
  private var verifier: IGCVerifier
  private var normaliser = NormalisedIGC()
  private var digest: any MessageDigest

  init(digest: some MessageDigest, isValid: @escaping IGCVerifier.SignatureCheck) {
    self.digest = digest
    verifier = IGCVerifier(digest: digest, isValid: isValid)
  }

  mutating func feed(_ bytes: [UInt8]) {
    byteCount += Int64(bytes.count)
    verifier.feed(bytes)
    digest.update(normaliser.feed(bytes))
    var found = 0
    reader.feed(bytes) { if case .fix = $0 { found += 1 } }
    fixCount += found
  }

  mutating func finish() {
    var found = 0
    reader.finish { if case .fix = $0 { found += 1 } }
    fixCount += found
    digest.update(normaliser.finish())
    id = Hexadecimal.encode(digest.finish())
    verdict = verifier.finish()
  }

  /// How the file differs from what was written; nil if it does not.
  ///
  /// A key that would not sign is told elsewhere: an unsigned flight is better than none.
  func fault(comparedWith written: WrittenFlight, signedBy publicKey: [UInt8]?) -> String? {
    if byteCount != written.byteCount {
      return "\(byteCount) bytes in place of \(written.byteCount)"
    }
    if id != written.id { return "other bytes than were written" }
    if reader.counts.bad > 0 { return "\(reader.counts.bad) lines are no IGC records" }
    if fixCount != written.fixes.written {
      return "\(fixCount) fixes in place of \(written.fixes.written)"
    }
    guard let publicKey, written.signingFailures == 0 else { return nil }
    if case .valid(let signer, _) = verdict, signer.publicKey == publicKey { return nil }
    return "its signature chain is \(verdict)"
  }
}
