import FLARM
import FuzzDriver
import NMEA

/// What a FLARM may say to commands: answers alone, and whole sessions.
@main
enum ConfigurationAnswerFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var scanner = SentenceScanner(limit: 256)
      scanner.feed(bytes) {
        guard case .sentence(let sentence) = $0 else { return }
        if case .progress(_, _, let percent) = ConfigurationAnswer(sentence) {
          Fuzzer.expect((0...100).contains(percent), "a percentage beyond 100")
        }
      }
      for job in [
        GroundJob.flarmInfo, .flarmCompetition(true), .flarmCopy, .flarmRead([.pilot]),
      ] {
        converse(job.conversation(isPromised: true), bytes)
      }
    }
  }

  private static func converse(
    _ conversation: any GroundConversation, _ bytes: UnsafeBufferPointer<UInt8>
  ) {
    var conversation = conversation
    var actions = conversation.on(.opened) + conversation.on(.timerFired)
    for (index, piece) in bytes.drips.enumerated() {
      actions += conversation.on(.received(piece))
      if index % 32 == 31 { actions += conversation.on(.timerFired) }
    }
    for case .send(let line) in actions {
      Fuzzer.expect(line.count <= 85, "a sentence longer than the interface allows")
    }
  }
}
