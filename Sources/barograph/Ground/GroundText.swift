import Bytes
import FLARM

extension CommandOutcome {
  /// One line, `KEY  value`.
  func line(width: Int) -> String {
    if result == .value("") { return "\(subject)\n" }
    let key = subject + String(repeating: " ", count: max(0, width - subject.count))
    let lines: [String] =
      switch result {
      case .value(let value):
        value.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      case .refused(let words): ["refused: \(sent) was answered with \(words)"]
      case .different(let value): ["sent \(sent), but it holds \"\(value)\""]
      case .silent: ["no answer to \(sent)"]
      }
    let indent = String(repeating: " ", count: width + 2)
    return "\(key)  \(lines.joined(separator: "\n\(indent)"))\n"
  }
}

extension [CommandOutcome] {
  /// A table of what was answered.
  var text: String {
    let width = map(\.subject.count).max() ?? 0
    return map { $0.line(width: width) }.joined()
  }
}

extension LoggerFlight {
  /// Cells of the list.
  var row: [String] {
    [
      String(record), day ?? "-", startSecond.map(Self.clock) ?? "-",
      durationSeconds.map { "\($0 / 3600):\(String($0 / 60 % 60, width: 2))" } ?? "-", fileName,
      pilot,
    ]
  }

  static func clock(_ second: Int) -> String {
    [second / 3600, second / 60 % 60, second % 60].map { String($0, width: 2) }
      .joined(separator: ":")
  }
}
