/// Where a program's page is, for browsers.
package struct PageConfiguration: Equatable, Sendable {
  /// Nil: there is no page, unless it is opened to the local network.
  package var listen: ListenAddress?
  /// Whether others in the local network reach it, with the token.
  package var isField = false
  /// Names by which browsers may call it besides local ones, in lower case.
  package var hosts: [String] = []

  package init() {}

  /// The port where none is configured.
  package static let usualPort: UInt16 = 8088

  /// What to listen on; the first that this machine has. Empty: there is no page.
  package var addresses: [ListenAddress] {
    guard isField else { return listen.map { [$0] } ?? [] }
    if let listen, !listen.isLoopback { return [listen] }
    let port = listen?.port ?? Self.usualPort
    return ["::", "0.0.0.0"].map { ListenAddress(host: $0, port: port) }
  }

  /// What is wrong with an address that others reach.
  var conflicts: [ConfigurationConflict] {
    guard let listen, !listen.isLoopback, !isField else { return [] }
    return [
      ConfigurationConflict(
        key: "page.listen",
        message:
          "is an address that others reach; set page.field = yes too, which asks them for the "
          + "token")
    ]
  }

  /// Names with commas between: letters, digits, hyphens and points. Nil for anything else.
  static func hosts(_ text: String) -> [String]? {
    let names = text.split(separator: ",").map { word in
      word.filter { $0 != " " }.lowercased()
    }
    let isGood =
      names.count <= 16
      && names.allSatisfy { name in
        (1...253).contains(name.utf8.count)
          && name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x2E
          }
      }
    return isGood ? names : nil
  }

  /// An address, or nothing for an empty text. Nil for anything else.
  static func listen(_ text: String) -> ListenAddress?? {
    if text.isEmpty { return .some(nil) }
    return ListenAddress(text).map { .some($0) }
  }
}

extension ListenAddress {
  /// Whether only this machine reaches it.
  package var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }
}

extension DaemonConfiguration {
  static let pageKeys: [ConfigurationKey<DaemonConfiguration>] = [
    .parsed(
      "page.listen", \.page.listen, "address in numbers and port, or empty", default: "",
      "Where browsers on this machine find the page, `127.0.0.1:8088` for example. Empty: there is "
        + "none.",
      because: "A recorder opens no port that nobody asked for.",
      reading: PageConfiguration.listen),
    .flag(
      "page.field", \.page.isField, default: false,
      "`yes` opens the page to the local network, on every address and on port 8088 unless "
        + "`page.listen` names another. Everything but the empty page needs the token that `barograph "
        + "page` shows, as a QR code too.",
      because: "Who shares a network with a glider is not always a friend."),
    .parsed(
      "page.hosts", \.page.hosts, "at most 16 names with commas between, or empty", default: "",
      "Names by which browsers may call the page, besides addresses in numbers, names without a "
        + "point and names that end in `.local`; for a proxy, for example.",
      because: "A name that an outsider controls could be made to mean this box.",
      reading: PageConfiguration.hosts),
  ]
}

extension ServerConfiguration {
  static let pageKeys: [ConfigurationKey<ServerConfiguration>] = [
    .parsed(
      "page.listen", \.page.listen, "loopback address in numbers and port, or empty", default: "",
      "Where browsers on this machine find the operator's page, `127.0.0.1:8431` for example. It shows "
        + "every account and changes nothing. Empty: there is none.",
      because: "Who has what is nobody else's business.",
      reading: { text in
        PageConfiguration.listen(text).flatMap { found in
          found.map { $0.isLoopback ? .some($0) : nil } ?? .some(nil)
        }
      }),
    .parsed(
      "page.hosts", \.page.hosts, "at most 16 names with commas between, or empty", default: "",
      "Names by which browsers may call the page besides local ones, for a proxy in front that asks "
        + "for a password.",
      because: "A name that an outsider controls could be made to mean this machine.",
      reading: PageConfiguration.hosts),
  ]
}
