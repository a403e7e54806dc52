import Crypto
import JSON
package import Log
import SyncContract

/// Answers requests of devices: `docs/receiver.md`. It keeps nothing but rate limits and counts, so
/// several may stand on one storage. Calls block their thread and may come from several at once.
package struct ReceiverRouter: Sendable {
  let configuration: ReceiverConfiguration
  let storage: any ReceiverStorage
  let blobs: any BlobStorage
  let clock: ReceiverClock
  let tokens: DeviceTokens
  let exchange: CodeExchange
  let budget: ByteBudget
  let counters: ReceiverCounters
  let log: Logger

  package init(
    configuration: ReceiverConfiguration, storage: any ReceiverStorage, blobs: any BlobStorage,
    log: Logger, counters: ReceiverCounters = ReceiverCounters(), clock: ReceiverClock = .system,
    random: @escaping RandomBytes = SecureRandom.bytes
  ) {
    self.configuration = configuration
    self.storage = storage
    self.blobs = blobs
    self.clock = clock
    self.counters = counters
    self.log = log
    budget = ByteBudget(limit: configuration.unpackedBytes, retryAfter: configuration.retryAfter)
    tokens = DeviceTokens(
      configuration: configuration, storage: storage, clock: clock, random: random)
    exchange = CodeExchange(
      configuration: configuration, storage: storage, tokens: tokens, clock: clock)
  }

  /// The answer to a whole request.
  package func respond(to request: ReceiverRequest) -> ReceiverResponse {
    var record = RequestRecord(startMs: clock.monotonicMs())
    let response: ReceiverResponse
    do {
      response = try answer(request, &record)
    } catch {
      let fault = fault(error)
      record.cause = fault.cause
      record.slug = fault.slug
      response = fault.response
    }
    write(record, request, response)
    return request.method == "HEAD" ? response.withoutBody : response
  }

  /// What stands against a request before its body is read, as far as the head tells; nil if nothing
  /// does. `bodyBytes` is its `Content-Length`, nil if it has none. A body of at most
  /// `bodyLimit(of:)` bytes may then be read; nothing is noted, and only refusals are counted.
  package func objection(to head: ReceiverRequest, bodyBytes: Int64?) -> ReceiverResponse? {
    do {
      let route = try route(of: head)
      if route.needsToken { _ = try caller(of: head) }
      let hasBody = head.method == "PUT" || head.method == "POST"
      guard let bodyBytes else {
        if hasBody && route != .exchange { throw ReceiverFault(411, "length-required") }
        return nil
      }
      let limit = bodyLimit(of: head)
      if bodyBytes > limit { throw ReceiverFault.tooLarge(maxBytes: maxBytes(of: route)) }
      return nil
    } catch {
      let fault = fault(error)
      log.info("request refused", [.status: "\(fault.status)", .error: fault.slug])
      let response = head.method == "HEAD" ? fault.response.withoutBody : fault.response
      var record = RequestRecord(startMs: clock.monotonicMs())
      if let route = try? route(of: head) { record.route = route.name }
      counters.note(record, head, response)
      return response
    }
  }

  /// Bytes of the longest body that a request may have, as it travels.
  package func bodyLimit(of head: ReceiverRequest) -> Int {
    switch (try? route(of: head), head.method) {
    case (.sync?, _): ReceiverLimits.batch + (isGzipped(head) ? ReceiverLimits.gzipOverhead : 0)
    case (.blob?, "PUT"): ReceiverLimits.blobOnWire
    default: 1024
    }
  }

  func maxBytes(of route: ReceiverRoute) -> Int {
    switch route {
    case .sync: ReceiverLimits.batch
    case .blob: ReceiverLimits.blobOnWire
    default: 1024
    }
  }

  private func route(of request: ReceiverRequest) throws(ReceiverFault) -> ReceiverRoute {
    guard let route = ReceiverRoute(path: request.path, dialect: configuration.dialect) else {
      throw ReceiverFault(404, "not-found")
    }
    guard route.methods.contains(request.method) else {
      let allowed = route.methods.joined(separator: ", ")
      throw ReceiverFault(405, "method-not-allowed", headers: ["Allow": allowed])
    }
    return route
  }

  private func answer(
    _ request: ReceiverRequest, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    let route = try route(of: request)
    record.route = route.name
    guard route.needsToken else { return try answerAnyone(request, route, &record) }
    var caller = try caller(of: request)
    record.account = caller.token.accountID
    // Before a version is refused: an online block does not keep a token from being renewed.
    caller.token = tokens.use(caller, log: log)
    if route.isData { try admit(caller) }
    return try answer(request, route, of: caller, &record)
  }

  private func answerAnyone(
    _ request: ReceiverRequest, _ route: ReceiverRoute, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    switch route {
    case .exchange: return try exchange.answer(request, &record)
    case .appStatus: return try appStatus(request, &record)
    default:
      try storage.check()
      try blobs.check()
      return ReceiverResponse(json: ["status": "ok"])
    }
  }

  private func answer(
    _ request: ReceiverRequest, _ route: ReceiverRoute, of caller: Caller,
    _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    let account = caller.token.accountID
    switch (route, request.method) {
    case (.sync, _): return try sync(request, of: account, &record)
    case (.blob(let kind, let id), let method):
      let key = BlobKey(accountID: account, kind: kind, id: id)
      if method == "PUT" { return try put(key, request, &record) }
      return try method == "GET" ? get(key, request, &record) : head(key)
    case (.tables, _): return try tables(request, of: account)
    case (.table(let table), _): return try page(of: table, request, of: account, &record)
    case (.revoke, _): return try revoke(caller)
    default: return try describe(account)
    }
  }

  private func fault(_ error: any Error) -> ReceiverFault {
    switch error {
    case let fault as ReceiverFault: return fault
    case let failure as StorageFailure:
      counters.note(failure)
      return ReceiverFault(failure, retryAfter: configuration.retryAfter)
    default:
      var fault = ReceiverFault(500, "internal")
      fault.cause = "\(error)"
      return fault
    }
  }
}

extension ReceiverResponse {
  /// The answer to HEAD.
  fileprivate var withoutBody: ReceiverResponse {
    var response = self
    response.body = []
    return response
  }
}
