import FuzzDriver
import Receiver

/// What a person types as a one-time code.
@main
enum OneTimeCodeFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      guard let code = OneTimeCode(String(decoding: bytes, as: UTF8.self)) else { return }
      Fuzzer.expect(code.lookup.utf8.count == 6 && code.secret.utf8.count == 12, "wrong lengths")
      Fuzzer.expect(OneTimeCode(code.text) == code, "its own text is another code")
      Fuzzer.expect(OneTimeCode(code.text.lowercased()) == code, "case plays a part")
      let letters = code.lookup.utf8 + Array(code.secret.utf8)
      Fuzzer.expect(
        letters.allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x39).contains($0) },
        "not of the alphabet")
    }
  }
}
