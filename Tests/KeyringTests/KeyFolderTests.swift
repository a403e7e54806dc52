import Crypto
import Glibc
import Keyring
import Linux
import TestSupport
import Testing

@Suite struct KeyFolderTests {
  private let folder = TemporaryFolder()
  private var keys: KeyFolder { KeyFolder(path: folder.file("keys")) }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  @Test func theDeviceKeyIsMadeOnceAndKept() throws {
    let first = try keys.deviceKey(name: "hangar-pi")
    let second = try keys.deviceKey(name: "hangar-pi")
    #expect(first.publicKeyBytes == second.publicKeyBytes)
    #expect(mode(of: keys.privateKeyPath) == 0o600)
    let own = try #require(try keys.devicePublicKey())
    #expect(own.bytes == first.publicKeyBytes)
    #expect(own.name == "hangar-pi")
    let signature = try second.sign([1, 2, 3])
    #expect(Ed25519.isValid(signature: signature, of: [1, 2, 3], publicKey: own.bytes))
  }

  @Test func aLostPublicFileIsWrittenAgain() throws {
    let key = try keys.deviceKey(name: "a")
    try Files.remove(keys.publicKeyPath)
    _ = try keys.deviceKey(name: "a")
    #expect(try keys.devicePublicKey()?.bytes == key.publicKeyBytes)
  }

  @Test(arguments: ["", "nonsense", String(repeating: "ab", count: 31)])
  func aBrokenPrivateKeyIsNeverReplaced(content: String) throws {
    try Files.makeFolder(keys.path)
    try Files.replace(keys.privateKeyPath, with: Array(content.utf8))
    #expect(throws: KeyringError.self) { try keys.deviceKey(name: "a") }
    #expect(try Files.read(keys.privateKeyPath, limit: 100) == Array(content.utf8))
  }

  @Test func trustedKeysComeAfterTheOwnAndBrokenFilesBeside() throws {
    let own = try keys.deviceKey(name: "own")
    let other = try #require(
      NamedPublicKey(bytes: try Ed25519.PrivateKey.generate().publicKeyBytes, name: "club\nbox"))
    #expect(other.name == "club box")
    let path = try keys.trust(other)
    #expect(path.hasSuffix("/\(other.fingerprint).pub"))
    try Files.replace(keys.trustedFolder + "/bad.pub", with: Array("x".utf8))
    let found = try keys.trustedKeys()
    #expect(found.keys.map(\.bytes) == [own.publicKeyBytes, other.bytes])
    #expect(found.keys.last == other)
    #expect(found.broken.count == 1)
  }

  @Test func noNameMakesALineOfItsOwn() throws {
    let bytes = try Ed25519.PrivateKey.generate().publicKeyBytes
    for separator in ["\n", "\r\n", "\u{85}", "\u{2028}", "\u{2029}", "\u{B}"] {
      let key = try #require(NamedPublicKey(bytes: bytes, name: "club\(separator)box"))
      #expect(NamedPublicKey(text: key.line) == key)
    }
  }

  @Test func anEmptyBoxTrustsNobody() throws {
    #expect(try keys.trustedKeys().keys.isEmpty)
    #expect(try keys.devicePublicKey() == nil)
  }

  @Test func keysAreReadInBothForms() throws {
    let digits = String(repeating: "0a", count: 32)
    let bytes = [UInt8](repeating: 10, count: 32)
    #expect(NamedPublicKey(text: digits)?.bytes == bytes)
    let named = NamedPublicKey(text: "# a comment\nbarograph-ed25519 \(digits) Club box 2\n")
    #expect(named == NamedPublicKey(bytes: bytes, name: "Club box 2"))
    #expect(named?.line == "barograph-ed25519 \(digits) Club box 2")
    for text in [
      "", "barograph-ed25519", "barograph-ed25519 0a0a x", digits + "0a", "ssh \(digits)",
    ] {
      #expect(NamedPublicKey(text: text) == nil)
    }
  }
}
