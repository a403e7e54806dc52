import CommandLineInterface
import ControlAPI
import JSON
import ServicePlan

/// `barograph services`: accounts at services that flights go to or come from.
enum ServicesCommand {
  static let list = CommandSpec(
    path: ["services", "list"], summary: "show which services this box is connected with",
    options: [.json, .socket],
    details: """
      Prints a line a service: its name, whether flights can go there now, whether
      they do so by themselves (barograph settings set NAMEUpload true), and how many
      are on their way. Nothing that is secret is shown.
      """
  ) { (invocation) throws(Failure) in
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let json = try daemon.call(.services)
    let services = try daemon.read(json) { (json) throws(DocumentError) in
      try ServiceList.services(json)
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write(table(services))
    }
    return 0
  }

  static let connect = CommandSpec(
    path: ["services", "connect"], summary: "connect this box with an account at a service",
    arguments: "SERVICE", argumentCount: 1...1,
    options: [
      OptionSpec("login", "NAME", "the name or address that you log in with"),
      OptionSpec("user-id", "N", "the number of your account (WeGlide)"),
      OptionSpec("aircraft-id", "N", "the number of the aircraft's type (WeGlide)"),
      OptionSpec("motor-glider", "yes|no", "whether the glider has an engine (Charron.line)"),
      .json, .socket,
    ],
    details: """
      SERVICE is weglide, skylines, charron or soaringspot. What is secret is asked
      for at the terminal, or read from standard input, a line each: the key and the
      date of birth (YYYY-MM-DD) for weglide, the token of the proxy for soaringspot,
      the password for the others. An empty line leaves out what can be left out;
      without a date of birth WeGlide takes no flights. On a service that is
      connected, options alone change what they name and keep the secrets.

      The account is checked at once if the service can be reached. What you give
      stays on this box, readable for the recorder alone, and is never synced.

      Exit codes: 0 connected, 1 the service does not accept the login.
      """
  ) { (invocation) throws(Failure) in
    let service = try named(invocation.arguments[0])
    let daemon = DaemonConnection(invocation, timeoutSeconds: 120)
    let json = try daemon.call(
      .connectService,
      body: [
        "service": .string(service.rawValue), "fields": .object(try fields(service, invocation)),
      ])
    let facts = try daemon.read(json) { (json) throws(DocumentError) in
      try ServiceFacts(json: json)
    }
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write(told(facts))
    }
    return 0
  }

  static let disconnect = CommandSpec(
    path: ["services", "disconnect"], summary: "remove everything of an account from this box",
    arguments: "SERVICE", argumentCount: 1...1, options: [.json, .socket],
    details: """
      Login, password and keys are removed, and flights that wait for the service are
      not sent. What is there stays there. barograph account sign-out does so for all
      services.
      """
  ) { (invocation) throws(Failure) in
    let service = try named(invocation.arguments[0])
    let json = try DaemonConnection(invocation, timeoutSeconds: 30)
      .call(.disconnectService, body: ["service": .string(service.rawValue)])
    if invocation.has("json") {
      try invocation.output.write(json)
    } else {
      try invocation.output.write("Nothing of \(service.title) is left on this box.\n")
    }
    return 0
  }

  /// The service of a word.
  static func named(
    _ word: String, among services: [Service] = Service.withAccounts
  ) throws(Failure) -> Service {
    if let service = Service(rawValue: word.lowercased()), services.contains(service) {
      return service
    }
    let names = services.map(\.rawValue)
    throw .usage("\"\(word)\" is no service", hint: "there are \(names.joined(separator: ", "))")
  }

  /// What options and, where they are wanted, questions give.
  private static func fields(
    _ service: Service, _ invocation: Invocation
  ) throws(Failure) -> JSONObject {
    var fields = JSONObject()
    for field in service.fields where !field.isSecret {
      guard let value = invocation[field.rawValue] else { continue }
      guard field.accepts(value) else {
        throw .usage("--\(field.rawValue) wants \(field.meaning)", hint: "see --help")
      }
      fields[field.rawValue] = .string(value)
    }
    var keepsSecrets = false
    if !fields.keys.isEmpty { keepsSecrets = try isConnected(service, invocation) }
    for field in service.fields where field.isSecret && !keepsSecrets {
      let isOptional = service.optionalFields.contains(field)
      let prompt = "\(field.meaning)\(isOptional ? ", or nothing" : ""): ".capitalisedFirst
      guard let value = try Terminal.quietLine(prompt) else { continue }
      guard field.accepts(value) else {
        throw .usage("that is not \(field.meaning)", hint: "nothing was changed")
      }
      fields[field.rawValue] = .string(value)
    }
    return fields
  }

  private static func isConnected(
    _ service: Service, _ invocation: Invocation
  ) throws(Failure) -> Bool {
    let daemon = DaemonConnection(invocation, timeoutSeconds: 30)
    let services = try daemon.read(try daemon.call(.services)) { (json) throws(DocumentError) in
      try ServiceList.services(json)
    }
    return services.contains { $0.name == service.rawValue && $0.state != .notConnected }
  }

  private static func told(_ facts: ServiceFacts) -> String {
    var lines = ["Connected with \(facts.title).\n"]
    if let cause = facts.unchecked {
      lines.append("The account is not checked yet: \(facts.title) \(cause).\n")
    }
    for field in facts.missing.compactMap(ServiceField.init) {
      lines.append("Flights may be refused without \(field.meaning).\n")
    }
    return lines.joined()
  }

  private static func table(_ services: [ServiceFacts]) -> String {
    TextTable(
      headings: ["SERVICE", "ACCOUNT", "BY ITSELF", "ON THEIR WAY", "MISSING"],
      rows: services.map { facts in
        [
          facts.name, word(facts), facts.takesFlights ? facts.isAutomatic ? "yes" : "no" : "-",
          facts.takesFlights ? String(facts.open) : "-",
          facts.missing.joined(separator: ", "),
        ]
      }, numbers: ["ON THEIR WAY"]
    ).withoutEmptyColumns.text
  }

  private static func word(_ facts: ServiceFacts) -> String {
    switch facts.state {
    case .notConnected: "none"
    case .ready: facts.unchecked == nil ? "ready" : "not checked yet"
    case .login: "login not accepted"
    case .offline: "no network"
    case .metered: "waits for an unmetered network"
    case .waiting: "asked to wait"
    }
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}
