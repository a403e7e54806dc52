/// A path that may begin with the name of a directory that systemd made for the service.
package struct ConfiguredPath: Hashable, Sendable {
  /// As written in the configuration.
  package var text: String

  package init(_ text: String) { self.text = text }

  /// The variables of systemd.exec(5) that may stand at the beginning, each with the directory that
  /// it means when the daemon was not started by systemd.
  package static let directories: [(variable: String, fallback: String)] = [
    ("STATE_DIRECTORY", "/var/lib/barograph"),
    ("RUNTIME_DIRECTORY", "/run/barograph"),
    ("CACHE_DIRECTORY", "/var/cache/barograph"),
  ]

  /// Whether it is absolute or begins with one of ``directories``.
  package var isUsable: Bool { text.hasPrefix("/") || directory != nil }

  /// The path with its variable replaced by the first directory of its value, else by the
  /// fall-back.
  package func resolved(environment: (String) -> String?) -> String {
    guard let directory else { return text }
    let value = environment(directory.variable)?.split(separator: ":").first.map(String.init)
    return (value ?? directory.fallback) + text.dropFirst(directory.variable.utf8.count + 1)
  }

  private var directory: (variable: String, fallback: String)? {
    Self.directories.first {
      text == "$\($0.variable)" || text.hasPrefix("$\($0.variable)/")
    }
  }
}
