import ControlAPI
import FuzzDriver

/// The stream of events, as the command reads it from the socket.
@main
enum StatusEventsFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var whole = StatusEventReader()
      let expected = whole.take(bytes)
      var drip = StatusEventReader()
      var documents: [[UInt8]] = []
      for piece in bytes.drips { documents += drip.take(piece) }
      Fuzzer.expect(documents == expected, "pieces give other documents than the whole")
      Fuzzer.expect(
        expected.reduce(0) { $0 + $1.count } <= bytes.count, "more came out than went in")
    }
  }
}
