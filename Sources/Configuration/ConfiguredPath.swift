/// A path that may begin with the name of a directory that systemd made for the service.
package struct ConfiguredPath: Hashable, Sendable {
  /// As written in the configuration.
  package var text: String

  package init(_ text: String) { self.text = text }

  /// The variables of systemd.exec(5) that may stand at the beginning, each with the directory
  /// below which a service has its own where it was not started by systemd.
  package static let directories: [(variable: String, root: String)] = [
    ("STATE_DIRECTORY", "/var/lib"),
    ("RUNTIME_DIRECTORY", "/run"),
    ("CACHE_DIRECTORY", "/var/cache"),
    ("CREDENTIALS_DIRECTORY", "/run/credentials"),
  ]

  /// Those that a service may write to.
  package static var writable: [String] { directories.dropLast().map(\.variable) }

  /// Whether it is absolute or begins with one of ``directories``.
  package var isUsable: Bool { text.hasPrefix("/") || directory != nil }

  /// The path with its variable replaced by the first directory of its value, else by that of the
  /// service below the variable's root.
  package func resolved(
    service: String = "barograph", environment: (String) -> String?
  ) -> String {
    guard let directory else { return text }
    let value = environment(directory.variable)?.split(separator: ":").first.map(String.init)
    return (value ?? "\(directory.root)/\(service)")
      + text.dropFirst(directory.variable.utf8.count + 1)
  }

  private var directory: (variable: String, root: String)? {
    Self.directories.first {
      text == "$\($0.variable)" || text.hasPrefix("$\($0.variable)/")
    }
  }
}
