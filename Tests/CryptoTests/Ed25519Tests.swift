import Bytes
import CCrypto
import Crypto
import Testing

@Suite struct Ed25519Tests {
  struct Vector: Sendable {
    var secret: String
    var publicKey: String
    var message: String
    var signature: String
  }

  /// RFC 8032, 7.1, tests 1 to 3.
  static let vectors = [
    Vector(
      secret: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
      message: "",
      signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    Vector(
      secret: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
      message: "72",
      signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    Vector(
      secret: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
      message: "af82",
      signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
  ]

  @Test(arguments: vectors) func knownAnswers(vector: Vector) throws {
    let key = try Ed25519.PrivateKey(rawBytes: #require(Hexadecimal.decode(vector.secret)))
    let message = try #require(Hexadecimal.decode(vector.message))
    let signature = try key.sign(message)
    #expect(Hexadecimal.encode(key.publicKeyBytes) == vector.publicKey)
    #expect(Hexadecimal.encode(signature) == vector.signature)
    #expect(try Ed25519.PublicKey(rawBytes: key.publicKeyBytes).isValid(signature, of: message))
  }

  @Test func aKeyComesBackFromItsBytes() throws {
    let key = try Ed25519.PrivateKey.generate()
    let again = try Ed25519.PrivateKey(rawBytes: key.rawBytes())
    #expect(again.publicKeyBytes == key.publicKeyBytes)
    #expect(try again.sign([1, 2]) == key.sign([1, 2]))
    #expect(try Ed25519.PrivateKey.generate().publicKeyBytes != key.publicKeyBytes)
  }

  @Test(arguments: [0, 1, 31, 33, 64]) func refusesKeysOfAnotherLength(count: Int) throws {
    let bytes = [UInt8](repeating: 7, count: count)
    let privateError = #expect(throws: CryptoError.self) {
      try Ed25519.PrivateKey(rawBytes: bytes)
    }
    #expect(privateError?.cause == .wrongLength(expected: 32, got: count))
    #expect(privateError?.description.contains("\(count) bytes given, 32 needed") == true)
    #expect(throws: CryptoError.self) { try Ed25519.PublicKey(rawBytes: bytes) }
    #expect(!Ed25519.isValid(signature: bytes, of: [], publicKey: bytes))
  }

  @Test func anyAlteredBitIsNoticedAndLeavesNoErrorBehind() throws {
    let key = try Ed25519.PrivateKey.generate()
    let message = Array("B1200004730000N01130000EA0150001550".utf8)
    let signature = try key.sign(message)
    for bit in 0..<signature.count * 8 {
      var altered = signature
      altered[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!Ed25519.isValid(signature: altered, of: message, publicKey: key.publicKeyBytes))
      #expect(ERR_peek_error() == 0)
    }
    for bit in 0..<message.count * 8 {
      var altered = message
      altered[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!Ed25519.isValid(signature: signature, of: altered, publicKey: key.publicKeyBytes))
    }
    #expect(Ed25519.isValid(signature: signature, of: message, publicKey: key.publicKeyBytes))
  }

  @Test func aPointOffTheCurveValidatesNothing() throws {
    let key = try Ed25519.PrivateKey.generate()
    let signature = try key.sign([1])
    var offCurve = [UInt8](repeating: 0, count: 32)
    offCurve[0] = 2
    #expect(!Ed25519.isValid(signature: signature, of: [1], publicKey: offCurve))
    #expect(ERR_peek_error() == 0)
  }

  @Test func randomBytesDifferAndAreBounded() throws {
    #expect(try SecureRandom.bytes(count: 32) != SecureRandom.bytes(count: 32))
    #expect(try SecureRandom.bytes(count: 0).isEmpty)
    #expect(throws: CryptoError.self) { try SecureRandom.bytes(count: -1) }
    #expect(throws: CryptoError.self) { try SecureRandom.bytes(count: 1 << 21) }
  }
}
