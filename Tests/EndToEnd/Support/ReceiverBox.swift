import Glibc
import JSON
import Linux
import TestSupport

/// A receiver as it runs on a server: a configuration, a state directory, and the program while it
/// runs.
final class ReceiverBox {
  let folder: TemporaryFolder
  private(set) var program: ChildProcess?
  /// What it has said since its last start.
  private(set) var log = LineKeeper()
  private(set) var port: UInt16 = 0
  /// Stands before the program's command line; it must become the program (exec).
  var prefix: [String] = []
  /// Stands before every command line: where its files are.
  var place: [String] = []

  /// The rows, unless they are in PostgreSQL.
  var databasePath: String { folder.file("state/receiver.db") }
  var configurationPath: String { folder.file("receiver.conf") }
  private var environment: [String: String] { ["STATE_DIRECTORY": folder.file("state")] }

  /// Listens on any free port of this machine; `more` are further sections.
  init(_ more: String = "", folder: TemporaryFolder = TemporaryFolder()) throws {
    self.folder = folder
    try Files.makeFolder(folder.file("state"))
    try configure("[listen]\naddress = 127.0.0.1:0\n\(more)")
  }

  func configure(_ text: String) throws {
    try Files.replace(configurationPath, with: Array("\(text)\n".utf8))
  }

  /// Starts the program and returns when it serves.
  func start() async throws {
    let child = try ChildProcess(
      place + prefix + [Programs.receiver, "serve", "--config", configurationPath],
      environment: environment)
    program = child
    log = LineKeeper()
    log.keep(child.lines)
    let keeper = log
    port = try await eventually(
      "receiver", detail: { keeper.lines.joined(separator: "\n") }
    ) {
      let line = keeper.lines.first { $0.contains(" is up [") }
      let digits = line.flatMap { $0.split(separator: "port=").last?.prefix { $0.isNumber } }
      return digits.flatMap { UInt16($0) }
    }
  }

  /// Listens on the same port from the next start on; `more` are further sections.
  func keepPort(_ more: String = "") throws {
    try configure("[listen]\naddress = 127.0.0.1:\(port)\n\(more)")
  }

  /// The power goes: SIGKILL.
  func kill() async {
    program?.send(SIGKILL)
    _ = await program?.waitForEnd()
    program = nil
  }

  /// An orderly stop: SIGTERM; how it ended.
  @discardableResult
  func stop() async -> ChildProcess.Ending? {
    program?.send(SIGTERM)
    let ending = await program?.waitForEnd()
    program = nil
    return ending
  }

  /// Runs a command to its end: its exit code and what it printed.
  @discardableResult
  func command(_ words: String...) async throws -> (code: Int32, output: [String]) {
    let run = try await ChildProcess.run(
      place + [Programs.receiver] + words + ["--config", configurationPath],
      environment: environment)
    guard case .exit(let code) = run.ending else { return (-1, run.output) }
    return (code, run.output)
  }

  /// A one-time code of a new account.
  func addAccount(_ name: String) async throws -> String {
    let made = try await command("account", "add", name, "--json")
    let json = try JSONValue.parse(Array(made.output.joined(separator: "\n").utf8))
    guard let code = json["code"]?.string else {
      throw Overdue(description: "no code: \(made.output)")
    }
    return code
  }

  /// Exchanges a code for a Device Token.
  func signIn(_ code: String) throws -> String {
    let answer = try call("POST", "/api/auth/device-tokens", bearer: code)
    let json = try JSONValue.parse(answer.body)
    guard answer.status == 200, let token = json["deviceToken"]?.string else {
      throw Overdue(description: "no token: \(answer)")
    }
    return token
  }

  func call(
    _ method: String, _ target: String, bearer: String? = nil, more: String = "",
    body: [UInt8]? = nil
  ) throws -> PlainAnswer {
    try PlainAnswer(port: port, method, target, bearer: bearer, more: more, body: body)
  }
}

/// An answer to one request over TCP without TLS. The call blocks.
struct PlainAnswer: CustomStringConvertible {
  let status: Int
  /// Names in lower case.
  let headers: [String: String]
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }
  var description: String { "\(status) \(text)" }

  /// Sends a request on a connection of its own; an answer that is cut is ECONNRESET.
  init(
    port: UInt16, _ method: String, _ target: String, bearer: String? = nil, more: String = "",
    body: [UInt8]? = nil
  ) throws {
    let socket = try Loopback.connect(to: port)
    var head = "\(method) \(target) HTTP/1.1\r\nHost: receiver\r\nConnection: close\r\n\(more)"
    if let bearer { head += "Authorization: Bearer \(bearer)\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    try socket.write(all: Array("\(head)\r\n".utf8) + (body ?? []))
    var bytes: [UInt8] = []
    while case let block = try socket.readBlock(), !block.isEmpty { bytes += block }
    let cut = SystemError(operation: "read", subject: "port \(port)", code: ECONNRESET)
    let separator = Array("\r\n\r\n".utf8)
    guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: separator) }) else {
      throw cut
    }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    status = Int(lines[0].split(separator: " ")[1]) ?? 0
    headers = lines.dropFirst().reduce(into: [:]) { headers, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
    }
    self.body = Array(bytes[(end + 4)...])
    let isBare = method == "HEAD" || status == 204
    guard isBare || headers["content-length"] == "\(self.body.count)" else { throw cut }
  }
}
