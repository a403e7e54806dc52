import ControlAPI
import FlightModel
import Glibc
import HTTPClient
import JSON
import Linux
import TestSupport

/// A recorder as it stands in a glider: a state directory, a configuration, and the daemon while it
/// is switched on.
final class Box {
  let folder = TemporaryFolder()
  let state: String
  private(set) var daemon: ChildProcess?
  /// What the daemon has said since its last start.
  private(set) var log = LineKeeper()
  /// Added to the daemon's environment.
  var environment: [String: String] = [:]
  /// Stands before the daemon's command line; it must become the daemon (exec).
  var prefix: [String] = []

  var configurationPath: String { folder.file("barograph.conf") }
  var socketPath: String { folder.file("run/barograph.sock") }
  var databasePath: String { "\(state)/barograph.db" }
  var client: UnixHTTPClient { UnixHTTPClient(socketPath: socketPath) }

  /// A box that listens to gpsd on `port`; `state` lies in its folder unless given.
  init(port: UInt16, policy: String = "auto", more: String = "", state: String? = nil) throws {
    self.state = state ?? folder.file("state")
    try configure(
      """
      [gpsd]
      port = \(port)
      [recording]
      policy = \(policy)
      [declaration]
      pilot = Ada Example
      registration = D-1234
      [log]
      level = debug
      \(more)
      """)
  }

  func configure(_ text: String) throws {
    try Files.replace(configurationPath, with: Array("\(text)\n".utf8))
  }

  // MARK: Power

  /// Starts the daemon and returns at once.
  func begin() throws {
    var changed = ["STATE_DIRECTORY": state, "RUNTIME_DIRECTORY": folder.file("run")]
    changed.merge(environment) { $1 }
    let child = try ChildProcess(
      prefix + [Programs.daemon, "--config", configurationPath], environment: changed)
    daemon = child
    log = LineKeeper()
    log.keep(child.lines)
  }

  /// Starts the daemon and returns when it answers and is connected to gpsd.
  func start() async throws {
    try begin()
    try await connected()
  }

  /// Waits until the daemon watches every gpsd.
  func connected() async throws {
    try await eventually("connection to gpsd", detail: tale) {
      (try? status())?.facts?.sources.allSatisfy { $0.link == .connected }.orNil
    }
  }

  /// The power goes: SIGKILL.
  func kill() async {
    daemon?.send(SIGKILL)
    _ = await daemon?.waitForEnd()
    daemon = nil
  }

  /// An orderly stop: SIGTERM; how it ended.
  @discardableResult
  func stop() async -> ChildProcess.Ending? {
    daemon?.send(SIGTERM)
    let ending = await daemon?.waitForEnd()
    if let daemon { WallClock.clean(after: daemon.identifier) }
    daemon = nil
    return ending
  }

  // MARK: Questions

  /// The status document, straight from the socket.
  func status() throws -> StatusDocument {
    let answer = try client.get(Endpoint.status.path)
    return try StatusDocument(json: JSONValue.parse(answer.body))
  }

  /// Waits for a status that fulfils a condition.
  @discardableResult
  func status(
    _ what: String, within seconds: Double = 120, where isMet: (StatusFacts) -> Bool
  ) async throws -> StatusDocument {
    try await eventually(what, within: seconds, detail: tale) {
      let document = try? status()
      return document?.facts.map(isMet) == true ? document : nil
    }
  }

  /// What is known when something did not come.
  private func tale() -> String {
    let status = Result { try self.status() }
    return "\(status)\n\(log.lines.suffix(30).joined(separator: "\n"))"
  }

  /// Waits until the newest fix has the time given and nothing waits to be stored.
  func stored(upTo time: UTCInstant) async throws {
    try await status("storing of the fix of \(time.rfc3339)") {
      $0.fix.time == time && $0.storage.pendingFixes == 0
    }
  }

  /// Starts `barograph` against this box with a text as its standard input.
  func launch(_ words: [String], input: String = "") throws -> ChildProcess {
    try ChildProcess(
      [Programs.command] + words,
      environment: ["BAROGRAPH_SOCKET": socketPath, "BAROGRAPH_KEYS": "\(state)/keys"],
      input: input)
  }

  /// Runs `barograph` to its end: its exit code and what it printed.
  @discardableResult
  func command(
    _ words: String..., input: String = ""
  ) async throws -> (code: Int32, output: [String]) {
    let child = try launch(words, input: input)
    var output: [String] = []
    for await line in child.lines { output.append(line) }
    guard case .exit(let code) = await child.waitForEnd() else { return (-1, output) }
    return (code, output)
  }

  /// The names in a folder of the state directory.
  func names(in name: String) throws -> [String] { try Files.names(in: "\(state)/\(name)") }
}
