import FlightModel
import Log
import SyncContract
import SyncEngine
import SyncPlan
import Synchronization
import Testing

final class ShoutList: SyncListener {
  private let list = Mutex<[SyncPause]>([])
  var pauses: [SyncPause] { list.withLock { $0 } }
  func shout(_ pause: SyncPause) { list.withLock { $0.append(pause) } }
}

final class LogList: LogSink {
  private let list = Mutex<[LogMessage]>([])
  var messages: [LogMessage] { list.withLock { $0 } }
  func write(_ message: LogMessage) { list.withLock { $0.append(message) } }
}

/// A whole engine with fakes around it, on a clock of its own.
final class SyncBox {
  static let home = ServerOrigin("https://club.example")!
  static let other = ServerOrigin("https://other.example")!
  static let credential = DeviceCredential(
    origin: home, token: "token-1", accountID: "account-1", expiresAtMs: nil)

  let executor = ManualExecutor()
  let clock = TestClock()
  let transport = ScriptedTransport()
  let store: MemoryStore
  let credentials: MemoryCredentials
  let shouts = ShoutList()
  let log = LogList()
  let service: SyncService

  /// Signed in, bound and on, unless told otherwise; not started.
  init(
    _ credential: DeviceCredential? = SyncBox.credential, account: String? = "account-1",
    origin: ServerOrigin? = nil, isOn: Bool = true, dialect: ContractDialect? = nil,
    version: String = "1", store: MemoryStore = MemoryStore(),
    compress: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
  ) {
    self.store = store
    credentials = MemoryCredentials(credential)
    store.set { state in
      if state.kept.accountID == nil, let account {
        state.kept.accountID = account
        state.kept.origin = Self.home
      }
      state.kept.isOn = isOn
      if let dialect { state.kept.dialects[Self.home] = dialect }
    }
    let settings = SyncSettings(version: version, origin: origin, compress: compress)
    service = SyncService(
      settings, store: store, transport: transport, credentials: credentials, clock: clock,
      listener: shouts, log: Logger(subsystem: "sync", sink: log), on: executor)
  }

  /// Runs something on the service until nothing moves; nil if it has not come to an end by then.
  @discardableResult
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (SyncService) async -> Value
  ) -> Value? {
    let result = Outcome<Value>()
    let service = service
    Task(executorPreference: executor) { result.set(await body(service)) }
    executor.drain()
    return result.get()
  }

  /// Begins something whose end the test looks for later.
  func begin<Value: Sendable>(
    _ body: @escaping @Sendable (SyncService) async -> Value
  ) -> Outcome<Value> {
    let result = Outcome<Value>()
    let service = service
    Task(executorPreference: executor) { result.set(await body(service)) }
    executor.drain()
    return result
  }

  /// Starts, and brings the network.
  func start(_ network: SyncNetwork = .online(.unmetered)) {
    run { await $0.start() }
    run { await $0.network(network) }
  }

  /// Lets time pass and rings every alarm on the way.
  func pass(_ milliseconds: Int64) {
    var left = milliseconds
    var rings = 0
    while left > 0 {
      left = clock.step(atMost: left)
      executor.drain()
      rings += 1
      if rings > 100_000 { Issue.record("the alarm rings without end"); return }
    }
  }

  func answer(_ index: Int, _ reply: SyncReply) {
    transport.answer(index, reply)
    executor.drain()
  }

  /// Answers the oldest request that waits.
  func answerNext(_ reply: SyncReply) {
    if let index = transport.open.first { answer(index, reply) } else { Issue.record("no request") }
  }

  var status: SyncStatus? { run { await $0.status() } }

  var uploads: [SyncRequest] {
    transport.requests.filter { $0.path == "/api/sync" || $0.method == .put }
  }
}

final class Outcome<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  func set(_ new: Value) { value.withLock { $0 = new } }
  func get() -> Value? { value.withLock { $0 } }
}

extension Result {
  /// What an asynchronous body returns or throws.
  static func of(
    _ body: () async throws(Failure) -> Success
  ) async -> Result<Success, Failure> {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
