import Diagnosis
import FuzzDriver

/// Any text in place of a journal or a configuration that goes into a support bundle.
@main
enum RedactionFuzzer {
  private static let redaction = Redaction(secrets: ["Ada Example", "club.example"])

  static func main() {
    Fuzzer.run { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let clean = redaction.redacted(text)
      Fuzzer.expect(lines(text) == lines(clean), "a line came or went")
      let lowered = clean.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      for secret in ["ada example", "club.example"] {
        Fuzzer.expect(!holds(lowered, Array(secret.utf8)), "a name stayed")
      }
      let configuration = RedactedConfiguration.text(of: text)
      Fuzzer.expect(lines(configuration) <= lines(text) + 1, "more lines than there were")
    }
  }

  private static func lines(_ text: String) -> Int { text.utf8.count { $0 == 0x0A } }

  private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard text.count >= part.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
