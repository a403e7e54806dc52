import Bytes

/// The writing half of the chain: takes every line that goes into the file and says which G lines
/// follow it.
struct ChainSigner {
  private var digest: any MessageDigest
  private let key: any MessageSigner
  private var links = 0
  private var hasWrittenKey = false
  /// Lines since the last link, G lines not counted.
  private(set) var openLines = 0
  /// Links that the key refused to sign; their lines are covered by the next one.
  private(set) var refusals = 0

  init(digest: some MessageDigest, key: some MessageSigner) {
    self.digest = digest
    self.key = key
    self.digest.update(SecurityRecord.chainStart)
  }

  /// Takes a line, without its end, that was written into the file.
  mutating func cover(_ line: [UInt8]) {
    openLines += 1
    guard SecurityRecord.covers(line) else { return }
    digest.update(line + [ASCII.lineFeed])
  }

  /// The G lines that close what was covered since the last link.
  mutating func link(isLast: Bool) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var attempt = digest
    let keyLine = SecurityRecord.publicKey(key.publicKeyBytes).line
    if !hasWrittenKey {
      lines.append(keyLine)
      attempt.update(keyLine + [ASCII.lineFeed])
    }
    let value = attempt.finish()
    let head = SecurityRecord.link(number: links + 1, digest: value, isLast: isLast).line
    guard let signature = try? key.sign(head), signature.count == 2 * Base64.byteCount else {
      refusals += 1
      return []
    }
    lines.append(head)
    lines.append(SecurityRecord.firstHalf(Array(signature.prefix(Base64.byteCount))).line)
    lines.append(SecurityRecord.secondHalf(Array(signature.suffix(Base64.byteCount))).line)
    advance(to: value, attempt)
    return lines
  }

  private mutating func advance(to value: [UInt8], _ fresh: any MessageDigest) {
    digest = fresh
    digest.update(value)
    links += 1
    hasWrittenKey = true
    openLines = 0
  }
}
