import Devices
import FlightModel
import FuzzDriver
import Recorder
import RecordingModel

/// What a gpsd sends, through the line buffer, libgps and the merger into the recorder.
@main
enum ReportReaderFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let whole = read([Array(bytes)])
      let drips = read(bytes.drips)
      Fuzzer.expect(whole.events == drips.events, "pieces give other events than the whole")
      Fuzzer.expect(whole.lines == drips.lines, "pieces give other lines than the whole")
      record(whole.events)
    }
  }

  /// Shorter than the daemon's, so that inputs reach its end.
  private static let lineCapacity = 1024

  private static func read(_ pieces: [[UInt8]]) -> (events: [SourceEvent], lines: Int) {
    var buffer = LineBuffer(capacity: lineCapacity)
    var reader = ReportReader()
    var events: [SourceEvent] = []
    var now = MonotonicInstant(nanoseconds: 0)
    for piece in pieces {
      var rest = piece[...]
      while !rest.isEmpty {
        let part = rest.prefix(buffer.space.count)
        buffer.space.copyBytes(from: part)
        buffer.take(part.count) { line in
          now = now.advanced(byMilliseconds: 100)
          reader.take(line, at: now, &events)
        }
        rest = rest.dropFirst(part.count)
      }
    }
    reader.linkClosed(&events)
    return (events, reader.counters.lines + buffer.overlongCount)
  }

  private static func record(_ events: [SourceEvent]) {
    var recorder = FlightRecorder(
      configuration: RecorderConfiguration(
        policy: .always, boardID: "board", bootID: "boot", nextRecordingID: RecordingID(1),
        dateFloor: UTCInstant(CivilDate(year: 2026, month: 1, day: 1))))
    for event in events {
      switch event {
      case .fix(let fix): perform(recorder.on(.fix(fix)), &recorder)
      case .sample(let sample): perform(recorder.on(.sample(sample)), &recorder)
      default: continue
      }
    }
    perform(recorder.on(.shutdown), &recorder)
  }

  private static func perform(_ actions: [RecorderAction], _ recorder: inout FlightRecorder) {
    for case .commit(_, let sequence) in actions {
      perform(recorder.on(.committed(sequence: sequence)), &recorder)
    }
  }
}
