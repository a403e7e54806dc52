import Linux
import TestSupport

/// A command line of ours that a text tells people to type.
struct CommandMention: Hashable {
  var program: String
  /// The words before the first argument: command and subcommand, and what follows in a sentence.
  var words: [String]
  /// Without values: `--json`.
  var options: [String]

  /// All that a text names; without a command behind it a program's name is only a name.
  static func all(in text: Substring) -> [CommandMention] {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.indices.compactMap { index in
      program(words[index]).flatMap { CommandMention($0, words[(index + 1)...]) }
    }
  }

  /// Nil where what follows is no command and no option.
  private init?(_ program: String, _ following: ArraySlice<Substring>) {
    (self.program, words, options) = (program, [], [])
    var isBeforeArguments = true
    for word in following {
      var bare = word.prefix { !Self.ends.contains($0) }
      if bare.hasSuffix(".") { bare.removeLast() }
      if bare.hasPrefix("--") { options.append(String(bare.prefix { $0 != "=" })) }
      isBeforeArguments = isBeforeArguments && bare.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil
      if isBeforeArguments, words.count < 3 { words.append(String(bare)) }
      if bare.endIndex < word.endIndex { break }
    }
    // Users and packages have the same names, and sentences go on.
    guard let first = words.first ?? options.first, !Program.names.contains(first) else {
      return nil
    }
    if words.first.map({ Self.continuations.contains($0) }) ?? false { return nil }
    if program == "barographd", options.isEmpty { return nil }
  }

  /// What a command line ends with, in a sentence or a shell.
  private static let ends = Set("`\"'()[]|;,:&<>\\#…")
  /// Words behind a program's name in sentences about the program.
  private static let continuations: Set = ["anew", "to", "cannot"]

  private static func program(_ word: Substring) -> String? {
    let bare = word.drop { "`\"'($".contains($0) }
    let name = bare.hasPrefix("/usr/bin/") ? bare.dropFirst(9) : bare
    return Program.names.first { $0 == name }
  }
}

/// Texts that people read, and where they stand.
enum ReadTexts {
  /// The code of the documentation, and every line of the sources that is no comment.
  static func all() throws -> [(place: String, text: Substring)] {
    var texts: [(String, Substring)] = []
    let pages = try Files.names(in: "\(PackageFolder.root)/docs").filter { $0.hasSuffix(".md") }
    for page in pages.map({ "docs/\($0)" }) + ["README.md"] {
      texts += try code(in: read(page)).map { (page, $0) }
    }
    for file in try swiftFiles(in: "Sources") {
      let lines = try read(file).split(separator: "\n")
      texts += lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.map { (file, $0) }
    }
    return texts
  }

  /// Lines of code blocks, and what stands between backticks elsewhere, over line ends too.
  private static func code(in page: String) -> [Substring] {
    let parts = page.split(separator: "```", omittingEmptySubsequences: false)
    return parts.enumerated().flatMap { index, part in
      if index % 2 == 1 { return part.split(separator: "\n") }
      return part.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map(\.element)
    }
  }

  private static func swiftFiles(in folder: String) throws -> [String] {
    try Files.names(in: "\(PackageFolder.root)/\(folder)").flatMap { name in
      if name.hasSuffix(".swift") { return ["\(folder)/\(name)"] }
      return name.contains(".") ? [] : try swiftFiles(in: "\(folder)/\(name)")
    }
  }

  private static func read(_ file: String) throws -> String {
    let bytes = try Files.read("\(PackageFolder.root)/\(file)", limit: 1 << 20)
    return String(decoding: bytes, as: UTF8.self)
  }
}
