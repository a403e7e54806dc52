import Bytes
import FlightModel

/// Reads the lines of a file as records, in their order.
struct RecordReader: Sendable {
  /// Defects that are kept; the others are counted only.
  static let mostDefects = 100
  /// Bytes of the shortest record that is looked for behind another on its line: an event.
  private static let shortestJoined = 10

  private(set) var counts = ReadCounts()
  private(set) var defects: [LineDefect] = []
  private(set) var clock = FileClock()
  private var layout = ExtensionLayout()
  private var tasks = TaskReader()
  private var latestValid = Int64.min
  /// Number of the line that is read, and where in the file its bytes begin.
  private var number = 0
  private var base = 0
  /// The fix that is handed out, used again for the next: copying its parts would cost more.
  private var point = TrackPoint()

  /// Begins a line of the splitter's.
  @inline(__always)
  mutating func begin(line number: Int, offset: Int, isCut: Bool) {
    counts.lines += 1
    self.number = number
    base = offset
    if isCut { note(.tooLong) }
  }

  /// Takes the line.
  @inline(__always)
  mutating func take(_ bytes: Span<UInt8>, _ line: Range<Int>, to sink: inout some RecordSink) {
    if bytes[line.lowerBound] == UInt8(ascii: "B") {
      takeFix(bytes, line, to: &sink)
    } else {
      takeOther(bytes, line, to: &sink)
    }
  }

  /// Ends the file.
  mutating func finish(to sink: inout some RecordSink) {
    if let task = tasks.finish() { sink.take(.task(task)) }
  }

  @inline(__always)
  private mutating func takeFix(
    _ bytes: Span<UInt8>, _ record: Range<Int>, to sink: inout some RecordSink
  ) {
    do throws(LineDefect.Cause) {
      let fields = try FixFields(bytes, record)
      if record.count >= layout.length + Self.shortestJoined,
        let next = joined(bytes, record.lowerBound + FixFields.length..<record.upperBound)
      {
        take(fields, bytes, record.lowerBound..<next, to: &sink)
        takeJoined(bytes, next..<record.upperBound, to: &sink)
      } else {
        take(fields, bytes, record, to: &sink)
      }
    } catch {
      counts.badLines += 1
      note(error)
      if let next = joined(bytes, record.lowerBound + 1..<record.upperBound) {
        takeJoined(bytes, next..<record.upperBound, to: &sink)
      }
    }
  }

  @inline(__always)
  private mutating func take(
    _ fields: FixFields, _ bytes: Span<UInt8>, _ record: Range<Int>,
    to sink: inout some RecordSink
  ) {
    let inDay = Int64(fields.second) * 1000 + layout.milliseconds(bytes, record)
    let moment = clock.take(inDay)
    if moment.isDuplicate || moment.isBackward || moment.isMidnight { count(moment) }
    if fields.isRepaired { countRepaired() }
    if fields.isValid {
      counts.validFixes += 1
      if moment.milliseconds <= latestValid { countAmongValid(moment.milliseconds) }
      latestValid = moment.milliseconds
    } else {
      counts.voidFixes += 1
    }
    point.time = clock.time(moment.milliseconds)
    point.fileMilliseconds = moment.milliseconds
    layout.setPosition(of: &point, fields, bytes, record)
    point.pressureAltitudeM = fields.pressureAltitudeM
    point.gnssAltitudeM = fields.gnssAltitudeM
    layout.setEngine(of: &point, bytes, record)
    point.offset = base + record.lowerBound
    point.isValid = fields.isValid
    point.isBackward = moment.isBackward
    sink.take(point)
  }

  @inline(never)
  private mutating func count(_ moment: FileClock.Moment) {
    if moment.isMidnight { counts.midnights += 1 }
    if moment.isDuplicate {
      counts.duplicateTimes += 1
      note(.duplicateTime)
    }
    if moment.isBackward {
      counts.backwardTimes += 1
      note(.backwardTime)
    }
  }

  @inline(never)
  private mutating func countAmongValid(_ moment: Int64) {
    if moment == latestValid {
      counts.duplicateTimesAmongValid += 1
    } else {
      counts.backwardTimesAmongValid += 1
    }
  }

  @inline(never)
  private mutating func countRepaired() {
    counts.repairedFixes += 1
    note(.repaired)
  }

  @inline(never)
  private mutating func takeOther(
    _ bytes: Span<UInt8>, _ record: Range<Int>, to sink: inout some RecordSink
  ) {
    let letter = bytes[record.lowerBound]
    // Comments and signatures may hold anything.
    let mayBeJoined = letter != UInt8(ascii: "L") && letter != UInt8(ascii: "G")
    let rest = record.lowerBound + 1..<record.upperBound
    let next = mayBeJoined ? joined(bytes, rest) : nil
    let own = record.lowerBound..<(next ?? record.upperBound)
    switch letter {
    case UInt8(ascii: "A"), UInt8(ascii: "C"), UInt8(ascii: "E"),
      UInt8(ascii: "H")...UInt8(ascii: "J"):
      if let cause = take(bytes.copy(own), to: &sink) { countBad(cause) }
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      sink.take(line: bytes, own, offset: base + own.lowerBound)
    default: countBad(.unknownRecord)
    }
    if let next { takeJoined(bytes, next..<record.upperBound, to: &sink) }
  }

  private mutating func countBad(_ cause: LineDefect.Cause) {
    counts.badOtherLines += 1
    note(cause)
  }

  /// Takes a record apart; what is wrong with it.
  private mutating func take(
    _ line: [UInt8], to sink: inout some RecordSink
  ) -> LineDefect.Cause? {
    switch line[0] {
    case UInt8(ascii: "A"):
      sink.take(.recorder(RecordParser.text(line.dropFirst())))
    case UInt8(ascii: "C"):
      let (task, isGood) = tasks.take(line)
      if let task { sink.take(.task(task)) }
      return isGood ? nil : .task
    case UInt8(ascii: "E"):
      guard let event = event(line) else { return .event }
      sink.take(.event(event))
    case UInt8(ascii: "I"), UInt8(ascii: "J"): return takeExtensions(line, to: &sink)
    default: return takeHeader(line, to: &sink)
    }
    return nil
  }

  private mutating func takeExtensions(
    _ line: [UInt8], to sink: inout some RecordSink
  ) -> LineDefect.Cause? {
    let isOfFixes = line[0] == UInt8(ascii: "I")
    let earliest = isOfFixes ? FixFields.length + 1 : 8
    guard let (fields, isWhole) = RecordParser.extensions(line, from: earliest) else {
      return .extensions
    }
    if isOfFixes { layout = ExtensionLayout(fields) }
    sink.take(isOfFixes ? .extensions(fields) : .slowExtensions(fields))
    return isWhole ? nil : .extensions
  }

  private mutating func takeHeader(
    _ line: [UInt8], to sink: inout some RecordSink
  ) -> LineDefect.Cause? {
    guard let header = RecordParser.header(line) else { return .header }
    guard header.subject == "DTE" else {
      sink.take(.header(header))
      return nil
    }
    guard let date = RecordParser.date(line) else { return .date }
    switch clock.take(date) {
    case .first, .repeated: break
    case .later: note(.laterDate)
    case .earlier: note(.earlierDate)
    }
    sink.take(.date(date))
    return nil
  }

  private func event(_ line: [UInt8]) -> FlightEvent? {
    guard let time = RecordParser.time(line, at: 1), line.count >= 10 else { return nil }
    let moment = clock.moment(time)
    return FlightEvent(
      time: clock.time(moment), fileMilliseconds: moment, code: RecordParser.text(line[7..<10]),
      text: RecordParser.text(line[10...]))
  }

  private mutating func note(_ cause: LineDefect.Cause) {
    if defects.count < Self.mostDefects { defects.append(LineDefect(line: number, cause: cause)) }
  }
}

/// Two records on one line, where a line end was lost.
extension RecordReader {
  /// Takes records that stand one after the other on the rest of a line.
  @inline(never)
  private mutating func takeJoined(
    _ bytes: Span<UInt8>, _ rest: Range<Int>, to sink: inout some RecordSink
  ) {
    counts.joinedLines += 1
    note(.joined)
    var record = rest
    while !record.isEmpty {
      let next = joined(bytes, record.lowerBound + 1..<record.upperBound) ?? record.upperBound
      let one = record.lowerBound..<next
      if let fields = try? FixFields(bytes, one) {
        take(fields, bytes, one, to: &sink)
      } else if let event = event(bytes.copy(one)) {
        sink.take(.event(event))
      }
      record = next..<record.upperBound
    }
  }

  /// Where in a part of a line a whole fix or an event begins.
  private func joined(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    for index in range {
      switch bytes[index] {
      case UInt8(ascii: "B") where (try? FixFields(bytes, index..<range.upperBound)) != nil:
        return index
      case UInt8(ascii: "E") where isEvent(bytes, index..<range.upperBound): return index
      default: continue
      }
    }
    return nil
  }

  private func isEvent(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard range.count >= Self.shortestJoined else { return false }
    let line = bytes.copy(range.lowerBound..<range.lowerBound + Self.shortestJoined)
    return RecordParser.time(line, at: 1) != nil
      && line[7...].allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
  }
}
