import FlightModel

/// `manual` and `completion`: a program tells of itself, from its own table of commands.
package struct SelfDescription: Sendable {
  /// The program whose commands these are.
  package var program: String
  /// For the foot of pages: `barograph 1.0`.
  package var version: String
  /// For the same place: `2026-07-04`, or empty.
  private let date: String
  package var pages: @Sendable () -> [ManualPage]
  /// What is completed: the program and those that come with it.
  package var programs: @Sendable () -> [ProgramSpec]
  /// The ids that `PROGRAM GROUP list` shows; none when they cannot be had at once.
  package var ids: @Sendable (_ group: String) -> [Completion.Candidate]
  package var write: @Sendable (String) throws(Failure) -> Void
  /// Makes a file with the folders above it.
  package var keep: @Sendable (_ path: String, _ text: String) throws(Failure) -> Void

  /// `epoch` is the value of SOURCE_DATE_EPOCH, so that two builds of one source are the same.
  package init(
    program: String, version: String, epoch: String?,
    pages: @escaping @Sendable () -> [ManualPage],
    programs: @escaping @Sendable () -> [ProgramSpec],
    ids: @escaping @Sendable (String) -> [Completion.Candidate] = { _ in [] },
    write: @escaping @Sendable (String) throws(Failure) -> Void,
    keep: @escaping @Sendable (String, String) throws(Failure) -> Void
  ) {
    self.program = program
    self.version = version
    date = Self.date(epoch)
    self.pages = pages
    self.programs = programs
    self.ids = ids
    self.write = write
    self.keep = keep
  }

  private static func date(_ epoch: String?) -> String {
    guard let seconds = epoch.flatMap({ Int64($0) }), (0..<253_402_300_800).contains(seconds)
    else { return "" }
    return String(UTCInstant(milliseconds: seconds * 1000).rfc3339.prefix(10))
  }

  package var manual: CommandSpec {
    CommandSpec(
      path: ["manual"], summary: "show a page of the manual", arguments: "[PAGE...]",
      argumentCount: 0...4,
      options: [
        OptionSpec("roff", nil, "print it as man(1) reads it"),
        OptionSpec("into", "DIRECTORY", "write every page below DIRECTORY: man1/, man5/, man8/"),
      ],
      details: """
        Shows the manual on a box without man(1). PAGE is a page's name, or a command;
        without one it is the program's own page.

        With --into, the packager's use, the date in the pages is that of
        SOURCE_DATE_EPOCH, and there is none without it.

        Exit codes: 0 shown, 66 there is no such page, 73 a page cannot be written.
        """
    ) { (invocation) throws(Failure) in
      if let folder = invocation["into"] {
        for page in pages() { try keep("\(folder)/\(page.path)", roff(page)) }
      } else {
        let page = try page(invocation.arguments)
        try write(invocation.has("roff") ? roff(page) : PlainText.of(page))
      }
      return 0
    }
  }

  private func roff(_ page: ManualPage) -> String {
    RoffText.of(page, version: version, date: date)
  }

  /// The page of a name, `barograph-flights`, or of a command, `flights list`.
  private func page(_ words: [String]) throws(Failure) -> ManualPage {
    let pages = pages()
    guard let word = words.first else { return pages[0] }
    let found = pages.first { [word, "\(program)-\(word)"].contains($0.name) }
    // A program whose commands are all on one page.
    let isOnWhole = programs()[0].words.contains(word)
    guard let page = found ?? (isOnWhole ? pages[0] : nil) else {
      throw Failure(
        .noInput, "no-page", "there is no page \"\(word)\"",
        hint: "there are: \(pages.map(\.name).joined(separator: ", "))")
    }
    return page
  }

  package var completion: CommandSpec {
    CommandSpec(
      path: ["completion"], summary: "print a script that completes commands in a shell",
      arguments: "SHELL [WORD...]", argumentCount: 1...200,
      choices: CompletionShell.allCases.map(\.rawValue),
      details: """
        SHELL is bash, zsh or fish. The package installs the scripts; by hand:

          source <(\(program) completion bash)
          source <(\(program) completion zsh)
          \(program) completion fish | source

        With WORDs, those of a line from the program's name to the one that is being
        typed, it prints what fits there, a line each. That is what the scripts ask:

          \(program) completion bash -- \(program) ""
        """
    ) { (invocation) throws(Failure) in
      guard let shell = CompletionShell(rawValue: invocation.arguments[0]) else {
        throw .usage(
          "no shell \"\(invocation.arguments[0])\" is known", hint: "bash, zsh or fish")
      }
      let typed = shell.words(Array(invocation.arguments.dropFirst()))
      try write(
        typed.isEmpty
          ? shell.script(asking: program, for: programs().map(\.name)) : answer(typed))
      return 0
    }
  }

  /// A line a word, a blank and what it is; `:files` and `:folders` where the shell knows better.
  private func answer(_ typed: [String]) -> String {
    let name = typed[0].split(separator: "/").last.map(String.init) ?? ""
    guard let spec = programs().first(where: { $0.name == name }) else { return "" }
    let current = typed.count > 1 ? typed[typed.count - 1] : ""
    return Completion(spec).answers(Array(typed.dropFirst())).map { answer in
      switch answer {
      case .files: ":files\n"
      case .folders: ":folders\n"
      case .words(let candidates): Self.lines(candidates)
      case .ids(let group): Self.lines(ids(group).filter { $0.word.hasPrefix(current) })
      }
    }.joined()
  }

  private static func lines(_ candidates: [Completion.Candidate]) -> String {
    candidates.map { candidate in
      "\(candidate.word) \(candidate.help.split(whereSeparator: \.isNewline).joined(separator: " "))\n"
    }.joined()
  }
}
