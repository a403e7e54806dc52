import FuzzDriver
import Keyring

/// The text of a public key's file: what is read and written comes back.
@main
enum NamedPublicKeyFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      guard let key = NamedPublicKey(text: String(decoding: bytes, as: UTF8.self)) else { return }
      Fuzzer.expect(key.bytes.count == 32, "a key of another length")
      Fuzzer.expect(!key.name.contains { $0.isNewline }, "a name of several lines")
      Fuzzer.expect(NamedPublicKey(text: key.line)?.bytes == key.bytes, "another key came back")
    }
  }
}
