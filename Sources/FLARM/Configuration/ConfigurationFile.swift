import Bytes
import NMEA

/// `flarmcfg.txt` in the root of a FLARM's card: one `$PFLAC,S,KEY,VALUE` a line, ASCII, CR LF.
package enum ConfigurationFile {
  package static let name = "flarmcfg.txt"
  package static let sizeLimit = 65_536
  package static let lineLimit = 500

  /// A line that is not taken, with why.
  package struct Refusal: Error, Equatable, Sendable {
    /// From 1.
    package let line: Int
    package let text: String
    package let reason: String
  }

  /// What a file holds for us.
  package struct Content: Equatable, Sendable {
    package var settings: [SettingValue] = []
    package var refusals: [Refusal] = []

    package init() {}
  }

  /// The file's bytes.
  package static func write(_ settings: [SettingValue]) -> [UInt8] {
    settings.flatMap {
      Array("$".utf8) + Array(GroundCommand.write($0).body.utf8)
        + [ASCII.carriageReturn, ASCII.lineFeed]
    }
  }

  /// Reads a file: blank lines and comments (`#` or `//`) are passed over; a checksum is tolerated and
  /// must then be right. Every other line that is no setting we send is refused and named.
  package static func read(_ bytes: [UInt8]) -> Content {
    var content = Content()
    guard bytes.count <= sizeLimit else {
      content.refusals.append(
        Refusal(line: 1, text: "", reason: "the file is longer than \(sizeLimit) bytes"))
      return content
    }
    let lines = bytes.split(omittingEmptySubsequences: false) { $0 == ASCII.lineFeed }
    for (index, line) in lines.enumerated().prefix(lineLimit) {
      let text = String(decoding: line.filter { $0 != ASCII.carriageReturn }, as: UTF8.self)
      do throws(Problem) {
        if let value = try setting(text) { content.settings.append(value) }
      } catch {
        content.refusals.append(
          Refusal(line: index + 1, text: String(text.prefix(100)), reason: error.reason))
      }
    }
    return content
  }

  private struct Problem: Error { let reason: String }

  /// Nil for a line that says nothing.
  private static func setting(_ line: String) throws(Problem) -> SettingValue? {
    let text = line.drop { $0 == " " || $0 == "\t" }
    if text.isEmpty || text.hasPrefix("#") || text.hasPrefix("//") { return nil }
    let body = try unframed(String(text))
    let fields = body.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
    guard fields.count == 4, fields[0] == "PFLAC", fields[1] == "S" else {
      throw Problem(reason: "this is no $PFLAC,S,KEY,VALUE")
    }
    guard let key = SettingKey(rawValue: String(fields[2])) else {
      throw Problem(reason: "\(fields[2].prefix(20)) is never sent")
    }
    do throws(SettingError) {
      return try SettingValue(key, String(fields[3]))
    } catch {
      throw Problem(reason: error.words)
    }
  }

  /// The text between `$` and a checksum that may be missing.
  private static func unframed(_ text: String) throws(Problem) -> String {
    guard text.hasPrefix("$") else { throw Problem(reason: "the line does not begin with $") }
    guard text.contains("*") else { return String(text.dropFirst()) }
    guard let sentence = try? Sentence(checking: Array(text.utf8)[...]) else {
      throw Problem(reason: "the checksum is wrong")
    }
    return String(decoding: sentence.line.dropFirst().dropLast(3), as: UTF8.self)
  }
}
