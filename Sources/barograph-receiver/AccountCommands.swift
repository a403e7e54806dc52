import CommandLineInterface
import Configuration
import FlightModel
import JSON
import Receiver

/// `barograph-receiver account`.
enum AccountCommands {
  static let add = CommandSpec(
    path: ["account", "add"], summary: "make an account and its first one-time code",
    arguments: "NAME", argumentCount: 1...1,
    options: [.config, .json, OptionSpec("id", "ID", "1 to 64 of a-z, 0-9, - (else random)")],
    details: """
      Prints the code this once: it is kept as a hash alone. One code signs one device
      in; "account code" makes another. Run it as the user of the service:

        sudo -u barograph-receiver barograph-receiver account add "Ada Glider"
      """
  ) { (invocation) throws(Failure) in
    let desk = try AccountDesk(invocation)
    let made = try desk.attempt { (administration) throws(AdministrationError) in
      try administration.add(name: invocation.arguments[0], id: invocation["id"])
    }
    return try desk.tell(made.code, of: made.account)
  }

  static let code = CommandSpec(
    path: ["account", "code"], summary: "make another one-time code of an account",
    arguments: "ACCOUNT", argumentCount: 1...1, options: [.config, .json],
    details: """
      For a further device, or where a code was lost. ACCOUNT is an id or a name that
      only one account has. Earlier codes stay good until they are used or too old.
      """
  ) { (invocation) throws(Failure) in
    let desk = try AccountDesk(invocation)
    let account = try desk.account(invocation.arguments[0])
    let code = try desk.attempt { (administration) throws(AdministrationError) in
      try administration.code(for: account.id)
    }
    return try desk.tell(code, of: account)
  }

  static let list = CommandSpec(
    path: ["account", "list"], summary: "list accounts and their devices",
    options: [.config, .json],
    details: """
      A device is named by the first digits of its token's hash, which is no secret;
      "account revoke" takes them.
      """
  ) { (invocation) throws(Failure) in
    let desk = try AccountDesk(invocation)
    let listings = try desk.listings()
    if invocation.has("json") {
      try Terminal.write(JSONValue.array(listings.map { AccountText.json($0) }))
    } else {
      try Terminal.write(listings.isEmpty ? "no accounts\n" : AccountText.table(listings))
    }
    return 0
  }

  static let revoke = CommandSpec(
    path: ["account", "revoke"], summary: "sign the devices of an account out",
    arguments: "ACCOUNT", argumentCount: 1...1,
    options: [.config, OptionSpec("device", "ID", "only this one, by its id in the list")],
    details: "What was sent stays. A device that is signed out needs a new code."
  ) { (invocation) throws(Failure) in
    let desk = try AccountDesk(invocation)
    let account = try desk.account(invocation.arguments[0])
    let count = try desk.attempt { (administration) throws(AdministrationError) in
      try administration.revoke(account.id, device: invocation["device"])
    }
    try Terminal.write("signed out: \(count == 1 ? "1 device" : "\(count) devices")\n")
    return 0
  }

  static let delete = CommandSpec(
    path: ["account", "delete"], summary: "erase an account with everything in it",
    arguments: "ACCOUNT", argumentCount: 1...1,
    options: [.config, OptionSpec("yes", nil, "do not ask for the name again")],
    details: """
      Rows, files, codes and tokens go, for good. What was cut off can be done again.
      Without --yes the account's name must be typed once more.
      """
  ) { (invocation) throws(Failure) in
    let desk = try AccountDesk(invocation)
    let account = try desk.account(invocation.arguments[0])
    if !invocation.has("yes") {
      Terminal.complain("erases \(account.name) with all flights; type the name to confirm: ")
      guard Terminal.readLine() == account.name else {
        throw Failure(
          .refused, "not-confirmed", "nothing was erased: that is not the account's name",
          hint: "type \"\(account.name)\", or give --yes")
      }
    }
    try desk.attempt { (administration) throws(AdministrationError) in
      try administration.delete(account.id)
    }
    try Terminal.write("erased \(account.name) (\(account.id))\n")
    return 0
  }
}

/// What the commands of accounts share.
struct AccountDesk {
  private let configuration: ServerConfiguration
  private let administration: AccountAdministration
  private let isJSON: Bool

  init(_ invocation: Invocation) throws(Failure) {
    let installation = try Installation(invocation["config"])
    configuration = installation.configuration
    administration = AccountAdministration(
      configuration: ReceiverConfiguration(configuration), storage: try installation.storage(),
      blobs: try installation.blobs())
    isJSON = invocation.has("json")
  }

  func listings() throws(Failure) -> [AccountAdministration.Listing] {
    try attempt { (administration) throws(AdministrationError) in try administration.list() }
  }

  /// The account of an id, or of a name that is only one's.
  func account(_ word: String) throws(Failure) -> ReceiverAccount {
    let accounts = try listings().map(\.account)
    if let account = accounts.first(where: { $0.id == word }) { return account }
    let named = accounts.filter { $0.name == word }
    guard named.count == 1 else {
      let count = named.isEmpty ? "no account" : "\(named.count) accounts"
      throw Failure(
        .refused, "unknown-account", "\(count) \"\(word)\"",
        hint: "give an id from: barograph-receiver account list")
    }
    return named[0]
  }

  func attempt<Value>(
    _ body: (AccountAdministration) throws(AdministrationError) -> Value
  ) throws(Failure) -> Value {
    do throws(AdministrationError) {
      return try body(administration)
    } catch {
      if case .storage(let failure) = error {
        throw Failure(
          .tryLater, "no-storage", "the storage failed: \(failure.text)", hint: "try again")
      }
      throw Failure(
        .refused, "refused", "\(error)", hint: "see: barograph-receiver account --help")
    }
  }

  /// Shows a code and what to do with it.
  func tell(_ code: String, of account: ReceiverAccount) throws(Failure) -> Int32 {
    if isJSON {
      try Terminal.write([
        "account": .string(account.id), "name": .string(account.name), "code": .string(code),
        "hours": JSONValue(configuration.sync.codeLifeHours),
      ])
      return 0
    }
    let hours = configuration.sync.codeLifeHours
    try Terminal.write(
      """
      account:        \(account.name) (\(account.id))
      one-time code:  \(code)

      It is shown this once, good for \(hours == 1 ? "an hour" : "\(hours) hours"), for one device. On the box:

        barograph account sign-in --server \(configuration.listen.url ?? "https://THIS-SERVER")

      and type the code when it is asked for.

      """)
    return 0
  }
}
