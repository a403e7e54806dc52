import CommandLineInterface
import ControlAPI
import FlightModel
import JSON
import SyncContract

/// `list`, `add`, `set` and `delete` of one table.
struct RowCommands: Sendable {
  let group: RowGroup

  var specs: [CommandSpec] {
    RowGroup.Verb.allCases.filter(group.verbs.contains).map {
      switch $0 {
      case .list: list
      case .add: add
      case .set: set
      case .delete: delete
      }
    }
  }

  private var list: CommandSpec {
    CommandSpec(
      path: [group.word, "list"], summary: "list every \(group.noun)", options: [.json, .socket],
      details: (group.verbs.contains(.add) ? "" : group.details + "\n\n")
        + "Prints a line each. The start of an id, or the name, is enough for the others."
    ) { [group] (invocation) throws(Failure) in
      let json = try DaemonConnection(invocation).call(.rows(group.table))
      if invocation.has("json") {
        try invocation.output.write(json)
      } else {
        try invocation.output.write(
          Self.table(
            try Self.rows(json, group, invocation), group, ReadingUnits(of: invocation)))
      }
      return 0
    }
  }

  private var add: CommandSpec {
    let given = group.arguments.map(\.spec.name)
    return CommandSpec(
      path: [group.word, "add"], summary: "make \(group.one)",
      arguments: group.arguments.compactMap(\.spec.value).joined(separator: " "),
      argumentCount: group.arguments.count...group.arguments.count,
      options: group.options.map(\.spec).filter { !given.contains($0.name) } + [.json, .socket],
      details: group.details + "\n\nPrints the id of what was made."
    ) { [group] (invocation) throws(Failure) in
      var fields = group.defaults
      fields.merge(try Self.fields(of: invocation, group.options)) { _, new in new }
      for (option, text) in zip(group.arguments, invocation.arguments) {
        fields.merge(try Self.read(text, as: option)) { _, new in new }
      }
      return try Self.change(fields, group, invocation)
    }
  }

  private var set: CommandSpec {
    CommandSpec(
      path: [group.word, "set"], summary: "change \(group.one)", arguments: "ID",
      argumentCount: 1...1, options: group.options.map(\.spec) + [.json, .socket],
      details: """
        ID is an id, its first characters, or a name, as long as it fits one. What is
        not given stays as it is.

        Exit codes: 0 changed, 66 there is no such \(group.noun), or several.
        """
    ) { [group] (invocation) throws(Failure) in
      var fields = try Self.fields(of: invocation, group.options)
      guard !fields.isEmpty else {
        throw .usage("say what to change", hint: "try: barograph \(group.word) set --help")
      }
      let row = try Self.row(invocation.arguments[0], group, invocation)
      for name in group.table.naturalKey { fields[name] = row[name] }
      return try Self.change(fields, group, invocation)
    }
  }

  private var delete: CommandSpec {
    CommandSpec(
      path: [group.word, "delete"], summary: "delete \(group.one)", arguments: "ID",
      argumentCount: 1...1, options: [.json, .socket],
      details: """
        Deletes it here, and on the server with the next upload. ID is an id, its first
        characters, or a name, as long as it fits one.

        Exit codes: 0 deleted, 66 there is no such \(group.noun), or several.
        """
    ) { [group] (invocation) throws(Failure) in
      let row = try Self.row(invocation.arguments[0], group, invocation)
      var body = JSONObject()
      for name in group.table.naturalKey { body[name] = JSONValue(row[name]?.text) }
      let json = try DaemonConnection(invocation)
        .call(.deleteRow(group.target), body: .object(body))
      try invocation.has("json")
        ? invocation.output.write(json)
        : invocation.output.write("Deleted \(group.noun) \(Self.title(row)).\n")
      return 0
    }
  }
}

extension RowCommands {
  /// What the options of a call say.
  static func fields(
    of invocation: Invocation, _ options: [RowOption]
  ) throws(Failure) -> [String: ContractValue] {
    var fields: [String: ContractValue] = [:]
    for option in options {
      guard let text = invocation[option.spec.name] else { continue }
      fields.merge(try read(text, as: option)) { _, new in new }
    }
    return fields
  }

  private static func read(
    _ text: String, as option: RowOption
  ) throws(Failure) -> [String: ContractValue] {
    guard let fields = option.fields(text) else {
      throw .usage(
        "\"\(text)\" is not \(option.expected)",
        hint: "\(option.spec.name) is \(option.spec.help)")
    }
    return fields
  }

  private static func change(
    _ fields: [String: ContractValue], _ group: RowGroup, _ invocation: Invocation
  ) throws(Failure) -> Int32 {
    var fields = fields
    if let word = fields["boardId"]?.text {
      fields["boardId"] = try row(word, .boards, invocation)["id"]
    }
    var body = JSONObject()
    for name in fields.keys.sorted() { body[name] = JSONValue(fields[name] ?? .null) }
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.changeRow(group.table), body: .object(body))
    let row = try daemon.read(json) { (json) throws(DocumentError) in
      try RowDocument.row(json, of: group.table)
    }
    try invocation.has("json")
      ? invocation.output.write(json)
      : invocation.output.write((row["id"]?.text ?? title(row)) + "\n")
    return 0
  }

  /// The one row that a person means.
  static func row(
    _ word: String, _ group: RowGroup, _ invocation: Invocation
  ) throws(Failure) -> ContractRow {
    let rows = try rows(
      try DaemonConnection(invocation).call(.rows(group.table)), group, invocation
    ).filter { $0["deletedAt"]?.integer == nil }
    let id = group.table == .homebases ? word.lowercased() : word
    let exact = rows.filter { $0["id"]?.text == id }
    let named = rows.filter { ($0["name"] ?? $0["filename"])?.text == word }
    let begun = rows.filter { $0["id"]?.text?.hasPrefix(word) ?? false }
    let found = [exact, named, begun].first { !$0.isEmpty } ?? []
    guard let row = found.first, !word.isEmpty else {
      throw Failure(
        .noInput, "not-found", "there is no \(group.noun) \"\(word)\"",
        hint: "barograph \(group.word) list shows them")
    }
    guard found.count == 1 else {
      throw Failure(
        .noInput, "ambiguous-id", "several fit \"\(word)\"", hint: "give the whole id")
    }
    return row
  }

  private static func rows(
    _ json: JSONValue, _ group: RowGroup, _ invocation: Invocation
  ) throws(Failure) -> [ContractRow] {
    try DaemonConnection(invocation).read(json) { (json) throws(DocumentError) in
      try RowDocument.rows(json, of: group.table)
    }
  }

  private static func title(_ row: ContractRow) -> String {
    row["name"]?.text ?? row["id"]?.text ?? row["key"]?.text ?? ""
  }

  private static func table(
    _ rows: [ContractRow], _ group: RowGroup, _ units: ReadingUnits
  ) -> String {
    if rows.isEmpty { return "No \(group.noun) yet.\n" }
    return TextTable(
      headings: group.columns.map(\.heading),
      rows: rows.map { row in group.columns.map { $0.text(row, units) } }
    ).text
  }
}

/// Columns as wide as they need to be.
struct TextTable {
  var headings: [String]
  var rows: [[String]]
  /// Headings of columns that end at the same place, as numbers do.
  var numbers: Set<String> = []

  /// Without columns in which no row says anything.
  var withoutEmptyColumns: TextTable {
    let kept = headings.indices.filter { column in
      rows.contains { !["", "-"].contains($0[column]) }
    }
    return TextTable(
      headings: kept.map { headings[$0] }, rows: rows.map { row in kept.map { row[$0] } },
      numbers: numbers)
  }

  var text: String {
    let all = [headings] + rows
    let widths = headings.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      let cells = row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return numbers.contains(headings[column]) ? space + row[column] : row[column] + space
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
