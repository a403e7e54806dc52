import FlightModel
import FuzzDriver
import RecordingModel
import RideLogs
import Telemetry

/// Any file that calls itself a ride log, under a name with and without a date.
@main
enum RideLogReaderFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      for name in ["2026-07-04_23-59-52.csv", "log"] {
        let facts = RideLogFacts(name: name, utcOffsetMinutes: 120)
        let whole = outcome([bytes[...]], facts)
        let pieces = outcome(bytes.drips.map { $0[...] }, facts)
        Fuzzer.expect(whole == pieces, "pieces give another result than the whole")
        check(whole.events)
      }
    }
  }

  struct Outcome: Equatable {
    var events: [RideLogEvent] = []
    var tally: RideLogTally
    var error: RideLogError?
  }

  static func outcome(_ pieces: [some Sequence<UInt8>], _ facts: RideLogFacts) -> Outcome {
    var reader = RideLogReader(facts)
    var outcome = Outcome(tally: reader.tally)
    do throws(RideLogError) {
      for piece in pieces { try reader.feed(piece) { outcome.events.append($0) } }
      try reader.finish { outcome.events.append($0) }
    } catch {
      outcome.error = error
      // What was given before the refusal depends on the pieces; nobody keeps it.
      outcome.events = []
      return outcome
    }
    outcome.tally = reader.tally
    return outcome
  }

  static func check(_ events: [RideLogEvent]) {
    var assembler = MinuteAssembler(boardID: "b")
    var minutes = events.compactMap { assembler.add($0) }
    if let last = assembler.finish() { minutes.append(last) }
    for minute in minutes {
      Fuzzer.expect(
        minute.frames.first?.flags.contains(.keyframe) == true, "a minute needs another")
      Fuzzer.expect(minute.bucket.sampleCount > 0, "an empty minute")
      var decoder = FrameDecoder()
      for frame in minute.frames {
        Fuzzer.expect(decoder.decode(frame) != nil, "a frame that cannot be decoded")
      }
    }
    for case .sample(let sample) in events {
      var row: [UInt8] = []
      VESCToolWriter.append(sample, to: &row)
      Fuzzer.expect(row.count { $0 == UInt8(ascii: ";") } == 55, "a row of other columns")
    }
  }
}
