/// The pages of the manual on a program, made from its table of commands.
package struct ProgramManual: Sendable {
  private typealias Section = ManualPage.Section
  private typealias Term = ManualPage.Term

  package let program: ProgramSpec

  package init(_ program: ProgramSpec) { self.program = program }

  /// The program's own page, then one for each first word of its commands.
  package var pages: [ManualPage] { [overview] + program.words.map(page) }

  /// A page that tells of every command itself, for a program with few.
  package var wholePage: ManualPage {
    ManualPage(
      name: program.name, number: program.section, summary: program.title,
      sections: [
        Section("SYNOPSIS", usage(program.commands)), description,
        Section("COMMANDS", program.commands.flatMap { told($0, without: []) }),
        Section("OPTIONS", options(program.options + [.version])),
      ] + ending)
  }

  private var overview: ManualPage {
    ManualPage(
      name: program.name, number: program.section, summary: program.title,
      sections: [
        Section("SYNOPSIS", [.usage("\(program.name)", rest: "COMMAND [options] [arguments]")]),
        description, Section("COMMANDS", [.terms(program.words.map(entry))]),
        Section("OPTIONS", options([.version])),
      ] + ending)
  }

  /// Of the commands that begin with a word.
  private func page(_ word: String) -> ManualPage {
    let commands = program.group(word)
    let isOne = commands.count == 1 && commands[0].path.count == 1
    let shared = isOne ? [] : shared(by: commands)
    let body =
      isOne
      ? [
        Section("DESCRIPTION", details(commands[0])),
        Section("OPTIONS", options(commands[0].options)),
        Section("EXIT STATUS", exits(commands[0])),
      ]
      : [
        Section("COMMANDS", commands.flatMap { told($0, without: shared) }),
        Section("OPTIONS OF EACH", options(shared)),
      ]
    return ManualPage(
      name: "\(program.name)-\(word)", number: program.section, summary: program.about(word),
      sections: [Section("SYNOPSIS", usage(commands))] + body
        + [seeAlso(["\(program.name)(\(program.section))"] + program.seeAlso)])
  }

  private var description: ManualPage.Section {
    Section("DESCRIPTION", ManualPage.Block.blocks(program.details))
  }

  private var ending: [ManualPage.Section] {
    [
      Section("ENVIRONMENT", terms(program.environment)), Section("FILES", terms(program.files)),
      seeAlso(program.seeAlso),
    ]
  }

  private func entry(_ word: String) -> ManualPage.Term {
    let verbs = program.group(word).filter { $0.path.count > 1 }.map {
      $0.path.dropFirst().joined(separator: " ")
    }
    let text = program.about(word) + (verbs.isEmpty ? "" : ": \(verbs.joined(separator: ", "))")
    return Term(word, "\(text). See \(program.name)-\(word)(\(program.section)).")
  }

  private func usage(_ commands: [CommandSpec]) -> [ManualPage.Block] {
    if commands.isEmpty { return [.usage(program.name, rest: "[options]")] }
    return commands.map(call)
  }

  private func call(_ command: CommandSpec) -> ManualPage.Block {
    let arguments = command.arguments.isEmpty ? "" : " \(command.arguments)"
    return .usage("\(program.name) \(command.name)", rest: "[options]\(arguments)")
  }

  /// A command among others: heading, text, options that the others do not have.
  private func told(_ command: CommandSpec, without shared: [OptionSpec]) -> [ManualPage.Block] {
    let arguments = command.arguments.isEmpty ? "" : " \(command.arguments)"
    let own = command.options.filter { !shared.contains($0) }
    return [.heading("\(program.name) \(command.name)\(arguments)")]
      + [.paragraph(Self.sentence(command.summary))]
      + ManualPage.Block.blocks(command.details) + (own.isEmpty ? [] : [.terms(own.map(term))])
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private func shared(by commands: [CommandSpec]) -> [OptionSpec] {
    guard commands.count > 1 else { return [] }
    return commands[0].options.filter { option in
      commands.allSatisfy { $0.options.contains(option) }
    }
  }

  private func details(_ command: CommandSpec) -> [ManualPage.Block] {
    ManualPage.Block.blocks(command.details).filter { !Self.isExitCodes($0) }
  }

  private func exits(_ command: CommandSpec) -> [ManualPage.Block] {
    ManualPage.Block.blocks(command.details).filter(Self.isExitCodes)
  }

  private static func isExitCodes(_ block: ManualPage.Block) -> Bool {
    guard case .paragraph(let text) = block else { return false }
    return text.hasPrefix("Exit codes")
  }

  private func options(_ options: [OptionSpec]) -> [ManualPage.Block] {
    [.terms((options + [.help]).map(term))]
  }

  private func term(_ option: OptionSpec) -> ManualPage.Term {
    Term("--\(option.name)", value: option.value ?? "", option.help)
  }

  private func terms(_ pairs: [(name: String, text: String)]) -> [ManualPage.Block] {
    pairs.isEmpty ? [] : [.terms(pairs.map { Term($0.name, $0.text) })]
  }

  private func seeAlso(_ pages: [String]) -> ManualPage.Section {
    Section("SEE ALSO", pages.isEmpty ? [] : [.paragraph(pages.joined(separator: ", "))])
  }
}
