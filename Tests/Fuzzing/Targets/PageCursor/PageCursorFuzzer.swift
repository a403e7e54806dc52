import Bytes
import FuzzDriver
import Receiver
import SyncContract

/// The `after` of a page: a byte that chooses the table, then the text, or with a high bit the key
/// itself, so that the text need not be guessed.
@main
enum PageCursorFuzzer {
  static func main() {
    let tables = StorageTable.all
    Fuzzer.run { bytes in
      guard let first = bytes.first else { return }
      let table = tables[Int(first & 0x7F) % tables.count]
      let rest = Array(bytes.dropFirst())
      let text = first > 0x7F ? Hexadecimal.encode(rest) : String(decoding: rest, as: UTF8.self)
      guard let values = try? PageCursor.keyValues(text, in: table) else { return }
      Fuzzer.expect(values.count == table.key.count, "another number of columns")
      for case .text(let value) in values {
        Fuzzer.expect(!value.utf8.contains(0), "a text that no database takes")
      }
    }
  }
}
