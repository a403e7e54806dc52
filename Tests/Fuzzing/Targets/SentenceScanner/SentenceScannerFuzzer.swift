import FLARM
import FlightModel
import FuzzDriver
import NMEA

/// Bytes of a serial port: lines, checksums, and all that is read from a good sentence.
@main
enum SentenceScannerFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var whole = SentenceScanner()
      var expected: [SentenceScanner.Result] = []
      whole.feed(bytes) { expected.append($0) }
      whole.endLine { expected.append($0) }

      var drip = SentenceScanner()
      var results: [SentenceScanner.Result] = []
      for piece in bytes.drips { drip.feed(piece) { results.append($0) } }
      drip.endLine { results.append($0) }
      Fuzzer.expect(results == expected, "pieces give other sentences than the whole")
      for case .sentence(let sentence) in expected { read(sentence) }
    }
  }

  private static func read(_ sentence: Sentence) {
    for field in sentence.fields {
      _ = field.integer
      _ = field.hexadecimal
      _ = field.decimal?.hundredths
      for decimals in 0...6 { _ = field.fixedPoint(decimals: decimals) }
    }
    _ = PositionSentence(sentence)
    if case .reading(let reading)? = InstrumentSentence.read(sentence)?.content {
      _ = reading.pressureAltitudeM
    }
    _ = OperatingState(sentence)
    if case .target(let target) = TrafficTarget.decode(sentence) { _ = target.distanceM }
    _ = SelfTest(sentence)?.explanation
    _ = DeviceVersions(sentence)
    _ = FlightState(sentence)
    _ = OperationProgress(sentence)
  }
}
