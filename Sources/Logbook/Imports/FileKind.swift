import Bytes
import FlightModel
import RideLogs

/// What a file is, by its first bytes and, where those leave it open, by its name.
package enum FileKind: String, Equatable, Sendable, CaseIterable {
  case flight
  /// SeeYou's waypoints, tasks or both.
  case cup
  /// A list of airfields as OurAirports has it.
  case ourAirports = "ourairports"
  /// Airspace as OpenAir has it.
  case openAir = "openair"
  /// A task of XCSoar.
  case xcsoarTask = "tsk"
  case zip
  case gzip
  /// A log of another program for `barograph rides import`.
  case rideLog = "ride-log"
  case unknown

  /// Bytes from the beginning of a file that the kind is found by.
  package static let headBytes = 65_536

  /// The kind of a file that begins with `head` and is called `name`.
  package init(head: some Collection<UInt8>, name: String) {
    let head = Array(head.prefix(Self.headBytes))
    let type = Self.type(of: name)
    if let packed = Self.packed(head) {
      self = packed
    } else if type == "igc" || TextHead.holdsFix(head) {
      self = .flight
    } else if TextHead.isText(head) {
      self = Self.text(head, name, type)
    } else {
      self = .unknown
    }
  }

  /// The letters behind a name's last dot, in lower case.
  package static func type(of name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts[parts.count - 1].lowercased() : ""
  }

  private static func packed(_ head: [UInt8]) -> FileKind? {
    if head.starts(with: [0x1F, 0x8B]) { return .gzip }
    // A local header, or the end of an archive without any.
    let isZIP =
      head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
    return isZIP ? .zip : nil
  }

  private static func text(_ head: [UInt8], _ name: String, _ type: String) -> FileKind {
    let first = TextHead.firstLine(head)
    let columns = first.split(separator: UInt8(ascii: ",")).map { column in
      String(decoding: column.filter { $0 != UInt8(ascii: "\"") && $0 != 0x20 }, as: UTF8.self)
        .lowercased()
    }
    if columns.contains("ident") && columns.contains("latitude_deg") { return .ourAirports }
    let isCUP = columns.contains("lat") && columns.contains("lon") && columns.contains("name")
    if isCUP || type == "cup" { return .cup }
    if type == "tsk" || TextHead.contains(head, "<Task ") { return .xcsoarTask }
    if TextHead.holdsAirspace(head) || type == "openair" { return .openAir }
    return isRideLog(head, name) ? .rideLog : .unknown
  }

  /// Whether the reader of ride logs finds a row in the beginning.
  private static func isRideLog(_ head: [UInt8], _ name: String) -> Bool {
    var reader = RideLogReader(
      RideLogFacts(name: name, startedAt: .init(milliseconds: 0), utcOffsetMinutes: 0))
    do { try reader.feed(head) { _ in } } catch { return false }
    return reader.tally.rows > 0
  }
}

/// The beginning of a text, looked at line by line.
private enum TextHead {
  /// No NUL, and hardly a control that texts do not have.
  static func isText(_ head: [UInt8]) -> Bool {
    !head.isEmpty && !head.contains { $0 < 0x20 && ![9, 10, 13, 0x1A, 0x0C].contains($0) }
  }

  static func firstLine(_ head: [UInt8]) -> ArraySlice<UInt8> {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head[3...] : head[...]
    return text.drop { $0 == 10 || $0 == 13 || $0 == 0x20 }.prefix { $0 != 10 && $0 != 13 }
  }

  /// Whether a line is a B record of an IGC file: time, latitude, longitude, validity.
  static func holdsFix(_ head: [UInt8]) -> Bool {
    lines(head).contains { line in
      line.count >= 35 && line.first == UInt8(ascii: "B")
        && line.dropFirst().prefix(13).allSatisfy(ASCII.isDigit)
        && "NS".utf8.contains(line[line.startIndex + 14])
        && "EW".utf8.contains(line[line.startIndex + 23])
        && "AV".utf8.contains(line[line.startIndex + 24])
    }
  }

  /// Whether there is a class, a name and a border of an airspace.
  static func holdsAirspace(_ head: [UInt8]) -> Bool {
    var found: Set<String> = []
    for line in lines(head) where line.count > 3 && line[line.startIndex + 2] == 0x20 {
      found.insert(String(decoding: line.prefix(2), as: UTF8.self).uppercased())
    }
    let hasBorder = !found.isDisjoint(with: ["DP", "DC", "DA", "DB"])
    return found.contains("AC") && hasBorder
  }

  static func contains(_ head: [UInt8], _ word: StaticString) -> Bool {
    let word = Array(word.description.utf8)
    return head.indices.contains { head[$0] == word[0] && head[$0...].starts(with: word) }
  }

  private static func lines(_ head: [UInt8]) -> [ArraySlice<UInt8>] {
    head.split { $0 == 10 || $0 == 13 }
  }
}
