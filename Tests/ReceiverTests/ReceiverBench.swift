import Compression
import Crypto
import JSON
import Linux
import Log
import Receiver
import SeededRandom
import SyncContract
import Synchronization
import TestSupport

/// A router with everything it stands on, and a clock that only the test moves.
final class ReceiverBench: Sendable {
  struct Instants { var wallMs: Int64 = 1_784_030_400_000; var monotonicMs: Int64 = 5_000_000 }

  /// What the router stands on unless the test names another.
  let storage = MemoryStorage()
  /// What it stands on.
  let used: any ReceiverStorage
  let blobs = MemoryBlobs()
  let log = MemoryLog()
  let configuration: ReceiverConfiguration
  private let source: Source
  let counters = ReceiverCounters()
  let clock: ReceiverClock
  let router: ReceiverRouter
  let administration: AccountAdministration
  let sweeper: BlobSweeper

  init(
    on other: (any ReceiverStorage)? = nil,
    _ adjust: (inout ReceiverConfiguration) -> Void = { _ in }
  ) {
    var configuration = ReceiverConfiguration()
    adjust(&configuration)
    self.configuration = configuration
    used = other ?? storage
    let source = Source()
    let clock = ReceiverClock(
      wallMs: { source.instants.withLock { $0.wallMs } },
      monotonicMs: { source.instants.withLock { $0.monotonicMs } })
    let random: RandomBytes = { count in source.bytes(count) }
    router = ReceiverRouter(
      configuration: configuration, storage: used, blobs: blobs,
      log: Logger(subsystem: "receiver", level: .debug, sink: log), counters: counters,
      clock: clock, random: random)
    administration = AccountAdministration(
      configuration: configuration, storage: used, blobs: blobs, clock: clock,
      random: random)
    sweeper = BlobSweeper(
      storage: used, blobs: blobs, log: Logger(subsystem: "receiver", sink: log), clock: clock)
    self.source = source
    self.clock = clock
  }

  private final class Source: Sendable {
    let instants = Mutex(Instants())
    let generator = Mutex(SeededGenerator(seed: 7))

    func bytes(_ count: Int) -> [UInt8] {
      generator.withLock { generator in
        (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      }
    }
  }

  var nowMs: Int64 { source.instants.withLock { $0.wallMs } }

  /// Moves both clocks.
  func pass(ms: Int64) {
    source.instants.withLock {
      $0.wallMs += ms
      $0.monotonicMs += ms
    }
  }

  /// A new account and a token of it.
  func signIn(_ id: String = "rider") throws -> String {
    try exchange(administration.add(name: "A rider", id: id).code)
  }

  /// The token for a code.
  func exchange(_ code: String) throws -> String {
    let answer = send("POST", "/api/auth/device-tokens", code)
    guard let token = try answer.json["deviceToken"]?.string else { throw Missing() }
    return token
  }

  struct Missing: Error {}

  func send(
    _ method: String, _ path: String, _ bearer: String? = nil, body: [UInt8] = [],
    query: [String: String] = [:], headers: [String: String] = [:], peer: String = "192.0.2.1"
  ) -> ReceiverResponse {
    router.respond(
      to: Self.request(
        method, path, bearer, body: body, query: query, headers: headers, peer: peer))
  }

  static func request(
    _ method: String, _ path: String, _ bearer: String? = nil, body: [UInt8] = [],
    query: [String: String] = [:], headers: [String: String] = [:], peer: String = "192.0.2.1"
  ) -> ReceiverRequest {
    var headers = headers
    if let bearer { headers["authorization"] = "Bearer \(bearer)" }
    return ReceiverRequest(
      method: method, path: path, query: query, headers: headers, body: body, peer: peer)
  }

  /// Sends a batch, with what its dialect declares.
  func sync(
    _ text: String, _ token: String, in dialect: ContractDialect = .strict
  ) -> ReceiverResponse {
    send(
      "POST", "/api/sync", token, body: Array(text.utf8),
      headers: ["content-type": dialect.contentType])
  }
}

/// Runs `body` on so many threads that start as one, and returns what each gave.
func together<Value: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Value
) async -> [Value] {
  let (values, feed) = AsyncStream<Value>.makeStream()
  let gate = ThreadGate()
  for number in 0..<count {
    try? Threads.spawn(name: "test-\(number)") {
      gate.wait()
      feed.yield(body(number))
    }
  }
  gate.open()
  var results: [Value] = []
  for await value in values {
    results.append(value)
    if results.count == count { break }
  }
  return results
}

/// Remembers what was logged.
final class MemoryLog: LogSink {
  private let messages = Mutex<[LogMessage]>([])

  func write(_ message: LogMessage) { messages.withLock { $0.append(message) } }
  var all: [LogMessage] { messages.withLock { $0 } }
}

extension ReceiverResponse {
  var json: JSONValue { get throws { try JSONValue.parse(body) } }
  var slug: String? { (try? json)?["error"]?.string }
}

/// Batches that tests send.
enum Sample {
  static let ms: Int64 = 1_784_030_400_000
  static let board =
    #"{"boards":[{"id":"b","name":"t","bleId":null,"transport":null,"createdAt":1,"updatedAt":1}]}"#
  static let extendedBoard =
    #"{"boards":[{"id":"b","name":"t","bleId":null,"transport":null,"createdAt":1,"updatedAt":1,"deletedAt":null}]}"#

  static func settings(_ count: Int, text: String = "1", stamp: Int64 = 1) -> String {
    let rows = (0..<count).map {
      "{\"key\":\"k\(1000 + $0)\",\"valueJson\":\"\(text)\",\"updatedAt\":\(stamp)}"
    }
    return "{\"appSettings\":[\(rows.joined(separator: ","))]}"
  }

  static func igc(_ lines: Int = 3) -> [UInt8] {
    Array(
      "AXXX001\r\nHFDTE010126\r\n\(String(repeating: "B1101355206343N00006198WA0058700558\r\n", count: lines))"
        .utf8)
  }
}
