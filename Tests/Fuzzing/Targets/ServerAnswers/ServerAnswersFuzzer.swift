import FuzzDriver
import SyncContract
import SyncEngine
import SyncPlan

/// What a server answers beside counts and rows: App Status, refusals, tokens, tables. What is taken
/// over is bounded, and may stand in a header or a log.
@main
enum ServerAnswersFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let input = Array(bytes)
      read(AppStatus(input))
      let refusal = ServerRefusal(body: input, sent: nil)
      Fuzzer.expect((1...64).contains(refusal.slug.utf8.count), "no slug")
      Fuzzer.expect((refusal.maxBytes ?? 1) > 0 && refusal.cursor == nil, "no place")
      if let issued = IssuedToken(input) {
        let texts = issued.token.utf8 + Array(issued.accountID.utf8)
        Fuzzer.expect(texts.allSatisfy { (0x21...0x7E).contains($0) }, "not for a header")
      }
      if let tables = ServedTables(input) {
        let count = ContractTable.all(in: tables.dialect).count - 1
        Fuzzer.expect(tables.digests.count == count, "a table is missing")
      }
    }
  }

  private static func read(_ status: AppStatus?) {
    guard let status else { return }
    Fuzzer.expect(status.messages.count <= AppStatus.mostMessages, "too many messages")
    let texts = status.messages.flatMap { [$0.id, $0.body, $0.title ?? "", $0.action ?? ""] }
    Fuzzer.expect(!texts.contains { $0.utf8.contains(0x1B) }, "an escape")
  }
}
