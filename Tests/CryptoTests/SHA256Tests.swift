import Bytes
import Crypto
import Testing

@Suite struct SHA256Tests {
  /// FIPS 180-4 examples, as published by NIST, and the empty message.
  static let vectors: [(message: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ]

  @Test(arguments: vectors) func knownAnswers(vector: (message: String, digest: String)) {
    #expect(Hexadecimal.encode(SHA256.digest(of: Array(vector.message.utf8))) == vector.digest)
  }

  @Test func aMillionTimesA() {
    var digest = SHA256()
    for _ in 0..<1000 { digest.update([UInt8](repeating: 0x61, count: 1000)) }
    #expect(
      Hexadecimal.encode(digest.finish())
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func anyPiecesGiveTheSameDigest() {
    let message = (0..<500).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for size in [1, 3, 63, 64, 65, 499] {
      var digest = SHA256()
      for start in stride(from: 0, to: message.count, by: size) {
        digest.update(Array(message[start..<min(start + size, message.count)]))
      }
      #expect(digest.finish() == SHA256.digest(of: message))
    }
  }

  @Test func beginsAnewAfterFinish() {
    var digest = SHA256()
    digest.update([1, 2, 3])
    _ = digest.finish()
    digest.update(Array("abc".utf8))
    #expect(digest.finish() == SHA256.digest(of: Array("abc".utf8)))
  }

  @Test func aCopyGoesOnByItself() {
    var first = SHA256()
    first.update(Array("ab".utf8))
    var second = first
    first.update(Array("c".utf8))
    second.update(Array("x".utf8))
    #expect(first.finish() == SHA256.digest(of: Array("abc".utf8)))
    #expect(second.finish() == SHA256.digest(of: Array("abx".utf8)))
  }
}
