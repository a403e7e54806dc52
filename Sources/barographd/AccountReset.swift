import FlightModel
import Linux

/// The change to another account: everything of the present one is moved aside as one unit, or
/// erased, before anything of it is opened.
///
/// A note in the state directory says what is to be done; the service ends, and the next start does
/// it. The note goes last, so a power cut in between only means that the next start goes on.
struct AccountReset {
  let folder: StateFolder

  private var note: String { folder.path + "/reset" }

  /// What stays: this box's keys, what was set aside earlier, the tokens that the server has still to
  /// be told of, the page's token and the configuration's copy.
  private static let kept: Set<String> = [
    "keys", "set-aside", "reset", "revocations", "configuration.last-good", "lost+found",
    "page-token",
  ]

  /// Writes the note; where everything will go, nil if it is to be erased.
  func order(erasing: Bool, at now: UTCInstant) throws(SystemError) -> String? {
    let time = now.rfc3339.prefix(19).filter { $0 != ":" && $0 != "-" }
    let name = freeName((erasing ? "erase-" : "account-") + time)
    try Files.replace(note, with: Array((name + "\n").utf8), mode: 0o600)
    return erasing ? nil : target(name)
  }

  /// Takes the note back.
  func cancel() throws(SystemError) { try Files.remove(note) }

  /// Does what a note asks for; where things went, if there was one. The token becomes one to revoke.
  func perform() async throws(SystemError) -> String? {
    guard Files.exists(note) else { return nil }
    let name =
      String(decoding: try Files.read(note, limit: 4096), as: UTF8.self)
      .split(separator: "\n").first.map(String.init) ?? ""
    guard Self.isName(name) else {
      try Files.remove(note)
      return nil
    }
    // A token that cannot be read goes aside with the rest.
    _ = try? await folder.credentials.remove(mustRevoke: true)
    // Nobody's accounts go aside: who looks there later may be another person. What then says that
    // systemd's do not count stays.
    let isCleared = (try? folder.services.removeAll()) != nil
    let kept = isCleared ? Self.kept.union(["services"]) : Self.kept
    let target = target(name)
    try Files.makeFolder(target, mode: 0o700)
    for item in try Files.names(in: folder.path) where !kept.contains(item) {
      try Files.rename("\(folder.path)/\(item)", to: "\(target)/\(item)")
    }
    try Files.synchronise(folder: target)
    try Files.synchronise(folder: folder.path)
    if name.hasPrefix("erase-") { try Files.removeTree(target) }
    try Files.remove(note)
    try Files.synchronise(folder: folder.path)
    return target
  }

  private func target(_ name: String) -> String { "\(folder.path)/set-aside/\(name)" }

  /// A name that no earlier reset has used, whatever the clock says.
  private func freeName(_ name: String) -> String {
    if !Files.exists(target(name)) { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !Files.exists(target($0)) } ?? name
  }

  private static func isName(_ text: String) -> Bool {
    (text.hasPrefix("account-") || text.hasPrefix("erase-")) && text.utf8.count < 64
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x2D
      }
  }
}
