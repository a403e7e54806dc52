/// The backup to a server, as far as the recorder tells; what waits for a person it reports itself.
package struct SyncOutlook: Equatable, Sendable {
  /// The word of the status document.
  package var state: String
  /// The same for people.
  package var line: String
  /// Whether this box was ever signed in somewhere.
  package var hasServer: Bool

  package init(state: String, line: String, hasServer: Bool) {
    self.state = state
    self.line = line
    self.hasServer = hasServer
  }

  func judge(_ found: inout Findings) {
    let id = "sync-state"
    switch state {
    case "signed-out" where hasServer:
      found.warn(
        id, "the backup is on, but nobody is signed in", fix: "barograph account sign-in SERVER",
        optional: true)
    case "retrying":
      found.warn(
        id, "the server cannot be reached: \(line)",
        fix: "it is tried again by itself; see journalctl -u barographd", optional: true)
    case "paused", "blocked": break
    default: found.ok(id, hasServer || state != "signed-out" ? line : "not used")
    }
  }

  /// The findings about uploads.
  package static func findings(_ outlook: Known<SyncOutlook>) -> [Finding] {
    var found = Findings(.sync)
    found.judge("sync-state", outlook) { $1.judge(&$0) }
    return found.all
  }
}
