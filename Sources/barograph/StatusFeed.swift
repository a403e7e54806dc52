import CommandLineInterface
import ControlAPI
import JSON
import Linux

/// Asks the daemon how things stand, again and again, or is told by it.
struct StatusFeed: Sendable {
  let daemon: DaemonConnection
  /// For events, of which one comes every five seconds at least.
  private let stream: DaemonConnection

  /// The socket of the invocation.
  init(_ invocation: Invocation, timeoutSeconds: Int = 5) {
    daemon = DaemonConnection(invocation, timeoutSeconds: timeoutSeconds)
    stream = DaemonConnection(invocation, timeoutSeconds: 12)
  }

  /// Hands on documents as the daemon sends them. It returns when no more come; where none came at
  /// all, as when too many watch already, it has asked once instead.
  func follow(_ receive: (StatusDocument) -> Void) {
    var reader = StatusEventReader()
    var hasCome = false
    try? stream.stream(.events) { bytes in
      for document in reader.take(bytes).compactMap(Self.document) {
        hasCome = true
        receive(document.asShown(at: SystemClock.wall()))
      }
    }
    if !hasCome { receive(ask()) }
  }

  private static func document(_ bytes: [UInt8]) -> StatusDocument? {
    (try? JSONValue.parse(bytes)).flatMap { try? StatusDocument(json: $0) }
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
