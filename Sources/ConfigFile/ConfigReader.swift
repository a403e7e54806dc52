/// Reads the lines of one file into sections and goes on after each problem.
struct ConfigReader {
  private let file: String
  private(set) var sections: [ConfigSection] = []
  private(set) var problems: [ConfigProblem] = []
  private var line = 0
  /// Key to line, of the section being read.
  private var seen: [String: Int] = [:]
  /// The header of the section being read could not be understood: its entries are passed over.
  private var isLost = false

  init(file: String) { self.file = file }

  private var here: ConfigLocation { ConfigLocation(file: file, line: line) }

  mutating func read(_ bytes: some Collection<UInt8>) {
    guard bytes.count <= ConfigDocument.maximumFile else {
      line = 1
      return report("file is longer than \(ConfigDocument.maximumFile) bytes; is it the right one?")
    }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = Array(isMarked ? bytes.dropFirst(3) : bytes.dropFirst(0))
    for content in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      line += 1
      read(line: content.last == 0x0D ? content.dropLast() : content)
    }
  }

  private mutating func read(line bytes: ArraySlice<UInt8>) {
    let content = bytes.trimmed
    guard let first = content.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";")
    else { return checkComment(content) }
    guard content.count <= ConfigDocument.maximumLine else {
      return report("line is longer than \(ConfigDocument.maximumLine) bytes")
    }
    guard let text = String(validating: content, as: UTF8.self) else {
      return report("not UTF-8 text; save the file as UTF-8")
    }
    guard !content.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
      return report("line contains a control character")
    }
    if first == UInt8(ascii: "[") { header(text) } else { entry(content) }
  }

  /// A comment may say anything that is text.
  private mutating func checkComment(_ content: ArraySlice<UInt8>) {
    if String(validating: content, as: UTF8.self) == nil {
      report("not UTF-8 text; save the file as UTF-8")
    }
  }

  private mutating func header(_ text: String) {
    seen = [:]
    isLost = true
    guard text.utf8.last == UInt8(ascii: "]") else {
      return report("section line does not end with ']'; comments need a line of their own")
    }
    let name = Array(text.utf8.dropFirst().dropLast())[...].trimmed
    guard !name.isEmpty, name.allSatisfy(isNameByte) else {
      return report("'\(text)' names no section; a name has letters, digits and '-'")
    }
    isLost = false
    sections.append(
      ConfigSection(name: String(decoding: name, as: UTF8.self), location: here))
  }

  private mutating func entry(_ content: ArraySlice<UInt8>) {
    guard let equals = content.firstIndex(of: UInt8(ascii: "=")) else {
      return report("neither a [section] nor 'key = value' nor a comment")
    }
    let name = content[..<equals].trimmed
    let key = String(decoding: name, as: UTF8.self)
    guard !name.isEmpty, name.allSatisfy(isNameByte) else {
      return report("'\(key)' is no key; a key has letters, digits and '-'")
    }
    guard let value = unquoted(content[content.index(after: equals)...].trimmed) else { return }
    add(ConfigEntry(key: key, value: value, location: here))
  }

  private mutating func add(_ entry: ConfigEntry) {
    if isLost { return }
    guard !sections.isEmpty else {
      return report("key '\(entry.key)' stands before the first [section]")
    }
    if let earlier = seen[entry.key] {
      return report("key '\(entry.key)' was already given in line \(earlier) of this section")
    }
    seen[entry.key] = line
    sections[sections.count - 1].entries.append(entry)
  }

  /// The value of a text that may stand in quotes; nil after a problem was reported.
  private mutating func unquoted(_ text: ArraySlice<UInt8>) -> String? {
    let quote = UInt8(ascii: "\"")
    guard text.first == quote else { return String(decoding: text, as: UTF8.self) }
    var value: [UInt8] = []
    var rest = text.dropFirst()
    while let byte = rest.popFirst() {
      if byte == quote {
        if rest.isEmpty { return String(decoding: value, as: UTF8.self) }
        report("text after the closing quote; write \\\" for a quote inside a quoted value")
        return nil
      }
      guard byte == UInt8(ascii: "\\") else {
        value.append(byte)
        continue
      }
      guard let escaped = rest.popFirst(), escaped == quote || escaped == byte else {
        report("a backslash in a quoted value stands before \\ or \" only; write it twice")
        return nil
      }
      value.append(escaped)
    }
    report("the quote of this value is never closed")
    return nil
  }

  private mutating func report(_ message: String) {
    if problems.count < ConfigDocument.maximumProblems {
      problems.append(ConfigProblem(here, message))
    } else if problems.count == ConfigDocument.maximumProblems {
      problems.append(ConfigProblem(here, "more problems follow and are not shown"))
    }
  }
}

private func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
    true
  default: false
  }
}

extension ArraySlice<UInt8> {
  /// Without blanks and tabs at both ends.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    guard let start = firstIndex(where: { !isBlank($0) }),
      let end = lastIndex(where: { !isBlank($0) })
    else { return self[endIndex...] }
    return self[start...end]
  }
}
