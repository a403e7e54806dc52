import Bytes
import NMEA

/// What of a link's bytes other programs may see: its good sentences, whole, without those of
/// aircraft that forbid tracking.
///
/// A damaged line is left out, since it may be such a sentence. A `PFLAU` keeps the id of an
/// aircraft only when that aircraft was seen lately and does not forbid it.
package struct SharedStream: Sendable {
  /// Characters of the longest line, `$` and line end included.
  package static let lineLimit = 256
  /// Alarms (one a second) after which an aircraft that was not seen again is forgotten.
  static let memoryAlarms = 10
  /// More aircraft than a FLARM reports.
  static let capacity = 64

  /// Sentences left out because their aircraft forbids tracking.
  package private(set) var withheldCount = 0
  /// Lines left out because they are damaged, or no sentences.
  package private(set) var damagedCount = 0

  private var scanner = SentenceScanner(
    limit: SharedStream.lineLimit, extendedLimit: SharedStream.lineLimit)
  private var filter = SharedFilter()

  package init() {}

  /// Takes bytes as they came and appends whole lines, each with CR LF.
  package mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ shared: inout [UInt8]) {
    Self.feed(bytes, &scanner, &filter, &shared)
    withheldCount = filter.withheldCount
    damagedCount = filter.damagedCount
  }

  /// Forgets an unfinished line: the link was opened anew.
  package mutating func restart() { self = SharedStream() }

  private static func feed(
    _ bytes: UnsafeBufferPointer<UInt8>, _ scanner: inout SentenceScanner,
    _ filter: inout SharedFilter, _ shared: inout [UInt8]
  ) {
    scanner.feed(bytes) { filter.take($0, &shared) }
  }
}

/// Judges whole lines.
private struct SharedFilter: Sendable {
  var withheldCount = 0
  var damagedCount = 0

  /// Aircraft that do not forbid tracking, by address, and the alarm that each was last seen at.
  private var open: [Int: Int] = [:]
  private var alarms = 0

  mutating func take(_ result: SentenceScanner.Result, _ shared: inout [UInt8]) {
    guard case .sentence(let sentence) = result else {
      damagedCount &+= 1
      return
    }
    if sentence.hasAddress("PFLAA") {
      guard allows(sentence) else { return }
    } else if sentence.hasAddress("PFLAU") {
      alarms &+= 1
      return giveAlarm(sentence, &shared)
    }
    shared += sentence.line
    shared += [ASCII.carriageReturn, ASCII.lineFeed]
  }

  private mutating func allows(_ sentence: Sentence) -> Bool {
    let address = Self.address(in: sentence, behind: 5)
    if case .withheld = TrafficTarget.decode(sentence) {
      withheldCount &+= 1
      if let address { open[address] = nil }
      return false
    }
    if let address { note(address) }
    return true
  }

  private mutating func note(_ address: Int) {
    if open[address] == nil, open.count >= SharedStream.capacity {
      forget()
      guard open.count < SharedStream.capacity else { return }
    }
    open[address] = alarms
  }

  private mutating func forget() {
    open = open.filter { alarms &- $0.value <= SharedStream.memoryAlarms }
  }

  /// The id is the tenth field.
  private mutating func giveAlarm(_ sentence: Sentence, _ shared: inout [UInt8]) {
    forget()
    var fields = sentence.fields
    fields.skip(9)
    let id = fields.next()
    let mayStay = id.map { $0.isEmpty || isOpen($0) } ?? true
    guard !mayStay, let id else {
      shared += sentence.line + [ASCII.carriageReturn, ASCII.lineFeed]
      return
    }
    let line = sentence.line
    let star = line.lastIndex(of: ASCII.asterisk) ?? line.endIndex
    let body = line[(line.startIndex + 1)..<id.bytes.startIndex] + line[id.bytes.endIndex..<star]
    shared.append(ASCII.dollar)
    shared += body
    shared += Self.checksum(body)
    shared += [ASCII.carriageReturn, ASCII.lineFeed]
  }

  private func isOpen(_ id: Field) -> Bool {
    Self.address(of: id).map { open[$0] != nil } ?? false
  }

  private static func address(in sentence: Sentence, behind count: Int) -> Int? {
    var fields = sentence.fields
    fields.skip(count)
    return fields.next().flatMap(address)
  }

  private static func address(of field: Field) -> Int? {
    Field(bytes: field.bytes.prefix { $0 != UInt8(ascii: "!") }).hexadecimal
  }

  private static func checksum(_ body: ArraySlice<UInt8>) -> [UInt8] {
    let sum = body.reduce(0, ^)
    let digits = Array("0123456789ABCDEF".utf8)
    return [ASCII.asterisk, digits[Int(sum >> 4)], digits[Int(sum & 15)]]
  }
}
