package import Bytes
package import FlightModel

/// Writes an IGC file, fix by fix; the bytes wait in a buffer that the caller drains, so that a
/// flight of any length needs little memory.
///
/// Records stand in the order of time, with G records between them: a link of the signed chain
/// after at most 60 lines, so that a file cut anywhere can be verified up to there.
package struct IGCWriter: Sendable {
  /// Why a fix is not in the file.
  package enum Refusal: Equatable, Sendable {
    /// A fix of the same slot of time, or a later one, is in the file.
    case notLater
    /// Its time is before 1980 or after 2079: two digits of a year cannot tell it.
    case impossibleTime
    /// Its position is not on Earth.
    case impossiblePosition
  }

  /// How many fixes were written and how many not.
  package struct Counts: Equatable, Sendable {
    package var written = 0
    package var notLater = 0
    package var impossible = 0
    /// Events that came faster than any pilot presses a button, or without a code of three.
    package var eventsDropped = 0
  }

  private static let eventLimit = 20
  private static let possibleYears = 1980...2079

  package let header: FileHeader
  /// The date of the first fix in the file; nil before it.
  package private(set) var date: CivilDate?
  package private(set) var counts = Counts()
  private let layout: FixLayout
  private var signer: ChainSigner?
  private var output: [UInt8] = []
  private var lastWritten: UTCInstant?
  private var lastPosition: Coordinate?
  private var events: [[UInt8]] = []
  private var satellites = SatelliteReport()

  /// Without a key the file has no G records.
  package init(header: FileHeader, digest: some MessageDigest, key: (any MessageSigner)?) {
    self.header = header
    layout = FixLayout(extensions: header.extensions, rate: header.rate)
    signer = key.map { ChainSigner(digest: digest, key: $0) }
  }

  /// How often the key refused to sign; the lines are covered by the next link.
  package var signingFailures: Int { signer?.refusals ?? 0 }

  /// The bytes written since the last call.
  package mutating func drain() -> [UInt8] {
    defer { output.removeAll(keepingCapacity: true) }
    return output
  }

  /// Writes a fix, with a PEV event before it if the pilot pressed the button; the reason if the
  /// file cannot hold it. The event of a refused fix goes with the next one.
  @discardableResult
  package mutating func append(_ fix: IGCFix) -> Refusal? {
    if fix.isPilotEvent { append(event: "PEV") }
    if let refusal = refusal(of: fix) {
      if refusal == .notLater { counts.notLater += 1 } else { counts.impossible += 1 }
      return refusal
    }
    if date == nil { begin(on: fix.time.date) }
    if let record = satellites.record(at: fix.time) { write([record]) }
    write(takeEvents(at: fix.time) + [record(of: fix)])
    lastWritten = fix.time
    if fix.quality != .none { lastPosition = fix.position }
    counts.written += 1
    return nil
  }

  /// Puts an event (three capitals, `PEV` for the pilot's) before the next fix, with its time.
  package mutating func append(event code: String, text: String = "") {
    let code = RecordText.permitted(code)
    guard events.count < Self.eventLimit, code.count == 3 else {
      counts.eventsDropped += 1
      return
    }
    events.append(code + RecordText.permitted(text))
  }

  /// Writes a comment as L records under the maker's code, as many lines as it needs; before the
  /// first fix it is dropped.
  package mutating func append(comment: String) {
    guard date != nil else { return }
    let head = Array("L\(header.recorder.maker)".utf8)
    let room = RecordText.longestTextLine - head.count
    var text = RecordText.permitted(comment)[...]
    while !text.isEmpty {
      write([head + text.prefix(room)])
      text = text.dropFirst(room)
    }
  }

  /// Says which satellites are in use (two digits each; higher ids are left out), for the F
  /// record before the next fix: the first, and when they change after five minutes.
  package mutating func observe(satellites ids: [Int]) {
    satellites.ids = Array(ids.filter { (0...99).contains($0) }.prefix(SatelliteReport.limit))
  }

  /// Ends the file with the last link. A file without fixes stays empty.
  package mutating func finish() {
    guard let lastWritten else { return }
    write(takeEvents(at: lastWritten))
    link(isLast: true)
  }

  private func refusal(of fix: IGCFix) -> Refusal? {
    let range = Self.possibleYears
    guard
      fix.time >= UTCInstant(CivilDate(year: range.lowerBound, month: 1, day: 1)),
      fix.time < UTCInstant(CivilDate(year: range.upperBound + 1, month: 1, day: 1))
    else { return .impossibleTime }
    guard RecordField.isPossible(fix.position) else { return .impossiblePosition }
    guard let lastWritten else { return nil }
    let isLater = header.rate.slot(of: fix.time) > header.rate.slot(of: lastWritten)
    return isLater ? nil : .notLater
  }

  private mutating func begin(on date: CivilDate) {
    self.date = date
    for line in header.records(date: date, isSigned: signer != nil) { write([line]) }
  }

  private mutating func takeEvents(at time: UTCInstant) -> [[UInt8]] {
    defer { events.removeAll() }
    return events.map { event in
      var line: [UInt8] = [UInt8(ascii: "E")]
      RecordField.append(time: time, to: &line)
      return line + event
    }
  }

  private func record(of fix: IGCFix) -> [UInt8] {
    var line: [UInt8] = [UInt8(ascii: "B")]
    RecordField.append(time: fix.time, to: &line)
    let repeated = fix.quality == .none ? lastPosition : nil
    RecordField.append(position: repeated ?? fix.position, to: &line)
    line.append(text: fix.isValid ? "A" : "V")
    let hasSensor = header.pressureSensor != nil
    RecordField.append(altitudeCm: hasSensor ? fix.pressureAltitudeCm : nil, to: &line)
    RecordField.append(altitudeCm: fix.isValid ? fix.ellipsoidAltitudeCm : nil, to: &line)
    layout.append(fix, to: &line)
    return line
  }

  /// Writes lines that belong together; no link comes between them. A text line that is too long
  /// loses its end.
  private mutating func write(_ lines: [[UInt8]]) {
    if let signer, signer.openLines > 0,
      signer.openLines + lines.count > SecurityRecord.longestRun
    {
      link(isLast: false)
    }
    for line in lines {
      var line = Array(line.prefix(Self.limit(of: line)))
      while let last = line.last, LineSplitter.isTrailingFill(last) { line.removeLast() }
      put(line)
      signer?.cover(line)
    }
  }

  private static func limit(of line: [UInt8]) -> Int {
    switch line.first {
    case UInt8(ascii: "B"), UInt8(ascii: "I"): .max
    case UInt8(ascii: "L"): RecordText.longestCommentLine
    default: RecordText.longestTextLine
    }
  }

  private mutating func link(isLast: Bool) {
    for line in signer?.link(isLast: isLast) ?? [] { put(line) }
  }

  private mutating func put(_ line: [UInt8]) {
    output.append(contentsOf: line)
    output.append(ASCII.carriageReturn)
    output.append(ASCII.lineFeed)
  }
}

/// Decides when an F record is due.
private struct SatelliteReport {
  static let shortestInterval: Int64 = 300_000
  /// Ids that one line holds.
  static let limit = (RecordText.longestTextLine - 7) / 2

  var ids: [Int] = []
  private var written: (ids: [Int], time: UTCInstant)?

  mutating func record(at time: UTCInstant) -> [UInt8]? {
    guard !ids.isEmpty, ids != written?.ids else { return nil }
    if let last = written, time.milliseconds(since: last.time) < Self.shortestInterval {
      return nil
    }
    written = (ids, time)
    var line: [UInt8] = [UInt8(ascii: "F")]
    RecordField.append(time: time, to: &line)
    for id in ids { line.append(decimal: id, width: 2) }
    return line
  }
}
