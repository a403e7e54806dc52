import CommandLineInterface
import ControlAPI
import JSON
import SyncContract

/// `barograph settings`: of this account, or of one board.
enum SettingsCommand {
  private static let board = OptionSpec("board", "BOARD", "a setting of this board")

  static let list = CommandSpec(
    path: ["settings", "list"], summary: "list the settings that were changed",
    options: [board, .json, .socket],
    details: "Settings that are not listed have their default."
  ) { (invocation) throws(Failure) in
    let table = SettingsCommand.table(invocation)
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.rows(table))
    var rows = try daemon.read(json) { (json) throws(DocumentError) in
      try RowDocument.rows(json, of: table)
    }
    if let board = try boardID(invocation) { rows = rows.filter { $0["boardId"]?.text == board } }
    if invocation.has("json") {
      try invocation.output.write(RowDocument.json(rows))
    } else if rows.isEmpty {
      try invocation.output.write("Everything is as it came.\n")
    } else {
      let cells = rows.map { [$0["key"]?.text ?? "", $0["valueJson"]?.text ?? ""] }
      try invocation.output.write(TextTable(headings: ["KEY", "VALUE"], rows: cells).text)
    }
    return 0
  }

  static let set = CommandSpec(
    path: ["settings", "set"], summary: "change a setting", arguments: "KEY VALUE",
    argumentCount: 2...2, options: [board, .json, .socket],
    details: """
      VALUE is yes, no, a number, or a text. Settings of the account go to the server;
      those of this box stay here.
      """
  ) { (invocation) throws(Failure) in
    var body: JSONObject = [
      "key": .string(invocation.arguments[0]),
      "valueJson": .string(value(invocation.arguments[1])),
    ]
    if let board = try boardID(invocation) { body["boardId"] = .string(board) }
    let json = try DaemonConnection(invocation)
      .call(.changeRow(table(invocation)), body: .object(body))
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      let stored = json["valueJson"]?.string ?? ""
      try invocation.output.write("\(invocation.arguments[0]) \(stored)\n")
    }
    return 0
  }

  static let delete = CommandSpec(
    path: ["settings", "delete"], summary: "give a setting its default back", arguments: "KEY",
    argumentCount: 1...1, options: [board, .json, .socket],
    details: "Exit codes: 0 done, 66 the setting had its default already."
  ) { (invocation) throws(Failure) in
    let key = invocation.arguments[0]
    var body: JSONObject = [:]
    if let board = try boardID(invocation) { body["boardId"] = .string(board) }
    body["key"] = .string(key)
    let target: DeleteTarget = invocation["board"] == nil ? .appSetting : .boardSetting
    let json = try DaemonConnection(invocation).call(.deleteRow(target), body: .object(body))
    guard json["deleted"]?.bool == true else {
      throw Failure(
        .noInput, "not-found", "\(key) has its default already",
        hint: "barograph settings list shows what was changed")
    }
    try invocation.has("json")
      ? invocation.output.write(json)
      : invocation.output.write("\(key) has its default again.\n")
    return 0
  }

  /// The id of the board that a person means.
  private static func boardID(_ invocation: Invocation) throws(Failure) -> String? {
    guard let word = invocation["board"] else { return nil }
    return try RowCommands.row(word, .boards, invocation)["id"]?.text
  }

  private static func table(_ invocation: Invocation) -> ContractTable {
    invocation["board"] == nil ? .appSettings : .boardSettings
  }

  /// A value as JSON: `yes` and `no` are truth values, numbers numbers, all else a text.
  private static func value(_ word: String) -> String {
    switch word {
    case "yes", "true", "on": return "true"
    case "no", "false", "off": return "false"
    default: break
    }
    if let json = try? JSONValue.parse(Array(word.utf8)), json.double != nil { return word }
    return String(decoding: JSONValue.string(word).bytes(), as: UTF8.self)
  }
}

/// `barograph tunes history`.
enum TuneHistoryCommand {
  static let spec = CommandSpec(
    path: ["tunes", "history"], summary: "list what a tune profile was before",
    arguments: "ID", argumentCount: 1...1, options: [.json, .socket],
    details: "Prints the values with their times, oldest first."
  ) { (invocation) throws(Failure) in
    let profile = try RowCommands.row(invocation.arguments[0], .tunes, invocation)
    let daemon = DaemonConnection(invocation)
    let json = try daemon.call(.rows(.tuneHistoryEntries))
    let rows = try daemon.read(json) { (json) throws(DocumentError) in
      try RowDocument.rows(json, of: .tuneHistoryEntries)
    }.filter { $0["profileId"] == profile["id"] }
    if invocation.has("json") {
      try invocation.output.write(RowDocument.json(rows))
    } else {
      let time = RowColumn.time("WHEN", "createdAt")
      let cells = rows.map { [time.text($0), $0["fieldsJson"]?.text ?? ""] }
      try invocation.output.write(TextTable(headings: ["WHEN", "VALUES"], rows: cells).text)
    }
    return 0
  }
}
