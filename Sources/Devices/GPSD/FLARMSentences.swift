import FLARM
package import FlightModel
import NMEA

/// Reads the sentences that a device sends, as gpsd passes them on: traffic and pressure altitude
/// of a FLARM, and whether there is one.
///
/// `PGRMZ` counts only behind a FLARM, which sends pressure altitude above 1013.25 hPa; what other
/// makers send under that name may be any altitude.
package struct FLARMSentences {
  private let receiver: ReceiverID
  private var scanner = SentenceScanner()
  private var listener: FLARMListener
  private var faultCount = 0

  package init(receiver: ReceiverID) {
    self.receiver = receiver
    listener = FLARMListener(receiver: receiver)
  }

  /// Sentences of a FLARM so far.
  package var flarmSentenceCount: Int { listener.sentenceCount }

  /// What is known of the FLARM; nil if none was heard.
  package var status: FLARMStatus? { listener.status(refusedCount: faultCount) }

  /// Takes one line without its end; gpsd's own answers between the sentences are passed over.
  package mutating func take(
    _ line: UnsafeBufferPointer<UInt8>, at now: MonotonicInstant, _ events: inout [SourceEvent]
  ) {
    guard line.first != UInt8(ascii: "{") else { return }
    var results: [SentenceScanner.Result] = []
    scanner.feed(line) { results.append($0) }
    scanner.endLine { results.append($0) }
    for result in results { take(result, at: now, &events) }
  }

  private mutating func take(
    _ result: SentenceScanner.Result, at now: MonotonicInstant, _ events: inout [SourceEvent]
  ) {
    guard case .sentence(let sentence) = result else {
      faultCount += 1
      return
    }
    guard !listener.take(sentence, at: now, &events), listener.isHeard,
      sentence.hasAddress("PGRMZ"),
      case .reading(let reading)? = InstrumentSentence.read(sentence)?.content,
      let altitudeCm = reading.altitude?.metres.hundredths
    else { return }
    let sample = Sample.Reading.pressureAltitudeCm(altitudeCm)
    events.append(.sample(Sample(source: receiver.name, receivedAt: now, reading: sample)))
  }
}
