package import FlightModel

/// Turns the lines of a gpsd connection into events, and counts. Of one thread only.
package struct ReportReader {
  package var counters = GPSDCounters()
  /// gpsd's release, from its `VERSION`.
  package private(set) var release: String?

  /// More than a gpsd serves.
  private static let receiverLimit = 32

  private let decoder = PositionDecoder()
  var receivers: [ReceiverTrack] = []

  package init() {}

  /// Whether a fix waits for `flush`.
  package var isHolding: Bool { receivers.contains { $0.merger.isHolding } }

  /// Of the fastest receiver, once a rate is known.
  package func fixesPerSecond(at now: MonotonicInstant) -> Double? {
    var fastest: Double?
    for receiver in receivers {
      guard let rate = receiver.fixesPerSecond(at: now) else { continue }
      fastest = max(rate, fastest ?? rate)
    }
    return fastest
  }

  /// Takes one line without its end, a zero byte behind it, and appends what it says.
  package mutating func take(
    _ line: UnsafeMutableBufferPointer<UInt8>, at now: MonotonicInstant,
    _ events: inout [SourceEvent]
  ) {
    counters.lines += 1
    let bytes = UnsafeBufferPointer(line)
    switch GPSDReport.kind(of: bytes) {
    case nil: counters.garbage.notAReport += 1
    case .tpv: takePosition(line, at: now, &events)
    case .sky: takeSky(bytes)
    case .devices: takeDevices(bytes, &events)
    case .device: takeDevice(bytes, &events)
    case .version: release = GPSDReport.text(of: "\"release\":", in: bytes).map(Self.string)
    case .watch, .error, .other: break
    }
  }

  /// Delivers fixes that waited for another report of their instant.
  package mutating func flush(_ events: inout [SourceEvent]) {
    for index in receivers.indices {
      if let fix = receivers[index].merger.flush() { emit(fix, index, &events) }
    }
  }

  /// Everything waiting is delivered, and every receiver is gone.
  package mutating func linkClosed(_ events: inout [SourceEvent]) {
    flush(&events)
    for index in receivers.indices {
      // A new connection meets a gpsd that may have to learn again.
      receivers[index].merger.unsettle()
      remove(index, &events)
    }
  }

  /// Adds the lines that a connection refused for their length.
  package mutating func countOverlong(_ count: Int) { counters.garbage.overlong += count }

  // MARK: Positions

  private mutating func takePosition(
    _ line: UnsafeMutableBufferPointer<UInt8>, at now: MonotonicInstant,
    _ events: inout [SourceEvent]
  ) {
    let report: PositionDecoder.Report
    do throws(PositionDecoder.Refusal) {
      report = try decoder.decode(line, at: now)
    } catch {
      counters.garbage.malformed += 1
      return
    }
    guard let index = index(of: report.fix.receiver) else {
      counters.garbage.withoutDevice += 1
      return
    }
    counters.positionReports += 1
    appear(index, &events)
    if report.altitudes == .repaired { counters.repairedAltitudes += 1 }
    if !report.fix.isPosition { counters.reportsWithoutFix += 1 }
    let before = receivers[index].merger.duplicateCount
    let complete = receivers[index].merger.take(report.fix, report.altitudes)
    counters.duplicates += receivers[index].merger.duplicateCount - before
    if let complete { emit(complete, index, &events) }
  }

  private mutating func emit(_ fix: Fix, _ index: Int, _ events: inout [SourceEvent]) {
    var fix = fix
    fix.satellitesUsed = receivers[index].satellitesUsed
    receivers[index].mode = fix.mode
    if fix.isPosition {
      counters.fixes += 1
      receivers[index].countFix(at: fix.receivedAt)
    }
    events.append(.fix(fix))
  }

  /// Counts of satellites and the HDOP are wanted, and gpsd writes them before the list. A report
  /// may lack one of them; the one before stands then.
  private mutating func takeSky(_ line: UnsafeBufferPointer<UInt8>) {
    counters.skyReports += 1
    let head = UnsafeBufferPointer(rebasing: line.prefix(400))
    guard let path = GPSDReport.text(of: "\"device\":", in: head),
      let index = receivers.firstIndex(where: { $0.id.name.utf8.elementsEqual(path) })
    else { return }
    if let used = GPSDReport.number(of: "\"uSat\":", in: head) {
      receivers[index].satellitesUsed = used
    }
    if let visible = GPSDReport.number(of: "\"nSat\":", in: head) {
      receivers[index].satellitesVisible = visible
    }
    // Receivers say 99.99 for unknown.
    if let hdop = GPSDReport.decimal(of: "\"hdop\":", in: head) {
      receivers[index].hdop = hdop < 99 ? hdop : nil
    }
  }

  // MARK: Receivers

  private mutating func takeDevices(
    _ line: UnsafeBufferPointer<UInt8>, _ events: inout [SourceEvent]
  ) {
    GPSDReport.forEachDevice(in: line) { takeDevice($0, &events) }
  }

  private mutating func takeDevice(
    _ line: UnsafeBufferPointer<UInt8>, _ events: inout [SourceEvent]
  ) {
    guard let path = GPSDReport.text(of: "\"path\":", in: line).map(Self.string),
      let index = index(of: ReceiverID(path))
    else { return }
    if let driver = GPSDReport.text(of: "\"driver\":", in: line) {
      receivers[index].driver = Self.string(driver)
    }
    // gpsd announces a device that it lost with an activation of 0.
    if GPSDReport.number(of: "\"activated\":", in: line) == 0 {
      if let fix = receivers[index].merger.flush() { emit(fix, index, &events) }
      remove(index, &events)
    } else {
      appear(index, &events)
    }
  }

  private mutating func appear(_ index: Int, _ events: inout [SourceEvent]) {
    guard !receivers[index].isPresent else { return }
    receivers[index].isPresent = true
    events.append(.receiverAppeared(receivers[index].id))
  }

  private mutating func remove(_ index: Int, _ events: inout [SourceEvent]) {
    guard receivers[index].isPresent else { return }
    receivers[index].isPresent = false
    receivers[index].satellitesUsed = nil
    receivers[index].satellitesVisible = nil
    receivers[index].hdop = nil
    receivers[index].mode = nil
    events.append(.receiverGone(receivers[index].id))
  }

  /// The receiver of this name, made when there is room for it; nil for an empty name.
  private mutating func index(of id: ReceiverID) -> Int? {
    if let known = receivers.firstIndex(where: { $0.id == id }) { return known }
    guard !id.name.isEmpty, receivers.count < Self.receiverLimit else { return nil }
    receivers.append(ReceiverTrack(id: id))
    return receivers.count - 1
  }

  private static func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension Fix {
  /// Whether it says where and when.
  fileprivate var isPosition: Bool { mode.hasPosition && position != nil && time != nil }
}
