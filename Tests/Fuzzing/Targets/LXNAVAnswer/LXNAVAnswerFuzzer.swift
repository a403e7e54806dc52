import FLARM
import FuzzDriver
import NMEA

/// What an LXNAV logger may say: answers alone, and whole sessions.
@main
enum LXNAVAnswerFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      var scanner = SentenceScanner(limit: 300)
      scanner.feed(bytes) {
        guard case .sentence(let sentence) = $0 else { return }
        if case .flight(let flight, let total) = LXNAVAnswer(sentence) {
          Fuzzer.expect(flight.record <= total, "a flight beyond the logbook")
          Fuzzer.expect(!flight.fileName.utf8.contains(0x2F), "a name that leaves its folder")
        }
      }
      for job in [
        GroundJob.lxnavInfo(behindVario: true),
        .lxnavLogbook(.all, resume: ["A.IGC": 3], behindVario: false),
        .lxnavDeclare(["HFPLTPILOTINCHARGE:Ada", "C"], behindVario: false),
      ] {
        var conversation = job.conversation(isPromised: true)
        _ = conversation.on(.opened)
        _ = conversation.on(.timerFired)
        for (index, piece) in bytes.drips.enumerated() {
          _ = conversation.on(.received(piece))
          if index % 32 == 31 { _ = conversation.on(.timerFired) }
        }
      }
    }
  }
}
