/// A page of the manual in the macros of man(7), plain ASCII.
package struct RoffText {
  /// The page's bytes. `date` is like `2026-07-04`, or empty; `version` like `barograph 1.0`.
  package static func of(_ page: ManualPage, version: String, date: String) -> String {
    let names = [page.name.uppercased(), String(page.number)].map(quoted).joined(separator: " ")
    var lines = [".TH \(names) \"\(date)\" \(quoted(version)) \"Barograph\""]
    for section in page.withName {
      lines.append(".SH " + quoted(section.title))
      var isFirst = true
      for block in section.blocks {
        lines += Self.lines(block, isFirst: isFirst)
        // A heading stands before its first paragraph as a section's title does.
        if case .heading = block { isFirst = true } else { isFirst = false }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(_ block: ManualPage.Block, isFirst: Bool) -> [String] {
    let gap = isFirst ? [] : [".PP"]
    switch block {
    case .paragraph(let text): return gap + paragraph(text)
    case .example(let lines):
      // Wide tables begin at the paragraph's own place.
      let isWide = lines.contains { $0.count > 66 }
      let text = [".nf"] + lines.map(line) + [".fi"]
      return gap + (isWide ? text : [".RS 4"] + text + [".RE"])
    case .usage(let command, let rest):
      return (isFirst ? [] : [".br"])
        + [bold(command) + (rest.isEmpty ? "" : " " + escaped(rest))]
    case .heading(let text): return [".SS " + quoted(text)]
    case .terms(let terms):
      return terms.flatMap { term in
        let value = term.value.isEmpty ? "" : " \\fI\(escaped(term.value))\\fR"
        return [".TP", bold(term.word) + value] + paragraph(term.text)
      }
    }
  }

  /// Lines of at most 78 characters; what is between backquotes is bold.
  private static func paragraph(_ text: String) -> [String] {
    var isBold = false
    return HelpText.wrap(text, width: 78).map { words in
      var line = isBold ? "\\fB" : ""
      for (index, part) in words.split(separator: "`", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 {
          isBold.toggle()
          line += isBold ? "\\fB" : "\\fR"
        }
        line += escaped(String(part))
      }
      return guarded(line + (isBold ? "\\fR" : ""))
    }
  }

  private static func line(_ text: String) -> String { guarded(escaped(text)) }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  /// A macro's argument.
  private static func quoted(_ text: String) -> String {
    "\""
      + escaped(text).split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\\(dq") + "\""
  }

  /// A line that begins like a request is none.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Every character as roff must be told it: a hyphen as the one that can be copied.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "`": "\\(ga"
      case " "..."~": String(scalar)
      case "\u{A0}"...: "\\[u\(hexadecimal(scalar.value))]"
      default: " "
      }
    }.joined()
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
