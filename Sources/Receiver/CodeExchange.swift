import Crypto
import JSON
import Synchronization

/// Gives a Device Token for a one-time code. One code is looked at at a time, which bounds the memory
/// that scrypt takes and counts attempts exactly; a few wait, more are sent away.
final class CodeExchange: Sendable {
  private static let mostAttempts: Int64 = 5
  private static let mostWaiting = 4
  /// Takes the place of a salt where there is no code, so that this takes as long.
  private static let noSalt = [UInt8](repeating: 0, count: 16)

  private let configuration: ReceiverConfiguration
  private let storage: any ReceiverStorage
  private let tokens: DeviceTokens
  private let clock: ReceiverClock
  private let limiter: RateLimiter
  private let waiting = Atomic<Int>(0)
  private let turn = Mutex(())

  init(
    configuration: ReceiverConfiguration, storage: any ReceiverStorage, tokens: DeviceTokens,
    clock: ReceiverClock
  ) {
    self.configuration = configuration
    self.storage = storage
    self.tokens = tokens
    self.clock = clock
    limiter = RateLimiter(ofPeer: configuration.attemptsOfPeer, inAll: configuration.attemptsInAll)
  }

  func answer(
    _ request: ReceiverRequest, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    guard let text = ReceiverRouter.bearer(of: request) else {
      throw ReceiverFault.unauthorized("unauthorized")
    }
    if let wait = limiter.attempt(from: request.peer, nowMs: clock.monotonicMs()) {
      throw ReceiverFault.later(429, "too-many-attempts", seconds: Int((wait + 999) / 1000))
    }
    guard let code = OneTimeCode(text) else { throw ReceiverFault.unauthorized("invalid-code") }
    let (token, accountID) = try inTurn { try redeem(code) }
    record.account = accountID
    return ReceiverResponse(json: ["accountId": .string(accountID), "deviceToken": .string(token)])
  }

  private func inTurn<Value: Sendable>(_ body: () throws -> Value) throws -> Value {
    let others = waiting.wrappingAdd(1, ordering: .relaxed).oldValue
    defer { waiting.wrappingSubtract(1, ordering: .relaxed) }
    guard others <= Self.mostWaiting else {
      throw ReceiverFault.later(429, "too-many-attempts", seconds: 1)
    }
    return try turn.withLock { _ in try body() }
  }

  /// Wrong, used, too old and tried too often are one answer.
  private func redeem(_ code: OneTimeCode) throws -> (token: String, accountID: String) {
    let stored = try storage.code(code.lookup)
    let hash = try Scrypt.hash(Array(code.secret.utf8), salt: stored?.salt ?? Self.noSalt)
    guard let stored else { throw ReceiverFault.unauthorized("invalid-code") }
    let isOpen =
      stored.failedAttempts < Self.mostAttempts && clock.wallMs() < stored.expiresAtMs
    guard ConstantTime.equal(hash, stored.hash) else {
      if isOpen { try storage.noteFailedAttempt(at: code.lookup) }
      throw ReceiverFault.unauthorized("invalid-code")
    }
    guard isOpen else { throw ReceiverFault.unauthorized("invalid-code") }
    let token = try tokens.mint(for: stored.accountID)
    guard try storage.redeem(code.lookup, for: token.stored) else {
      throw ReceiverFault.unauthorized("invalid-code")
    }
    return (token.text, stored.accountID)
  }
}
