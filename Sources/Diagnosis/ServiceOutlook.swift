/// An account at a service that flights go to.
package struct ServiceOutlook: Equatable, Sendable {
  package var name: String
  package var title: String
  /// The service does not accept the login.
  package var isRejected: Bool
  /// Why the account could not be checked.
  package var unchecked: String?
  /// What an upload needs and the account does not have.
  package var missing: [MissingField]

  /// An option of `barograph services connect`, nil for what is asked for at the terminal, and what it
  /// is.
  package struct MissingField: Equatable, Sendable {
    package var option: String?
    package var meaning: String

    package init(option: String?, meaning: String) {
      self.option = option
      self.meaning = meaning
    }
  }

  package init(
    name: String, title: String, isRejected: Bool, unchecked: String?, missing: [MissingField]
  ) {
    self.name = name
    self.title = title
    self.isRejected = isRejected
    self.unchecked = unchecked
    self.missing = missing
  }

  private func judge(_ found: inout Findings) {
    let connect = "barograph services connect \(name)"
    if isRejected {
      found.fail("service-login", "\(title) does not accept the login", fix: connect, about: name)
    } else if let unchecked {
      found.warn(
        "service-login", "the account at \(title) is not checked yet: it \(unchecked)",
        fix: "the next upload tries it; else \(connect)", about: name, optional: true)
    }
    for field in missing {
      found.warn(
        "service-fields", "\(title) may refuse flights without \(field.meaning)",
        fix: field.option.map { "\(connect) \($0) …" } ?? connect, about: name)
    }
    if !isRejected, unchecked == nil, missing.isEmpty {
      found.ok("services", "flights can go to \(title)")
    }
  }

  /// The findings about connected services.
  package static func findings(_ services: Known<[ServiceOutlook]>) -> [Finding] {
    var found = Findings(.services)
    found.judge("services", services) { found, services in
      if services.isEmpty { found.ok("services", "none") }
      for service in services { service.judge(&found) }
    }
    return found.all
  }
}
