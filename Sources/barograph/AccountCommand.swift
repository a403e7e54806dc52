import CommandLineInterface
import ControlAPI
import JSON

/// `barograph account`: which account of which server this box belongs to.
enum AccountCommand {
  static let signIn = CommandSpec(
    path: ["account", "sign-in"], summary: "connect this box with an account of a server",
    options: [OptionSpec("server", "URL", "https://… of the receiver"), .json, .socket],
    details: """
      Asks for a one-time code, which the server's operator makes with
      "barograph-receiver account add", or reads it from standard input. It is
      exchanged for a token of this box alone; the code is then used up. What was
      recorded so far goes to the account once the backup is on: barograph sync on.

      Exit codes: 0 signed in, 1 the code is wrong or this box belongs to another
      account, 75 the server cannot be reached.
      """
  ) { (invocation) throws(Failure) in
    guard let server = invocation["server"] else {
      throw .usage("name the server", hint: "barograph account sign-in --server https://…")
    }
    let code = try Terminal.secret("One-time code: ")
    let json = try DaemonConnection(invocation, timeoutSeconds: 60)
      .call(.signIn, body: ["server": .string(server), "code": .string(code)])
    let account = try read(json, invocation)
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write(
        "Signed in to \(account.server ?? server) as \(account.accountID ?? "").\n")
    }
    return 0
  }

  static let signOut = CommandSpec(
    path: ["account", "sign-out"], summary: "disconnect this box; nothing is deleted",
    options: [.json, .socket],
    details: """
      Uploads stop at once and the token is revoked. Without a network it is removed
      here, and the server is told later. The data of this box stay bound to the
      account.
      """
  ) { (invocation) throws(Failure) in
    let json = try DaemonConnection(invocation, timeoutSeconds: 60).call(.signOut)
    let account = try read(json, invocation)
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      let later =
        account.queuedRevocations > 0
        ? " The server could not be told yet; it will be when there is a network." : ""
      try invocation.output.write("Signed out.\(later)\n")
    }
    return 0
  }

  static let status = CommandSpec(
    path: ["account", "status"], summary: "show the account of this box",
    options: [.json, .socket], details: "Prints no token."
  ) { (invocation) throws(Failure) in
    let json = try DaemonConnection(invocation).call(.account)
    let account = try read(json, invocation)
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write(page(of: account))
    }
    return 0
  }

  static let reset = CommandSpec(
    path: ["account", "reset"], summary: "begin anew for another account",
    options: [
      OptionSpec("erase", nil, "delete the data instead of moving them aside"),
      OptionSpec("yes", nil, "do not ask"), .json, .socket,
    ],
    details: """
      Moves every recording, flight, setting and file of the present account aside,
      where nothing of the next one can reach it, and starts the recorder anew. The
      token is revoked; what was sent stays on the server. With --erase everything is
      deleted here.

      Exit codes: 0 done, 1 not confirmed, 75 a recording is going on.
      """
  ) { (invocation) throws(Failure) in
    let erasing = invocation.has("erase")
    if !invocation.has("yes") {
      let question = "\(try warning(erasing: erasing, invocation)) Go on? [y/N] "
      guard try Terminal.confirm(question, flag: "--yes") else { return 1 }
    }
    let json = try DaemonConnection(invocation, timeoutSeconds: 60)
      .call(.resetAccount, body: ["erase": .bool(erasing)])
    if invocation.has("json") {
      try invocation.output.write(json)
    } else if let path = json["set_aside"]?.string {
      try invocation.output.write("Everything is in \(path) now. This box begins anew.\n")
    } else {
      try invocation.output.write("Everything is deleted. This box begins anew.\n")
    }
    return 0
  }

  /// What a reset is going to do, and what of it is nowhere else.
  private static func warning(
    erasing: Bool, _ invocation: Invocation
  ) throws(Failure) -> String {
    let daemon = DaemonConnection(invocation)
    let status = try daemon.read(try daemon.call(.status)) { (json) throws(DocumentError) in
      try StatusDocument(json: json)
    }
    let rows = status.facts?.sync.pendingRows ?? 0
    let folder = status.facts.map { "\($0.storage.directory)/set-aside" } ?? "a folder set-aside"
    return (rows > 0 ? "\(rows) rows are not on a server yet. " : "")
      + (erasing
        ? "This will DELETE every recording of this box."
        : "This will move every recording of this box to \(folder).")
  }

  private static func read(
    _ json: JSONValue, _ invocation: Invocation
  ) throws(Failure) -> AccountFacts {
    try DaemonConnection(invocation).read(json) { (json) throws(DocumentError) in
      try AccountFacts(json: json)
    }
  }

  private static func page(of account: AccountFacts) -> String {
    let standing =
      account.isSignedIn ? "signed in" : account.accountID == nil ? "no account" : "signed out"
    var rows = [
      ("account", standing), ("server", account.server ?? ""), ("id", account.accountID ?? ""),
    ]
    if let end = account.tokenExpiresAt { rows.append(("token until", StatusText.day(end))) }
    if account.queuedRevocations > 0 {
      rows.append(("to be revoked", "\(account.queuedRevocations), when there is a network"))
    }
    return rows.filter { !$0.1.isEmpty }.map { name, value in
      name + String(repeating: " ", count: 14 - name.count) + value + "\n"
    }.joined()
  }
}
