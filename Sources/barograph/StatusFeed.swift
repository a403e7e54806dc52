import CommandLineInterface
import ControlAPI
import Linux

/// Asks the daemon how things stand, again and again.
struct StatusFeed: Sendable {
  let daemon: DaemonConnection

  /// The socket of the invocation.
  init(_ invocation: Invocation, timeoutSeconds: Int = 5) {
    daemon = DaemonConnection(invocation, timeoutSeconds: timeoutSeconds)
  }

  /// The daemon's document, or one that says why there is none. What is past its expiry claims
  /// nothing.
  func ask() -> StatusDocument {
    do throws(Failure) {
      let document = try daemon.read(try daemon.call(.status)) { (json) throws(DocumentError) in
        try StatusDocument(json: json)
      }
      return document.asShown(at: SystemClock.wall())
    } catch {
      let isDown = error.slug == "not-running"
      return StatusDocument(
        unavailable: isDown ? .notRunning : .cannotTell,
        problem: Problem(
          id: error.slug, severity: .critical, message: error.message, fix: error.hint),
        now: SystemClock.wall())
    }
  }
}
