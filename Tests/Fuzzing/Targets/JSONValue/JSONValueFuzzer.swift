import FuzzDriver
import JSON

/// JSON texts through Jansson: what is read and written comes back.
@main
enum JSONValueFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      guard let value = try? JSONValue.parse(Array(bytes)) else { return }
      guard let again = try? JSONValue.parse(value.bytes()) else {
        fatalError("what was written cannot be read")
      }
      let third = try? JSONValue.parse(again.bytes(.indented))
      Fuzzer.expect(third == again, "what was read and written is another value")
    }
  }
}
