import ControlAPI
import FlightModel
import FlightSimulator
import JSON
import Linux
import TestSupport
import Testing

extension Box {
  /// Signs in with the code of a new account.
  func signIn(to receiver: ReceiverBox, as name: String) async throws {
    let code = try await receiver.addAccount(name)
    let signed = try await signIn(at: receiver.url, with: code)
    try #require(signed.code == 0, "\(signed.output)")
  }

  /// Signs in as a person does, the code through standard input.
  func signIn(
    at url: String, with code: String, _ more: String...
  ) async throws -> (code: Int32, output: [String]) {
    try await run(["account", "sign-in", "--server", url] + more, input: "\(code)\n")
  }

  /// Switches the backup on, over any network.
  func switchOn() async throws {
    let switched = try await command("sync", "on", "--yes", "--unmetered-only", "no")
    try #require(switched.code == 0, "\(switched.output)")
  }

  /// Waits until every flight is analysed, which changes its row, and nothing waits for the server.
  @discardableResult
  func synced() async throws -> StatusDocument {
    try await status("the analysis") { $0.imports.analysisWaiting == 0 }
    try await command("sync", "now")
    return try await status("end of uploading") {
      $0.sync.state == .upToDate && $0.sync.pendingRows == 0 && $0.sync.pendingFiles == 0
    }
  }

  /// The Device Token that this box holds; nil when it is signed out.
  func token() throws -> String? {
    let path = "\(state)/sync/device-token"
    guard Files.exists(path) else { return nil }
    let json = try JSONValue.parse(try Files.read(path, limit: 65_536))
    return json["tokens"]?.array?.first?["token"]?.string
  }

  /// Runs a command that has to succeed; what it printed.
  @discardableResult
  func run(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    let result = try await run(words)
    try #require(
      result.code == 0, "\(words): \(result.output)", sourceLocation: sourceLocation)
    return result.output
  }

  /// Runs a command that has to succeed and prints JSON.
  func json(
    _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSONValue {
    let result = try await run(words + ["--json"])
    try #require(
      result.code == 0, "\(words): \(result.output)", sourceLocation: sourceLocation)
    return try JSONValue.parse(result.output.joined(separator: "\n"))
  }

  /// Expects that a command is refused with an exit code and words in what it says.
  func expectRefusal(
    _ code: Int32, _ words: String, of command: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let result = try await run(command)
    #expect(result.code == code, "\(command): \(result.output)", sourceLocation: sourceLocation)
    let text = result.output.joined(separator: "\n")
    #expect(text.contains(words), "\(command): \(text)", sourceLocation: sourceLocation)
  }

  /// Runs `barograph` to its end: its exit code and what it printed.
  func run(
    _ words: [String], input: String = ""
  ) async throws -> (code: Int32, output: [String]) {
    let child = try launch(words, input: input)
    var output: [String] = []
    for await line in child.lines { output.append(line) }
    guard case .exit(let code) = await child.waitForEnd() else { return (-1, output) }
    return (code, output)
  }
}

/// A recorder, the gpsd that it listens to and the receiver that it is signed in to.
struct BackedUpBox {
  let gpsd: FakeGPSD
  let box: Box
  let receiver: ReceiverBox

  /// Starts all three; the recorder has had a fix, so it knows what time it is.
  init(policy: String = "manual", receiver more: String = "", box extra: String = "") async throws {
    gpsd = try FakeGPSD()
    receiver = try ReceiverBox(more)
    box = try Box(port: gpsd.port, policy: policy, more: extra)
    try await receiver.start()
    try await startBox()
  }

  /// Starts a box that was made before, with a receiver.
  init(
    box: Box, gpsd: FakeGPSD, receiver: @autoclosure () throws -> ReceiverBox = try ReceiverBox()
  ) async throws {
    self.box = box
    self.gpsd = gpsd
    self.receiver = try receiver()
    try await self.receiver.start()
    try await startBox()
  }

  func startBox() async throws {
    try box.begin()
    try gpsd.greet()
    try await box.connected()
  }

  /// Feeds fixes of the minute's flight and waits until the recorder has seen the last.
  func feed(_ fixes: some Collection<SimulatedFix>) async throws {
    try gpsd.report(fixes)
    let last = Array(fixes).last
    try await box.status("fixes") { $0.fix.time == last?.time }
  }

  /// Records a short flight by hand until its file is filed.
  func fly(_ fixes: some Collection<SimulatedFix>) async throws {
    let fixes = Array(fixes)
    try await feed(fixes.prefix(2))
    try await box.run("record", "start")
    try gpsd.report(fixes.dropFirst(2))
    try await box.stored(upTo: fixes.last!.time)
    try await box.run("record", "stop")
    try await box.status("filing") { $0.recording == nil && $0.unfinishedRecordings == 0 }
  }

  /// The rows of a table as the server holds them for this box's account.
  func served(_ table: String) throws -> [JSONValue] {
    try receiver.rows(of: table, token: try #require(try box.token()))
  }

  /// The server's row with this value in a field.
  func served(_ table: String, _ field: String, _ value: String) throws -> JSONValue? {
    try served(table).first { $0[field]?.string == value }
  }

  func stop() async {
    await box.stop()
    await receiver.stop()
  }
}

extension ReceiverBox {
  var url: String { "http://127.0.0.1:\(port)" }

  /// Every row of a table that a token may see.
  func rows(of table: String, token: String, dialect: String = "extended") throws -> [JSONValue] {
    var rows: [JSONValue] = []
    var after = ""
    while true {
      let page = try call(
        "GET", "/api/tables/\(table)?dialect=\(dialect)\(after)", bearer: token)
      try #require(page.status == 200, "\(page)")
      rows += try JSONValue.parse(page.body)[table]?.array ?? []
      guard let next = page.headers["barograph-next"] else { return rows }
      after = "&after=\(next)"
    }
  }
}
