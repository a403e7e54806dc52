/// A page of the manual for a terminal of 80 columns, for boxes that have no man(1).
package struct PlainText {
  package static func of(_ page: ManualPage) -> String {
    page.withName.map { section in
      var lines = [section.title] + section.blocks.flatMap(Self.lines)
      while lines.last == "" { lines.removeLast() }
      return lines.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  private static func lines(_ block: ManualPage.Block) -> [String] {
    switch block {
    case .paragraph(let text): wrapped(text, indent: 4) + [""]
    case .example(let lines): indented(lines) + [""]
    case .usage(let command, let rest): wrapped("\(command) \(rest)", indent: 4)
    case .heading(let text): ["  " + text]
    case .terms(let terms):
      terms.flatMap { term in
        wrapped("\(term.word) \(term.value)", indent: 4) + wrapped(term.text, indent: 10)
      } + [""]
    }
  }

  /// As far to the right as they fit, at most eight columns.
  private static func indented(_ lines: [String]) -> [String] {
    let room = 80 - (lines.map(\.count).max() ?? 0)
    return lines.map { String(repeating: " ", count: max(0, min(8, room))) + $0 }
  }

  private static func wrapped(_ text: String, indent: Int) -> [String] {
    HelpText.wrap(text.filter { $0 != "`" }, width: 78 - indent).map {
      String(repeating: " ", count: indent) + $0
    }
  }
}
