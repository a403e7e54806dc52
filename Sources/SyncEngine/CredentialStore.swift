/// A Device Token with where and for whom it is good.
package struct DeviceCredential: Equatable, Sendable {
  package var origin: ServerOrigin
  package var token: String
  package var accountID: String
  package var expiresAtMs: Int64?

  package init(
    origin: ServerOrigin, token: String, accountID: String, expiresAtMs: Int64? = nil
  ) {
    self.origin = origin
    self.token = token
    self.accountID = accountID
    self.expiresAtMs = expiresAtMs
  }
}

/// Where the Device Token lies: a file of mode 0600, or a systemd credential. A file with wider rights
/// or another owner is refused.
package protocol CredentialStore: Sendable {
  /// Nil when there is none.
  func load() async throws -> DeviceCredential?
  func save(_ credential: DeviceCredential) async throws
  /// Removes the token; what it was stays in `revocations` if `mustRevoke`, until the server knows.
  func remove(mustRevoke: Bool) async throws
  /// Notes a token that was never saved and must be revoked, beside those of `remove`.
  func queueRevocation(of credential: DeviceCredential) async throws
  /// Tokens that the server has still to be told of, at most a few.
  func revocations() async throws -> [DeviceCredential]
  func revoked(_ credential: DeviceCredential) async throws
}

/// Why an account cannot be used.
package enum AccountFault: Error, Equatable, Sendable {
  /// The database belongs to another account; only a reset ends that.
  case otherAccount(bound: String)
  /// The one-time code is wrong, used or too old.
  case wrongCode
  /// Too many attempts; again after so many seconds.
  case throttled(seconds: Int64)
  case unreachable(String)
  case timedOut
  /// The server answered something that it should not; a status and a slug.
  case unexpected(status: Int, slug: String?)
  /// The account of the token is not the one that the server tells.
  case mismatch
  case alreadySignedIn(accountID: String)
  /// The configuration names another server than the one asked for.
  case otherServer(configured: ServerOrigin)
  /// Another sign-in, sign-out or reset is under way, or has overtaken this one.
  case busy
  case notSignedIn
  /// The credential cannot be kept, with the cause.
  case storage(String)
}
