import Bytes
import Testing

@testable import Crypto

@Suite struct ScryptTests {
  /// RFC 7914, section 12.
  @Test func vectors() throws {
    let empty = try Scrypt.hash([], salt: [], cost: (16, 1, 1), count: 64)
    #expect(Hexadecimal.encode(empty).hasPrefix("77d6576238657b203b19ca42c18a0497"))
    let salt = Array("SodiumChloride".utf8)
    let pleaseLetMeIn = try Scrypt.hash(
      Array("pleaseletmein".utf8), salt: salt, cost: (16_384, 8, 1), count: 64)
    #expect(Hexadecimal.encode(pleaseLetMeIn).hasPrefix("7023bdcb3afd7348461c06cd81fd38eb"))
    let short = try Scrypt.hash(Array("pleaseletmein".utf8), salt: salt)
    #expect(short == Array(pleaseLetMeIn.prefix(Scrypt.byteCount)))
  }

  @Test func costBeyondReasonIsAnError() {
    #expect(throws: CryptoError.self) {
      try Scrypt.hash([1], salt: [2], cost: (1 << 24, 8, 1), count: 32)
    }
  }

  @Test func comparison() {
    #expect(ConstantTime.equal([], []))
    #expect(ConstantTime.equal([1, 2, 3], [1, 2, 3]))
    #expect(!ConstantTime.equal([1, 2, 3], [1, 2, 4]))
    #expect(!ConstantTime.equal([1, 2, 3], [1, 2]))
  }
}
