import ControlAPI
import FlightSimulator
import HTTPClient
import JSON
import Linux
import SyncContract
import TestSupport
import Testing

/// A box and its receivers with a way between them on which things go wrong.
final class SyncedBox {
  let box: Box
  let receivers: [ReceiverBox]
  let proxy: FaultProxy
  /// Poses as gpsd; nil where a real one is given.
  let gpsd: FakeGPSD?
  /// Reads the account's rows from a receiver.
  private var auditor = ""
  private var edits = 0

  var receiver: ReceiverBox { receivers[0] }
  private var hookWords: String { box.folder.file("hook-words") }

  /// `receivers` on one storage or one of its own; `more` are further sections of the box's.
  init(
    _ receivers: [ReceiverBox]? = nil, gpsdPort: UInt16? = nil, policy: String = "always",
    more: String = "", state: String? = nil
  ) throws {
    let folder = TemporaryFolder()
    gpsd = gpsdPort == nil ? try FakeGPSD() : nil
    self.receivers = try receivers ?? [ReceiverBox()]
    proxy = try FaultProxy()
    box = try Box(
      port: gpsdPort ?? gpsd!.port, policy: policy,
      more: "\(more)\n[sync]\nhook = \(folder.file("hook"))", state: state)
    hookFolder = folder
    let words = hookWords
    try Files.replace(
      folder.file("hook"), with: Array("#!/bin/sh\necho \"$@\" >> '\(words)'\n".utf8), mode: 0o700)
  }

  private let hookFolder: TemporaryFolder

  // MARK: Power

  /// Starts everything, signs in, and switches the backup on.
  func start() async throws {
    for receiver in receivers { try await receiver.start() }
    proxy.serve(receivers.map(\.port))
    try await startBox()
    try await signIn(await receiver.addAccount("Ada"))
    auditor = try receiver.signIn(try await newCode())
    #expect(try await box.command("sync", "on", "--yes", "--unmetered-only", "no").code == 0)
  }

  func startBox() async throws {
    try box.begin()
    try gpsd?.greet()
    try await box.connected()
  }

  func stop() async {
    await box.stop()
    for receiver in receivers { await receiver.stop() }
  }

  /// A receiver again, after its end; the way leads to its new port.
  func restartReceiver() async throws {
    try await receiver.start()
    proxy.serve(receivers.map(\.port))
  }

  // MARK: Account

  func newCode() async throws -> String {
    let made = try await receiver.command("account", "code", "Ada", "--json")
    let json = try JSONValue.parse(Array(made.output.joined(separator: "\n").utf8))
    return try #require(json["code"]?.string)
  }

  /// Signs in with the command, as a person would; its exit code.
  func attempt(_ code: String) async throws -> Int32 {
    let run = try await ChildProcess.run(
      [
        "sh", "-c", "echo '\(code)' | exec \"$0\" \"$@\"", Programs.command, "account", "sign-in",
        "--server", "http://127.0.0.1:\(proxy.port)",
      ], environment: ["BAROGRAPH_SOCKET": box.socketPath])
    guard case .exit(let code) = run.ending else { return -1 }
    return code
  }

  func signIn(_ code: String) async throws { try #require(try await attempt(code) == 0) }

  /// Signs in with another code; the auditor gets another token too.
  func signInAgain() async throws {
    try await signIn(newCode())
    auditor = try receiver.signIn(try await newCode())
  }

  // MARK: Rows

  /// Has some fixes recorded.
  func record(_ fixes: some BidirectionalCollection<SimulatedFix>) async throws {
    // A gpsd that says nothing for long is left and tried again.
    if gpsd?.isLeft == true { try gpsd?.greet() }
    try gpsd?.report(fixes)
    if let last = fixes.last { try await box.stored(upTo: last.time) }
  }

  /// Makes, changes and deletes a few rows, so that something of each kind waits.
  func edit() throws {
    edits += 1
    let zone = try change(
      .privacyZones,
      [
        "name": .string("Zone \(edits)"), "centerLatitudeE7": 480_000_000,
        "centerLongitudeE7": 110_000_000, "radiusMeters": 200, "preset": "custom",
      ])
    let board = try change(.boards, ["name": .string("Board \(edits)")])
    _ = try change(.boards, ["id": board, "name": .string("Renamed \(edits)")])
    if edits % 2 == 0 { try delete(.privacyZone, ["id": zone]) }
  }

  private func change(_ table: ContractTable, _ fields: JSONValue) throws -> JSONValue {
    let answer = try box.client.post(
      Endpoint.changeRow(table).path, json: fields.bytes())
    guard answer.status == 200 else { throw Overdue(description: "refused: \(answer)") }
    return try #require(JSONValue.parse(answer.body)["id"])
  }

  private func delete(_ target: DeleteTarget, _ identity: JSONValue) throws {
    let answer = try box.client.post(Endpoint.deleteRow(target).path, json: identity.bytes())
    guard answer.status == 200 else { throw Overdue(description: "refused: \(answer)") }
  }

  // MARK: Sync

  func facts() throws -> SyncFacts {
    try SyncFacts(json: JSONValue.parse(box.client.get(Endpoint.sync.path).body))
  }

  /// What `barograph sync now` asks for.
  func syncNow() throws { _ = try box.client.post(Endpoint.syncNow.path) }

  /// Waits for what status says of uploads.
  @discardableResult
  func sync(_ what: String, where isMet: (SyncFacts) throws -> Bool) async throws -> SyncFacts {
    let tale = { [self] in
      "\(Result { try facts() })\n\(box.log.lines.suffix(20).joined(separator: "\n"))\n"
        + "\(proxy.requests("").suffix(10))"
    }
    return try await eventually(what, detail: tale) {
      guard let facts = try? facts() else { return nil }
      return try isMet(facts) ? facts : nil
    }
  }

  /// Waits until every flight is analysed, which changes its row, and everything is on the server; asks
  /// for it only where `isAsked`.
  func settle(isAsked: Bool = true) async throws {
    try await box.status("the analysis") { $0.imports.analysisWaiting == 0 }
    if isAsked { try syncNow() }
    var looks = 0
    try await sync("an empty queue") { facts in
      looks += 1
      if facts.pendingRows == 0, facts.pendingFiles == 0 { return true }
      // Diagnostic Events of the trouble itself do not hurry.
      if looks % 10 == 0, isAsked || facts.pendingRows < 3 { try syncNow() }
      return false
    }
  }

  /// What the hook was told, a line each time.
  func hookLines() -> [Substring] {
    let bytes = (try? Files.read(hookWords, limit: 1 << 20)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Asks for a round until the proxy's trap has sprung.
  func sprung(_ stage: String) async throws {
    try await eventually("trap at \(stage)") {
      try? syncNow()
      return proxy.isArmed ? nil : true
    }
  }

  // MARK: Comparison

  /// A database of the box beside what the receiver has.
  func compared(_ database: String? = nil) throws -> ComparedRows {
    try ComparedRows(database ?? box.databasePath, at: receiver.port, auditor)
  }

  /// Expects what the cursors have passed to be on the server.
  func expectNoCursorAhead(
    _ note: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let rows = try compared()
    #expect(rows.promised == [], "\(note)", sourceLocation: sourceLocation)
  }

  /// Expects the server to hold exactly what the box holds.
  func expectEqual(
    _ note: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let rows = try compared()
    #expect(rows.promised == [], "\(note)", sourceLocation: sourceLocation)
    #expect(rows.missing == [], "\(note)", sourceLocation: sourceLocation)
    #expect(rows.surplus == [], "\(note)", sourceLocation: sourceLocation)
    let verified = try await box.command("sync", "verify")
    #expect(verified.code == 0, "\(note): \(verified.output)", sourceLocation: sourceLocation)
  }
}
