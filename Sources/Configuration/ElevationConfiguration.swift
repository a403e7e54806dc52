/// Where the ground below flights comes from.
package struct ElevationConfiguration: Equatable, Sendable {
  /// A folder with tiles that a person put there.
  package var folder: String?
  /// What stands before `/elevations/N50E005` at a server that has tiles.
  package var url: String?
  /// A file with the token for that server.
  package var token: ConfiguredPath?
  /// PEM file with the authorities to trust instead of the system's.
  package var caFile: String?
  /// MiB of the tiles that are kept.
  package var cacheMiB = 0
}

extension DaemonConfiguration {
  static let elevationKeys: [ConfigurationKey<DaemonConfiguration>] = [
    .optional(
      "elevation.folder", \.elevation.folder, "absolute path, or empty",
      "A folder with SRTM3 tiles, `N50E005.hgt` or the same in a ZIP archive. It is only read.",
      because: "Height above ground needs tiles of the ground, and nobody has them by nature.",
      accepting: isAbsolutePath),
    .optional(
      "elevation.url", \.elevation.url, "https:// URL, or empty",
      "A server with tiles: `/elevations/N50E005` is asked for behind it, one for each square degree "
        + "that a flight crossed. Uploads' rules on metered networks hold for it too. http only for "
        + "this machine itself.",
      because: "Whoever is asked learns where flights were, to a degree.",
      accepting: isServerURL),
    .secret(
      "elevation.token", \.elevation.token,
      "A file with the token that this server wants, one line.",
      because: "Not every server wants one."),
    .optional(
      "elevation.ca-file", \.elevation.caFile, "absolute path, or empty",
      "PEM file with the certificate authorities to trust for this server, instead of the system's.",
      because: "A club's own server may have a certificate of the club's own.",
      accepting: isAbsolutePath),
    .whole(
      "elevation.cache", \.elevation.cacheMiB, 16...65_536, default: 256, unit: "MiB",
      "Tiles of the server that are kept in the state directory; beyond it those go that were not "
        + "used for the longest time.",
      because: "A tile takes 1 to 2 MiB, so this is the ground of some hundred square degrees."),
  ]

  private static func isServerURL(_ text: String) -> Bool {
    let here = ["http://localhost", "http://127.0.0.1", "http://[::1]"].contains {
      text == $0 || text.hasPrefix($0 + ":") || text.hasPrefix($0 + "/")
    }
    return (text.hasPrefix("https://") || here) && text.utf8.count <= 1024
      && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      && !text.utf8.contains { [0x22, 0x23, 0x3F, 0x40].contains($0) }
  }
}
