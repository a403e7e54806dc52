import FLARM
import FuzzDriver

/// Bytes of a port in a FLARM's binary mode: frames, descriptions, blocks, and a whole session.
@main
enum BinaryScannerFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var whole = BinaryScanner()
      var expected: [BinaryScanner.Result] = []
      whole.feed(bytes) { expected.append($0) }
      var drip = BinaryScanner()
      var results: [BinaryScanner.Result] = []
      for piece in bytes.drips { drip.feed(piece) { results.append($0) } }
      Fuzzer.expect(results == expected, "pieces give other frames than the whole")
      Fuzzer.expect(
        drip.skippedCount + drip.pendingCount <= bytes.count, "more skipped than came")
      for case .frame(let frame) in expected { read(frame) }
      converse(bytes)
    }
  }

  private static func read(_ frame: BinaryFrame) {
    _ = frame.answers(1)
    if let flight = LoggerFlight(record: 0, infoPayload: frame.payload) {
      let name = flight.fileName
      Fuzzer.expect(!name.isEmpty && !name.hasPrefix("."), "a name that hides")
      Fuzzer.expect(!name.utf8.contains(0x2F), "a name that leaves its folder")
    }
    if let block = IGCBlock(payload: frame.payload) {
      Fuzzer.expect(block.data.count <= frame.payload.count, "more data than came")
    }
  }

  /// Each piece is an answer; silence lies between some.
  private static func converse(_ bytes: UnsafeBufferPointer<UInt8>) {
    var session = LogbookSession(selection: .all)
    var actions = session.on(.opened) + session.on(.timerFired)
    for (index, piece) in bytes.drips.enumerated() {
      actions += session.on(.received(piece))
      if index % 16 == 15 { actions += session.on(.timerFired) }
    }
    let endings = actions.count {
      switch $0 {
      case .finished, .failed: true
      default: false
      }
    }
    Fuzzer.expect(endings <= 1, "it ended more than once")
  }
}
