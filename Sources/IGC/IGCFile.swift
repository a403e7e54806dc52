import Bytes
package import FlightModel

/// A whole file in memory, as the reader understood it.
package struct IGCFile: Equatable, Sendable {
  /// As they were read.
  package let bytes: [UInt8]
  package let counts: ReadCounts
  /// The first hundred lines that are not as they should be.
  package let defects: [LineDefect]
  /// Of the first fix; nil in a file without one, whose fixes then have times of 1970-01-01.
  package let date: CivilDate?
  private let contents: FileContents

  /// From all bytes of a file; those beyond 4 GB are left out.
  package init(reading bytes: [UInt8]) {
    var reader = IGCReader()
    var contents = FileContents(byteCount: bytes.count)
    reader.feed(bytes.span.extracting(first: Int(UInt32.max)), to: &contents)
    reader.finish(to: &contents)
    contents.finish(reader.clock.origin)
    self.bytes = bytes
    self.contents = contents
    counts = reader.counts
    defects = reader.defects
    date = reader.clock.date
  }

  /// Every B record that is of its form, in the order of the file.
  package var track: [TrackFix] { contents.track }
  package var recorder: String? { contents.recorder }
  package var headers: [HeaderLine] { contents.headers }
  package var events: [FlightEvent] { contents.events }
  /// Every task of the C records, in the order of the file.
  package var tasks: [TaskDeclaration] { contents.tasks }
  /// The fields of the first I record, and of the first J record.
  package var extensions: [ExtensionField] { contents.layouts.first?.fields ?? [] }
  package var slowExtensions: [ExtensionField] { contents.slowExtensions }

  package static func == (left: IGCFile, right: IGCFile) -> Bool { left.bytes == right.bytes }

  /// Bytes of memory that this takes, texts of headers and events by their length.
  package var keptBytes: Int { bytes.count + contents.keptBytes }

  /// The value of the first header of a subject, `PLT` for example.
  package func header(_ subject: String) -> String? {
    headers.first { $0.subject == subject }?.value
  }

  /// The texts of the L records after the L.
  package var comments: [String] {
    contents.commentOffsets.map { RecordParser.text(bytes[record(at: Int($0))].dropFirst()) }
  }

  /// The text of an extension in a fix, exactly as written; nil if the file has it not, and empty
  /// where the line is too short.
  package func text(of code: String, in fix: Int) -> String? {
    guard let layout = contents.layouts.last(where: { $0.firstFix <= fix }),
      let field = layout.fields.first(where: { $0.code == code })
    else { return nil }
    let offsets = contents.fixOffsets
    var record = record(at: Int(offsets[fix]))
    if fix + 1 < offsets.count { record = record.clamped(to: 0..<Int(offsets[fix + 1])) }
    guard field.last <= record.count else { return "" }
    return RecordParser.text(
      bytes[record.lowerBound + field.first - 1..<record.lowerBound + field.last])
  }

  /// Who flew what, as the headers tell; what is NIL or NKN there is empty.
  package var declaration: Declaration {
    Declaration(
      pilot: declared("PLT"), crew: declared("CM2"), gliderType: declared("GTY"),
      registration: declared("GID"), competitionID: declared("CID"),
      competitionClass: declared("CCL"))
  }

  private func declared(_ subject: String) -> String {
    let texts = headers.lazy.filter { $0.subject == subject }.map(\.value)
    return texts.first { !$0.isEmpty && !["NIL", "NKN"].contains($0.uppercased()) } ?? ""
  }

  private func record(at offset: Int) -> Range<Int> {
    let end = bytes[offset...].firstIndex { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }
    return offset..<(end ?? bytes.count)
  }
}

/// What a file's records come to.
private struct FileContents: RecordSink {
  /// Headers, events and tasks that are kept; a flight has a few dozen.
  private static let mostHeaders = 1000
  private static let mostEvents = 10_000
  private static let mostTasks = 100

  var recorder: String?
  var headers: [HeaderLine] = []
  var slowExtensions: [ExtensionField] = []
  var track: [TrackFix] = []
  var events: [FlightEvent] = []
  var tasks: [TaskDeclaration] = []
  /// Offsets of the fixes' and the comments' records.
  var fixOffsets: [UInt32] = []
  var commentOffsets: [UInt32] = []
  /// Each I record's fields and the first fix behind it.
  var layouts: [(firstFix: Int, fields: [ExtensionField])] = []
  /// The track grows by these, which are then filled in their places: a fix that is made elsewhere
  /// is copied in small parts.
  private let blanks = [TrackFix](
    repeating: TrackFix(
      time: UTCInstant(milliseconds: 0), position: Coordinate(latitudeE7: 0, longitudeE7: 0)),
    count: 128)
  private var fixCount = 0
  /// Fixes before the file's date.
  private var undated = 0
  private var hasPressure = false

  /// With room for as many fixes as so many bytes can hold.
  init(byteCount: Int) {
    track.reserveCapacity(byteCount / FixFields.length + blanks.count)
    fixOffsets.reserveCapacity(byteCount / FixFields.length)
  }

  @inline(__always)
  mutating func take(_ fix: TrackPoint) {
    if fix.time == nil { undated += 1 }
    if fix.pressureAltitudeM != 0 { hasPressure = true }
    fixOffsets.append(UInt32(truncatingIfNeeded: fix.offset))
    if fixCount == track.count { track.append(contentsOf: blanks) }
    Self.fill(&track[fixCount], fix)
    fixCount += 1
  }

  @inline(__always)
  private static func fill(_ entry: inout TrackFix, _ fix: TrackPoint) {
    entry.time.milliseconds = fix.time?.milliseconds ?? fix.fileMilliseconds
    entry.position.latitudeE7 = fix.position.latitudeE7
    entry.position.longitudeE7 = fix.position.longitudeE7
    entry.isValid = fix.isValid
    entry.pressureAltitudeM = fix.pressureAltitudeM
    entry.gnssAltitudeM = fix.isValid ? fix.gnssAltitudeM : nil
    entry.engine.noiseLevel = fix.engine.noiseLevel
    entry.engine.meansOfPropulsion = fix.engine.meansOfPropulsion
    entry.engine.revolutions = fix.engine.revolutions
  }

  mutating func take(_ record: IGCRecord) {
    switch record {
    case .recorder(let text): recorder = recorder ?? text
    case .header(let line): if headers.count < Self.mostHeaders { headers.append(line) }
    case .extensions(let fields): layouts.append((fixCount, fields))
    case .slowExtensions(let fields): if slowExtensions.isEmpty { slowExtensions = fields }
    case .event(let event): if events.count < Self.mostEvents { events.append(event) }
    case .task(let task): if tasks.count < Self.mostTasks { tasks.append(task) }
    case .date, .fix, .comment, .other: break
    }
  }

  mutating func take(line bytes: Span<UInt8>, _ range: Range<Int>, offset: Int) {
    if bytes[range.lowerBound] == UInt8(ascii: "L") {
      commentOffsets.append(UInt32(truncatingIfNeeded: offset))
    }
  }

  var keptBytes: Int {
    func size<Element>(_ array: [Element]) -> Int {
      array.capacity * MemoryLayout<Element>.stride
    }
    let texts = headers.map(\.value.utf8.count) + events.map(\.text.utf8.count)
    let points = tasks.map { $0.turnpoints.count * MemoryLayout<TaskDeclaration.Point>.stride }
    return size(track) + size(fixOffsets) + size(commentOffsets) + size(headers) + size(events)
      + size(tasks) + size(layouts) + (texts + points).reduce(0, +)
  }

  /// Dates the fixes before the date, and takes pressure altitudes away that no sensor gave.
  mutating func finish(_ origin: Int64?) {
    track.removeLast(track.count - fixCount)
    if let origin {
      for index in 0..<undated { track[index].time.milliseconds += origin }
    }
    let isNil = headers.contains { $0.subject == "ALP" && $0.value.uppercased().hasPrefix("NIL") }
    if isNil || !hasPressure {
      for index in track.indices { track[index].pressureAltitudeM = nil }
    }
  }
}
