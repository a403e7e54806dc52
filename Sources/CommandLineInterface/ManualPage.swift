/// A page of the manual as a value: ``RoffText`` sets it for man(1), ``PlainText`` for a terminal.
///
/// In its texts `` `a word` `` is one to be typed as it stands.
package struct ManualPage: Equatable, Sendable {
  /// A part of a section.
  package enum Block: Equatable, Sendable {
    case paragraph(String)
    /// Lines that stay as they are.
    case example([String])
    /// How a command is called: what is typed, and what stands for something else.
    case usage(String, rest: String)
    case heading(String)
    case terms([Term])
  }

  /// A word with its explanation.
  package struct Term: Equatable, Sendable {
    package var word: String
    /// What stands behind the word for a value: the N of `--limit N`.
    package var value: String
    package var text: String

    package init(_ word: String, value: String = "", _ text: String) {
      self.word = word
      self.value = value
      self.text = text
    }
  }

  /// A titled part of the page.
  package struct Section: Equatable, Sendable {
    package var title: String
    package var blocks: [Block]

    package init(_ title: String, _ blocks: [Block]) {
      self.title = title
      self.blocks = blocks
    }
  }

  package var name: String
  /// Of the manual: 1, 5 or 8.
  package var number: Int
  package var summary: String
  package var sections: [Section]

  /// Sections without a block are left out.
  package init(name: String, number: Int, summary: String, sections: [Section]) {
    self.name = name
    self.number = number
    self.summary = summary
    self.sections = sections.filter { !$0.blocks.isEmpty }
  }

  /// Where the page lies below a folder of manuals: `man1/barograph.1`.
  package var path: String { "man\(number)/\(name).\(number)" }
  /// As other pages name it: `barograph(1)`.
  package var reference: String { "\(name)(\(number))" }

  /// The sections with the name before them, as each page begins.
  package var withName: [Section] {
    [Section("NAME", [.paragraph("\(name) - \(summary)")])] + sections
  }
}

extension ManualPage.Block {
  /// A text of paragraphs with empty lines between; one whose lines are indented, or have columns,
  /// stays as it is.
  package static func blocks(_ text: String) -> [Self] {
    var paragraphs: [[Substring]] = [[]]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 == " " }) {
        paragraphs.append([])
      } else {
        paragraphs[paragraphs.count - 1].append(line)
      }
    }
    return paragraphs.filter { !$0.isEmpty }.map { lines in
      if lines.allSatisfy({ $0.hasPrefix("  ") }) {
        return .example(lines.map { String($0.dropFirst(2)) })
      }
      let isTable = lines.allSatisfy { hasColumns($0) }
      return isTable ? .example(lines.map(String.init)) : .paragraph(lines.joined(separator: " "))
    }
  }

  /// Whether there are two blanks and more between words.
  private static func hasColumns(_ line: Substring) -> Bool {
    var blanks = 0
    for character in line.drop(while: { $0 == " " }) {
      if character != " " && blanks > 1 { return true }
      blanks = character == " " ? blanks + 1 : 0
    }
    return false
  }
}
