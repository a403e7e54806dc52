import Devices
import SeededRandom
import TestSupport
import Testing

@Suite("Line buffer")
struct LineBufferTests {
  struct Outcome: Equatable {
    var lines: [String] = []
    var overlong = 0
    var pending = 0
  }

  private func cut(_ bytes: [UInt8], capacity: Int = 32, pieces: () -> Int) -> Outcome {
    var buffer = LineBuffer(capacity: capacity)
    var outcome = Outcome()
    var rest = bytes[...]
    while !rest.isEmpty {
      let space = buffer.space
      let count = min(max(1, pieces()), min(space.count, rest.count))
      space.copyBytes(from: rest.prefix(count))
      rest = rest.dropFirst(count)
      buffer.take(count) { line in
        #expect(line.baseAddress![line.count] == 0)
        outcome.lines.append(String(decoding: line, as: UTF8.self))
      }
    }
    outcome.overlong = buffer.overlongCount
    outcome.pending = buffer.pendingCount
    return outcome
  }

  @Test func cutsAtLineEndsWhateverThePieces() {
    let text = "one\r\n\r\n\ntwo\n" + String(repeating: "x", count: 5000) + "\nthree\r\nfo"
    let bytes = Array(text.utf8)
    let expected = Outcome(lines: ["one", "two", "three"], overlong: 1, pending: 2)
    #expect(cut(bytes) { 1 } == expected)
    #expect(cut(bytes) { 1000 } == expected)
    var random = SeededGenerator(seed: 2)
    for _ in 0..<100 {
      #expect(cut(bytes) { Int.random(in: 1...40, using: &random) } == expected)
    }
  }

  @Test func acceptsALineThatJustFits() {
    let fitting = String(repeating: "a", count: 31)
    let outcome = cut(Array("\(fitting)\nb\n".utf8)) { 7 }
    #expect(outcome == Outcome(lines: [fitting, "b"]))
  }
}
