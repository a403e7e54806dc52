import ControlAPI
import FlightModel
import FuzzDriver
import JSON

/// A status document, a list of instruments and other answers, as the command reads it from the socket.
@main
enum StatusDocumentFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      guard let json = try? JSONValue.parse(Array(bytes)) else { return }
      _ = try? FlightList.read(json)
      _ = try? StopResult(json: json)
      _ = try? MarkResult(json: json)
      _ = try? GroundPage(json: json)
      if let document = try? InstrumentsDocument(json: json) {
        Fuzzer.expect(
          (try? InstrumentsDocument(json: document.json)) != nil,
          "a list of instruments that was read cannot be written and read again")
      }
      guard let document = try? StatusDocument(json: json) else { return }
      _ = document.asShown(at: UTCInstant(milliseconds: 1_784_030_400_000))
      Fuzzer.expect(
        (try? StatusDocument(json: document.json)) != nil,
        "a document that was read cannot be written and read again")
    }
  }
}
