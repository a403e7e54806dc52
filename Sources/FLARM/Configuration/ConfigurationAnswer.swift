package import NMEA

/// What a FLARM says to a command.
package enum ConfigurationAnswer: Equatable, Sendable {
  /// `PFLAC,A,KEY,value`; a task's end has no value.
  case value(key: String, value: String)
  /// `PFLAC,A,ERROR`, with what may stand behind it.
  case refusal(String)
  /// `PFLAV,A,hardware,software,obstacles`.
  case version(String)
  /// `PFLAE,A,severity,code,text`; nil ends the list.
  case error(ErrorReport?)
  /// `PFLAQ,operation,info,percent`.
  case progress(operation: String, info: String, percent: Int)

  /// Nil for a sentence that answers nothing.
  package init?(_ sentence: Sentence) {
    let fields = sentence.fields.prefix(40).map { $0.bytes }
    let texts = fields.map { String(decoding: $0, as: UTF8.self) }
    if sentence.hasAddress("PFLAQ"), texts.count >= 2 {
      self = Self.progress(texts)
      return
    }
    guard texts.first == "A", texts.count >= 2 || sentence.hasAddress("PFLAE") else { return nil }
    if texts.count > 1, texts[1] == "ERROR", !sentence.hasAddress("PFLAE") {
      self = .refusal(texts.dropFirst().joined(separator: ","))
    } else if sentence.hasAddress("PFLAC") {
      self = .value(key: texts[1], value: texts.dropFirst(2).joined(separator: ","))
    } else if sentence.hasAddress("PFLAV") {
      self = .version(texts.dropFirst().filter { !$0.isEmpty }.joined(separator: " "))
    } else if sentence.hasAddress("PFLAI") {
      self = .value(key: texts[1], value: texts.dropFirst(2).joined(separator: ","))
    } else if sentence.hasAddress("PFLAE") {
      self = .error(ErrorReport(texts))
    } else {
      return nil
    }
  }

  /// Some devices leave the information out.
  private static func progress(_ texts: [String]) -> Self {
    .progress(
      operation: texts[0], info: texts.count > 2 ? texts[1] : "",
      percent: texts.last.flatMap { Int($0) }.map { min(100, max(0, $0)) } ?? 0)
  }
}

/// A fault that a FLARM reports of itself (`PFLAE`).
package struct ErrorReport: Equatable, Sendable {
  /// 0 none, 1 information, 2 reduced function, 3 useless.
  package let severity: Int
  package let code: String
  package let text: String

  /// Nil for the bare sentence that ends the list, and for severity 0.
  init?(_ fields: [String]) {
    guard fields.count >= 3, let severity = Int(fields[1]), severity > 0 else { return nil }
    self.severity = severity
    code = fields[2]
    text = fields.dropFirst(3).joined(separator: ",")
  }

  /// For the person: the device's own text, else ours.
  package var words: String { "\(code) \(text.isEmpty ? Self.meaning[code] ?? "" : text)" }

  private static let meaning = [
    "11": "firmware expired", "21": "power", "31": "GPS", "32": "GPS", "33": "GPS",
    "61": "flash memory", "71": "pressure sensor", "91": "recorder", "93": "engine noise sensor",
    "A1": "configuration", "B2": "licence",
  ]
}
