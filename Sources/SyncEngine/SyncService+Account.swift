import FlightModel
import JSON
import Log
import SyncPlan

extension SyncService {
  struct Account {
    /// Nil where there is none, where it is for another server, or where it cannot be read.
    var credential: DeviceCredential?
    /// Whether the server has refused the last one.
    var isRejected = false
    /// A token for another server or account, which the next sign-in replaces.
    var stranger: DeviceCredential?
    /// Why the credential cannot be read.
    var fault: String?
    var isChanging = false
  }

  /// Exchanges a one-time code for a Device Token, makes sure of the account, claims the database and
  /// begins. Returns the account's id. A token that comes to nothing is revoked.
  package func signIn(
    origin: ServerOrigin, code: String
  ) async throws(AccountFault) -> String {
    guard life.isStarted, !life.isHalted, !account.isChanging else { throw .busy }
    if let credential = account.credential {
      throw .alreadySignedIn(accountID: credential.accountID)
    }
    if let configured = settings.origin, configured != origin {
      throw .otherServer(configured: configured)
    }
    account.isChanging = true
    let epoch = life.epoch
    let result = await Result.of { () async throws(AccountFault) in
      try await admit(code, at: origin, in: epoch)
    }
    if epoch == life.epoch { account.isChanging = false }
    settle()
    return try result.get()
  }

  private func admit(
    _ code: String, at origin: ServerOrigin, in epoch: Int
  ) async throws(AccountFault) -> String {
    let fresh = try await redeem(code, at: origin)
    do {
      try await confirm(fresh)
      try check(epoch)
      try await claim(fresh, in: epoch)
    } catch {
      await revokeOrQueue(fresh)
      throw error
    }
    await enter(fresh)
    guard epoch == life.epoch, account.credential?.token == fresh.token else { throw .busy }
    handle(.signedIn)
    return fresh.accountID
  }

  private func check(_ epoch: Int) throws(AccountFault) {
    if epoch != life.epoch { throw .busy }
  }

  private func redeem(
    _ code: String, at origin: ServerOrigin
  ) async throws(AccountFault) -> DeviceCredential {
    guard code.isBearer(atMost: 512) else { throw .wrongCode }
    let request = SyncRequest(.post, "/api/auth/device-tokens", at: origin, bearer: code)
    let response = try await answer(to: request)
    if response.status == 401 { throw .wrongCode }
    guard (200...299).contains(response.status), let issued = IssuedToken(response.body) else {
      throw .unexpected(status: response.status, slug: response.slug)
    }
    return DeviceCredential(
      origin: origin, token: issued.token, accountID: issued.accountID,
      expiresAtMs: issued.expiresAtMs)
  }

  /// The account of the token must be the one that the server tells when asked with it.
  private func confirm(_ fresh: DeviceCredential) async throws(AccountFault) {
    let request = SyncRequest(.get, "/api/account", at: fresh.origin, bearer: fresh.token)
    let response = try await answer(to: request)
    guard response.status == 200 else {
      throw .unexpected(status: response.status, slug: response.slug)
    }
    guard response.json?["id"]?.string == fresh.accountID else { throw .mismatch }
  }

  /// First the database, then the token: a power cut between the two leaves a database that is
  /// claimed and signed out, never one that sends without being claimed.
  private func claim(_ fresh: DeviceCredential, in epoch: Int) async throws(AccountFault) {
    if let bound = kept.accountID, bound != fresh.accountID { throw .otherAccount(bound: bound) }
    debts.owed.remove(.credential)
    await idle()
    try check(epoch)
    do {
      try await writing {
        try await dropVoidToken()
        try await store.bind(to: fresh.accountID, at: fresh.origin)
        if let stranger = account.stranger {
          try await credentials.queueRevocation(of: stranger)
          revocations.add(stranger, at: clock.now())
        }
        try await credentials.save(fresh)
      }
    } catch let fault as AccountFault {
      throw fault
    } catch {
      throw .storage("\(error)")
    }
    // Too late to go on: the credential goes with the database that it was saved for.
    if epoch != life.epoch {
      _ = try? await credentials.remove(mustRevoke: false)
      throw .busy
    }
  }

  private func enter(_ fresh: DeviceCredential) async {
    if origin != fresh.origin { forgetServer() }
    kept.accountID = fresh.accountID
    kept.origin = fresh.origin
    account.credential = fresh
    account.stranger = nil
    account.fault = nil
    account.isRejected = false
    // The dialect of a server that is new here is known before anything is sent.
    await refreshAppStatus()
  }

  /// What one server has said says nothing of another.
  private func forgetServer() {
    handshake.status = nil
    handshake.failures = 0
    handshake.pendingDialect = nil
    handle(.permission(.allowed))
  }

  /// Sends a request of the account; 429 and what is no answer become faults.
  private func answer(to request: SyncRequest) async throws(AccountFault) -> SyncResponse {
    switch await exchange(request) {
    case .answer(let response):
      if response.status == 429 {
        let waitMs = RetryAfter.waitMs(response.retryAfter, date: response.date)
        throw .throttled(seconds: (waitMs + 999) / 1000)
      }
      return response
    case .unreachable(let text): throw .unreachable(text)
    case .timedOut: throw .timedOut
    case .cancelled: throw .busy
    }
  }

  // MARK: The token

  /// Reads the token; one for another server, or for another account than the database's, counts as
  /// absent. What cannot be read is tried again.
  func loadCredential(for state: KeptState) async -> DeviceCredential? {
    do {
      try await writing { try await dropVoidToken() }
      let credential = try await writing { try await credentials.load() }
      for old in try await writing({ try await credentials.revocations() }) {
        revocations.add(old, at: clock.now())
      }
      account.fault = nil
      guard let credential else { return nil }
      let isOurs =
        (settings.origin ?? credential.origin) == credential.origin
        && (state.accountID ?? credential.accountID) == credential.accountID
      guard isOurs else {
        account.stranger = credential
        return nil
      }
      try await bindIfNeeded(credential, state)
      return credential
    } catch {
      let fault = "\(error)"
      if account.fault != fault { log.error("the Device Token cannot be used: \(fault)") }
      account.fault = fault
      life.retryAt = clock.now().advanced(byMilliseconds: SyncTimings.idleMs)
      return nil
    }
  }

  /// A new or an older database under the token of an account belongs to that account.
  private func bindIfNeeded(_ credential: DeviceCredential, _ state: KeptState) async throws {
    let isBound = state.accountID == credential.accountID && state.origin == credential.origin
    guard !isBound else { return }
    try await writing { try await store.bind(to: credential.accountID, at: credential.origin) }
  }

  /// The server has refused a token outside a round; nothing if it is not the current one.
  func reject(_ token: String?) {
    guard let token, token == account.credential?.token else { return }
    handle(.rejected)
  }

  func dropCredential() {
    guard account.credential != nil else { return }
    account.credential = nil
    account.isRejected = true
    owe(.credential)
  }
}
