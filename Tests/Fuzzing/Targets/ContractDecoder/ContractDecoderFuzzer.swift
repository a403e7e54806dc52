import FuzzDriver
import JSON
import SyncContract

/// Sync Batches and answers in both dialects, beside Jansson's reading of the same bytes. A
/// fuzzer's inputs are far below a batch's bounds, so the bounds are lowered with them.
@main
enum ContractDecoderFuzzer {
  private static let limits = ContractLimits(bytes: 4096, rows: 20)

  static func main() {
    Fuzzer.run { bytes in
      let input = Array(bytes)
      for dialect in ContractDialect.allCases {
        readBatch(input, dialect)
        readAnswer(input, dialect)
      }
    }
  }

  private static func readBatch(_ input: [UInt8], _ dialect: ContractDialect) {
    let decoder = ContractDecoder(dialect: dialect, limits: limits)
    guard let batch = try? decoder.decode(input) else { return }
    Fuzzer.expect(input.count <= limits.bytes && batch.rows.count <= limits.rows, "too much")
    let json = try? JSONValue.parse(input)
    Fuzzer.expect(json != nil, "Jansson refuses what was accepted")
    let members = json?.object?.members ?? []
    for (name, rows) in members.map({ ($0.key, $0.value.array ?? []) }) {
      let table = ContractTable(rawValue: name)
      Fuzzer.expect(rows.count == batch.rows.count { $0.table == table }, "other rows")
    }

    let encoder = ContractEncoder(dialect: dialect, limits: ContractLimits())
    guard let encoded = try? encoder.encode(batch) else { fatalError("read, but cannot be sent") }
    let again = try? ContractDecoder(dialect: dialect).decode(encoded)
    Fuzzer.expect(again == batch, "what was read and written is another batch")
    let isPlain =
      !input.contains(UInt8(ascii: "\\")) && !batch.rows.contains { $0.table == .alerts }
    Fuzzer.expect(!isPlain || encoded == input, "other bytes for the same batch")
  }

  private static func readAnswer(_ input: [UInt8], _ dialect: ContractDialect) {
    guard let counts = try? AcceptedCounts.decode(input, dialect: dialect) else { return }
    let accepted = (try? JSONValue.parse(input))?["accepted"]
    for table in ContractTable.all(in: dialect) {
      Fuzzer.expect(accepted?[table.rawValue]?.integer == counts[table], "another count")
    }
    let again = try? AcceptedCounts.decode(counts.encode(), dialect: dialect)
    Fuzzer.expect(again == counts, "what was read and written is another answer")
  }
}
