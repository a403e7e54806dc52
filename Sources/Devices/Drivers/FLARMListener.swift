package import FLARM
package import FlightModel
package import NMEA

/// What the sentences of one FLARM say, whichever way they come: traffic, and how the device is.
package struct FLARMListener {
  /// Sentences of a FLARM so far.
  package private(set) var sentenceCount = 0
  /// The versions that it has told.
  package private(set) var versions: DeviceVersions?
  /// The faults that it has told since it last said that there is none.
  package private(set) var faults: [SelfTest] = []
  /// More faults than are of use to anybody.
  static let faultLimit = 8

  private var picture: TrafficPicture
  private var heardAt: MonotonicInstant?
  private var lastReport: TrafficReport?

  package init(receiver: ReceiverID) { picture = TrafficPicture(receiver: receiver) }

  /// Whether there is one.
  package var isHeard: Bool { heardAt != nil }

  /// What is known of the FLARM, lines refused by whoever reads them included; nil if none was heard.
  package func status(refusedCount: Int) -> FLARMStatus? {
    guard let heardAt else { return nil }
    return FLARMStatus(
      lastHeardAt: heardAt, receivedCount: lastReport?.state.receivedCount,
      targetCount: lastReport?.targets.count ?? 0, nearestM: lastReport?.targets.first?.distanceM,
      alarmLevel: lastReport?.state.alarmLevel, withheldCount: picture.withheldCount,
      sentenceCount: sentenceCount, refusedCount: refusedCount + picture.malformedCount)
  }

  /// Takes a sentence; false when it is not a FLARM's.
  package mutating func take(
    _ sentence: Sentence, at now: MonotonicInstant, _ events: inout [SourceEvent]
  ) -> Bool {
    guard sentence.hasAddress(prefix: "PFLA") else { return false }
    sentenceCount += 1
    heardAt = now
    if let report = picture.take(sentence, at: now) {
      lastReport = report
      events.append(.traffic(report))
    } else if let told = DeviceVersions(sentence), told.software != nil {
      versions = told
    } else if let fault = SelfTest(sentence) {
      note(fault)
    }
    return true
  }

  private mutating func note(_ fault: SelfTest) {
    guard let code = fault.code else { return }
    if code == 0 { faults.removeAll() }
    guard code != 0, faults.count < Self.faultLimit, !faults.contains(where: { $0.code == code })
    else { return }
    faults.append(fault)
  }
}

/// A FLARM heard on a link or behind gpsd.
package struct FLARMStatus: Equatable, Sendable {
  package var lastHeardAt: MonotonicInstant
  /// Devices it receives, by its own count.
  package var receivedCount: Int?
  /// Targets in its last report.
  package var targetCount = 0
  package var nearestM: Int?
  package var alarmLevel: Int?
  /// Sentences dropped because their target forbids tracking.
  package var withheldCount = 0
  package var sentenceCount = 0
  /// Lines refused, malformed traffic included.
  package var refusedCount = 0
}
