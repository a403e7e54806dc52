import Bytes
import Crypto
import Log

/// How a Device Token stands; the raw value is App Status's.
package enum DeviceTokenState: String, Sendable {
  case valid, expired, revoked

  /// A token that is both revoked and expired counts as revoked.
  package init(of token: StoredToken, nowMs: Int64) {
    self = token.revokedAtMs != nil ? .revoked : token.expiresAtMs <= nowMs ? .expired : .valid
  }
}

/// Makes, finds and renews Device Tokens. Their text is seen here only on its way through.
struct DeviceTokens: Sendable {
  /// What tells a token from other texts: to people, and to scanners for leaked secrets.
  static let prefix = "barograph_"
  private static let touchIntervalMs: Int64 = 60_000

  let configuration: ReceiverConfiguration
  let storage: any ReceiverStorage
  let clock: ReceiverClock
  let random: RandomBytes

  /// A new token of 256 random bits, and what is kept of it.
  func mint(for accountID: String) throws -> (text: String, stored: StoredToken) {
    let text = Self.prefix + Hexadecimal.encode(try random(32))
    let now = clock.wallMs()
    return (
      text,
      StoredToken(
        hash: Self.hash(text), accountID: accountID, createdAtMs: now,
        expiresAtMs: now + configuration.tokenLifeMs)
    )
  }

  /// The token of a text, however it stands; nil if there is none.
  func find(_ text: String) throws(StorageFailure) -> StoredToken? {
    let hash = Self.hash(text)
    guard let token = try storage.token(hash: hash) else { return nil }
    return ConstantTime.equal(token.hash, hash) ? token : nil
  }

  /// Notes a use of a valid token at most once a minute, and renews it near its end unless the app is
  /// blocked.
  func use(
    _ token: StoredToken, version: String?, standing: VersionStanding
  ) throws(StorageFailure) -> StoredToken {
    let now = clock.wallMs()
    var used = token
    if standing != .appBlocked, token.expiresAtMs - now < configuration.tokenRenewalMs {
      used.expiresAtMs = max(token.expiresAtMs, now + configuration.tokenLifeMs)
    }
    let isFresh = token.lastUsedAtMs.map { abs(now - $0) < Self.touchIntervalMs } ?? false
    if isFresh, used.expiresAtMs == token.expiresAtMs { return token }
    used.lastUsedAtMs = now
    used.version = version ?? token.version
    try storage.touch(
      token: token.hash, usedAtMs: now, expiresAtMs: used.expiresAtMs, version: used.version)
    return used
  }

  /// As above. A use that cannot be noted does not keep anybody from going on.
  func use(_ caller: Caller, log: Logger) -> StoredToken {
    do {
      return try use(caller.token, version: caller.version, standing: caller.standing)
    } catch {
      log.warning("cannot note the use of a token: \(error)", [.account: caller.token.accountID])
      return caller.token
    }
  }

  private static func hash(_ text: String) -> [UInt8] { SHA256.digest(of: Array(text.utf8)) }
}
