import CommandLineInterface
import ControlAPI
import Glibc
import JSON
import SyncContract

/// `barograph sync`: the backup to a server.
enum SyncCommand {
  static let status = CommandSpec(
    path: ["sync", "status"], summary: "show how far the backup is", options: [.json, .socket],
    details: """
      One line, then the details.

      Exit codes: 0 nothing needs a person, 1 uploads are paused or blocked.
      """
  ) { (invocation) throws(Failure) in
    let (facts, json) = try ask(.sync, invocation)
    try invocation.has("json")
      ? invocation.output.write(json) : invocation.output.write(page(of: facts))
    return facts.state == .paused || facts.state == .blocked ? 1 : 0
  }

  static let now = CommandSpec(
    path: ["sync", "now"], summary: "send now what waits", options: [.json, .socket],
    details: "Does not end a pause, nor a wait that the server has asked for."
  ) { (invocation) throws(Failure) in try tell(.syncNow, invocation) }

  static let resume = CommandSpec(
    path: ["sync", "resume"], summary: "end a pause of the backup", options: [.json, .socket],
    details: "Uploads pause when only a person can help; nothing that waits is lost meanwhile."
  ) { (invocation) throws(Failure) in try tell(.syncResume, invocation) }

  static let off = CommandSpec(
    path: ["sync", "off"], summary: "switch the backup off", options: [.json, .socket],
    details: "Nothing is sent any more. What was sent stays on the server."
  ) { (invocation) throws(Failure) in
    try tell(.syncSwitch, invocation, body: ["on": false])
  }

  static let on = CommandSpec(
    path: ["sync", "on"], summary: "switch the backup on, once told how much waits",
    options: [
      OptionSpec("yes", nil, "do not ask"),
      OptionSpec("unmetered-only", "yes|no", "whether to wait for networks that cost nothing"),
      .json, .socket,
    ],
    details: """
      Shows how much waits to be sent, and asks whether to send it over any network or
      over unmetered ones only. Without a terminal, give --yes and --unmetered-only.
      Needs an account: barograph account sign-in.
      """
  ) { (invocation) throws(Failure) in
    let isUnmeteredOnly = try unmeteredOnly(invocation)
    let (facts, _) = try ask(.sync, invocation)
    guard try isWanted(facts, invocation) else {
      try invocation.output.write("The backup stays off.\n")
      return 1
    }
    var choice = isUnmeteredOnly ?? false
    if isUnmeteredOnly == nil { choice = try askForNetworks(invocation) }
    let setting: JSONValue = [
      "key": "syncWifiOnly", "valueJson": .string(choice ? "true" : "false"),
    ]
    _ = try DaemonConnection(invocation).call(.changeRow(.appSettings), body: setting)
    return try tell(.syncSwitch, invocation, body: ["on": true])
  }

  static let verify = CommandSpec(
    path: ["sync", "verify"], summary: "compare the server with this box",
    options: [.json, .socket],
    details: """
      Compares rows by count and checksum, one by one where these differ, and IGC
      files byte for byte where this box uploaded them. The server may hold more: of
      other boxes, and what was removed here by age. Rows that still wait are not
      compared.

      Exit codes: 0 the server has everything, 1 something is missing or differs.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation, timeoutSeconds: 900)
    let json = try daemon.call(.syncVerify)
    let result = try daemon.read(json) { (json) throws(DocumentError) in
      try VerifyResult(json: json)
    }
    try invocation.has("json")
      ? invocation.output.write(json) : invocation.output.write(text(of: result))
    return result.isGood ? 0 : 1
  }
}

extension SyncCommand {
  private static func ask(
    _ endpoint: Endpoint, _ invocation: Invocation, body: JSONValue? = nil
  ) throws(Failure) -> (SyncFacts, JSONValue) {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let json = try daemon.call(endpoint, body: body)
    let facts = try daemon.read(json) { (json) throws(DocumentError) in try SyncFacts(json: json) }
    return (facts, json)
  }

  private static func tell(
    _ endpoint: Endpoint, _ invocation: Invocation, body: JSONValue? = nil
  ) throws(Failure) -> Int32 {
    let (facts, json) = try ask(endpoint, invocation, body: body)
    try invocation.has("json")
      ? invocation.output.write(json) : invocation.output.write("Backup: \(facts.line)\n")
    return 0
  }

  private static func unmeteredOnly(_ invocation: Invocation) throws(Failure) -> Bool? {
    switch invocation["unmetered-only"] {
    case nil: return nil
    case "yes": return true
    case "no": return false
    default: throw .usage("--unmetered-only takes yes or no", hint: "barograph sync on --help")
    }
  }

  private static func isWanted(
    _ facts: SyncFacts, _ invocation: Invocation
  ) throws(Failure) -> Bool {
    guard facts.accountID != nil else {
      throw Failure(
        .refused, "not-signed-in", "this box has no account yet",
        hint: "barograph account sign-in --server URL")
    }
    if invocation.has("yes") { return true }
    let volume =
      "\(facts.pendingRows) rows and \(facts.pendingFiles) files, about "
      + "\(Decimal.size(bytes: facts.pendingBytes)), wait for \(facts.server ?? "the server")"
    let question = "\(volume).\nSwitch the backup on? [y/N] "
    return try Terminal.confirm(question, flag: "--yes")
  }

  private static func askForNetworks(_ invocation: Invocation) throws(Failure) -> Bool {
    if !Terminal.isThere { return false }
    return try Terminal.confirm(
      "Wait for networks that are not metered? [y/N] ", flag: "--unmetered-only")
  }

  private static func page(of facts: SyncFacts) -> String {
    var rows = [("backup", facts.line), ("server", facts.server ?? "")]
    rows.append(("account", facts.accountID ?? ""))
    rows.append(("last success", facts.lastSuccessAgeS.map { StatusText.age($0) } ?? "never"))
    if let pause = facts.pause {
      rows.append(("paused", pause.reason + (pause.slug.map { " (\($0))" } ?? "")))
      let place = [pause.table, pause.field].compactMap(\.self).joined(separator: ", ")
      rows.append(("at", place))
      rows.append(("remedy", pause.remedy))
    }
    if let next = facts.nextS { rows.append(("next", "in \(Decimal.span(seconds: next))")) }
    for message in facts.messages { rows.append(("server says", message)) }
    return rows.filter { !$0.1.isEmpty }.map { name, value in
      name + String(repeating: " ", count: 14 - name.count) + value + "\n"
    }.joined()
  }

  private static func text(of result: VerifyResult) -> String {
    let shown = result.tables.filter { $0.local > 0 || $0.server > 0 }
    let rows = shown.map { table in
      [
        table.table, String(table.local), String(table.server), String(table.missing),
        String(table.differing), table.checksum.map { String($0.prefix(16)) } ?? "row by row",
      ]
    }
    let files =
      "files: \(result.filesEqual) equal, \(result.filesPresent) of others there, "
      + "\(result.filesMissing) missing, \(result.filesDiffering) differing\n"
    let pending = result.pendingRows > 0 ? "\(result.pendingRows) rows still wait\n" : ""
    return TextTable(
      headings: ["TABLE", "HERE", "SERVER", "MISSING", "DIFFERING", "CHECKSUM"], rows: rows
    ).text + files + pending + "server-equals-store \(result.isGood ? "yes" : "no")\n"
  }
}
