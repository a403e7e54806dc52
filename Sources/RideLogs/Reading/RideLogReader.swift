import Bytes
package import FlightModel
package import RecordingModel
package import Telemetry

/// What is known of a log beside its bytes.
package struct RideLogFacts: Equatable, Sendable {
  /// The file's name, which may hold the date.
  package var name: String
  /// When the ride began, where somebody said so; outranks the name.
  package var startedAt: UTCInstant?
  /// Minutes that local time was ahead of UTC.
  package var utcOffsetMinutes: Int

  package init(name: String, startedAt: UTCInstant? = nil, utcOffsetMinutes: Int = 0) {
    self.name = name
    self.startedAt = startedAt
    self.utcOffsetMinutes = utcOffsetMinutes
  }
}

/// What a log gives, in the order of time.
package enum RideLogEvent: Equatable, Sendable {
  case sample(TelemetrySample)
  /// The link to the board came or went.
  case marker(TelemetryMarker.Kind, atMs: Int64, elapsedMs: Int64)
}

/// Reads a ride log that comes in pieces: VESC Tool, VESC Express, Float Control, and debug
/// recordings. The same bytes with the same facts give the same events, however they are cut.
package struct RideLogReader: Sendable {
  /// Longer lines are counted as broken.
  package static let longestLine = 64 << 10

  /// What became of the rows so far.
  package private(set) var tally = RideLogTally()
  /// What the log calls the board, where it does: an id of the app that wrote it.
  package private(set) var boardSource: String?

  private let facts: RideLogFacts
  private var lines = LineSplitter(longest: longestLine)
  private var lineNumber = 0
  private var kind: Kind?
  private var failure: RideLogError?

  private enum Kind: Sendable {
    case rows(LogRowReader)
    case recording(DebugRecordingReader)
  }

  package init(_ facts: RideLogFacts) { self.facts = facts }

  /// Takes in more bytes. Throws when the beginning shows that nothing can come of it.
  package mutating func feed(
    _ bytes: some Sequence<UInt8>, _ body: (RideLogEvent) -> Void
  ) throws(RideLogError) {
    var lines = self.lines
    lines.feed(bytes) { take($0, body) }
    self.lines = lines
    if let failure { throw failure }
  }

  /// Ends the log. Throws when it held nothing.
  package mutating func finish(_ body: (RideLogEvent) -> Void) throws(RideLogError) {
    var lines = self.lines
    lines.finish { take($0, body) }
    self.lines = lines
    if let failure { throw failure }
    guard kind != nil else { throw .unknownLayout }
    guard tally.samples > 0 else {
      throw .nothing(rows: tally.rows, broken: tally.brokenRows)
    }
  }

  private mutating func take(_ line: LineSplitter.Line, _ body: (RideLogEvent) -> Void) {
    guard failure == nil else { return }
    lineNumber += 1
    guard case .whole(let bytes) = line else {
      if kind == nil { failure = .unknownLayout } else { note("the line is too long") }
      return
    }
    guard !bytes.allSatisfy({ $0 == ASCII.space }) else { return }
    if kind == nil {
      begin(bytes)
      guard case .recording = kind else { return }
    }
    row(bytes, body)
  }

  private mutating func note(_ cause: String) {
    tally.rows += 1
    tally.noteBroken(lineNumber, cause)
  }

  private mutating func row(_ bytes: ArraySlice<UInt8>, _ body: (RideLogEvent) -> Void) {
    switch kind {
    case .rows(var reader):
      kind = nil
      tally.rows += 1
      switch reader.read(bytes) {
      case .sample(let sample): emit(.sample(sample), body)
      case .broken(let cause): tally.noteBroken(lineNumber, cause)
      }
      kind = .rows(reader)
    case .recording(var reader):
      kind = nil
      tally.rows += 1
      if let cause = reader.read(bytes, { emit($0, body) }) { tally.noteBroken(lineNumber, cause) }
      boardSource = reader.deviceID
      kind = .recording(reader)
    case nil: break
    }
  }

  private mutating func emit(_ event: RideLogEvent, _ body: (RideLogEvent) -> Void) {
    if case .sample = event { tally.samples += 1 }
    body(event)
  }

  // MARK: The beginning

  private mutating func begin(_ line: ArraySlice<UInt8>) {
    let header = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    if header.first == UInt8(ascii: "{") {
      kind = .recording(DebugRecordingReader(startedAt: facts.startedAt))
      return
    }
    guard let layout = LogLayout(header: header) else {
      failure = .unknownLayout
      return
    }
    guard layout.hasTime else {
      failure = .noTimeColumn
      return
    }
    guard let clock = clock(of: layout) else {
      failure = .noDate
      return
    }
    kind = .rows(LogRowReader(layout, clock: clock))
  }

  private func clock(of layout: LogLayout) -> LogClock? {
    let isOfDay = layout.time != .elapsed
    if let start = facts.startedAt {
      return LogClock(.firstRow(start.milliseconds), isOfDay: isOfDay)
    }
    guard let name = LogFileName(facts.name) else { return nil }
    let midnight = UTCInstant(name.date).milliseconds
    let ahead = Int64(facts.utcOffsetMinutes) * 60_000
    switch layout.time {
    case .localDay:
      return LogClock(.midnight(midnight - ahead, named: name.millisecondOfDay), isOfDay: true)
    case .namedBegin:
      let anchor: LogClock.Anchor =
        name.millisecondOfDay.map { .firstRow(midnight + $0) } ?? .midnight(midnight, named: nil)
      return LogClock(anchor, isOfDay: true)
    case .elapsed:
      return name.millisecondOfDay.map {
        LogClock(.firstRow(midnight - ahead + $0), isOfDay: false)
      }
    }
  }
}
