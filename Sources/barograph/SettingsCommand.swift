import CommandLineInterface
import ControlAPI
import JSON
import Settings
import SyncContract

/// `barograph settings`: of this account, or of one board.
enum SettingsCommand {
  private static let board = OptionSpec("board", "BOARD", "a setting of this board")

  private static var names: String {
    HelpText.wrap(SettingKey.all.map(\.name).joined(separator: " "), width: 76)
      .joined(separator: "\n")
  }

  static let list = CommandSpec(
    path: ["settings", "list"], summary: "list the settings that were changed",
    options: [
      OptionSpec("all", nil, "every setting, with what it may be"), board, .json, .socket,
    ],
    details: """
      Settings that are not listed have their default. With --all a setting that was
      changed has a star, and OF says whose it is: the account's go to the server,
      the device's stay on this box. docs/settings.md tells what each does.
      """
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
    } else if invocation.has("all"), table == .appSettings {
      try invocation.output.write(every(StoredSettings(rows)))
    } else if rows.isEmpty {
      try invocation.output.write("Everything is as it came.\n")
    } else {
      let cells = rows.map { [$0["key"]?.text ?? "", plain($0)] }
      try invocation.output.write(TextTable(headings: ["KEY", "VALUE"], rows: cells).text)
    }
    return 0
  }

  private static func every(_ settings: StoredSettings) -> String {
    let rows = SettingKey.all.map { key in
      let value = settings.value(of: key).plain
      return [
        key.name, settings.set(key) == nil ? "" : "*", value.isEmpty ? "-" : value,
        key.scope.rawValue, key.allowed,
      ]
    }
    return TextTable(headings: ["KEY", "", "VALUE", "OF", "ALLOWED"], rows: rows).text
  }

  /// A text of the account's or this box's settings without its quotation marks.
  private static func plain(_ row: ContractRow) -> String {
    let json = row["valueJson"]?.text ?? ""
    guard row.table == .appSettings else { return json }
    return JSONText.read(json) ?? json
  }

  static let set = CommandSpec(
    path: ["settings", "set"], summary: "change a setting", arguments: "KEY VALUE",
    argumentCount: 2...2, options: [board, .json, .socket],
    details: """
      VALUE is yes, no, a number, or a text. Settings of the account go to the server;
      those of this box stay here. KEY is one of

      \(names)

      and what each may be is told by settings list --all. With --board any KEY.
      """
  ) { (invocation) throws(Failure) in
    let (key, word) = (invocation.arguments[0], invocation.arguments[1])
    let known = invocation["board"] == nil ? try? SettingKey.named(key) : nil
    var body: JSONObject = [
      "key": .string(key), "valueJson": .string(value(word, of: known)),
    ]
    if let board = try boardID(invocation) { body["boardId"] = .string(board) }
    let json = try DaemonConnection(invocation)
      .call(.changeRow(table(invocation)), body: .object(body))
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      let stored = json["valueJson"]?.string ?? ""
      try invocation.output.write("\(key) \(stored)\n")
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

  /// A value as JSON. Where the setting does not say what it is, `yes` and `no` are truth values,
  /// numbers numbers, all else a text.
  private static func value(_ word: String, of key: SettingKey?) -> String {
    switch key?.kind {
    case .choice, .text: return JSONText.write(word)
    default: break
    }
    switch word {
    case "yes", "true", "on": return "true"
    case "no", "false", "off": return "false"
    default: break
    }
    if let json = try? JSONValue.parse(Array(word.utf8)), json.double != nil { return word }
    return String(decoding: JSONValue.string(word).bytes(), as: UTF8.self)
  }
}
