import FLARM
package import FlightModel
import NMEA

/// Reads the sentences that a device sends, as gpsd passes them on: traffic and pressure altitude
/// of a FLARM, and whether there is one.
///
/// `PGRMZ` counts only behind a FLARM, which sends pressure altitude above 1013.25 hPa; what other
/// makers send under that name may be any altitude.
package struct FLARMSentences {
  /// Sentences of a FLARM so far.
  package private(set) var flarmSentenceCount = 0

  private let receiver: ReceiverID
  private var scanner = SentenceScanner()
  private var picture: TrafficPicture
  private var heardAt: MonotonicInstant?
  private var lastReport: TrafficReport?
  private var faultCount = 0

  package init(receiver: ReceiverID) {
    self.receiver = receiver
    picture = TrafficPicture(receiver: receiver)
  }

  /// What is known of the FLARM; nil if none was heard.
  package var status: FLARMStatus? {
    guard let heardAt else { return nil }
    return FLARMStatus(
      lastHeardAt: heardAt, receivedCount: lastReport?.state.receivedCount,
      targetCount: lastReport?.targets.count ?? 0, nearestM: lastReport?.targets.first?.distanceM,
      alarmLevel: lastReport?.state.alarmLevel, withheldCount: picture.withheldCount,
      sentenceCount: flarmSentenceCount, refusedCount: faultCount + picture.malformedCount)
  }

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
    switch result {
    case .fault: faultCount += 1
    case .sentence(let sentence): take(sentence, at: now, &events)
    }
  }

  private mutating func take(
    _ sentence: Sentence, at now: MonotonicInstant, _ events: inout [SourceEvent]
  ) {
    if sentence.hasAddress(prefix: "PFLA") {
      flarmSentenceCount += 1
      heardAt = now
      guard let report = picture.take(sentence, at: now) else { return }
      lastReport = report
      events.append(.traffic(report))
    } else if heardAt != nil, let altitude = PressureAltitude(sentence) {
      let reading = Sample.Reading.pressureAltitudeCm(altitude.altitudeCm)
      events.append(.sample(Sample(source: receiver.name, receivedAt: now, reading: reading)))
    }
  }
}
