import ControlAPI
import FlightModel
import SyncContract
import SyncEngine
import SyncPlan

extension SyncFacts {
  /// What the engine says, in the words of the status document.
  init(_ status: SyncStatus, now: UTCInstant) {
    self.init(state: SyncState(status.line))
    server = status.origin?.text
    accountID = status.accountID
    dialect = status.accountID == nil ? nil : status.dialect.rawValue
    lastSuccessAgeS = status.lastSuccessAtMs.map {
      Double(max(0, now.milliseconds - $0)) / 1000
    }
    pendingRows = status.backlog?.rows ?? 0
    pendingBytes = status.backlog?.bytes ?? 0
    pendingFiles = status.backlog?.blobs ?? 0
    oldestPendingAgeS = status.oldestPendingAgeMs.map { Double($0) / 1000 }
    nextS = status.nextWakeMs.map { Double($0) / 1000 }
    if case .waitingForUnmetered(let isKnown) = status.line { isMeteringKnown = isKnown }
    if case .paused(let pause) = status.line { self.pause = SyncPauseFacts(pause) }
    isStale = status.isStale
    queuedRevocations = Int64(status.queuedRevocations)
    messages = status.appStatus?.messages.map(\.body) ?? []
  }
}

extension SyncState {
  fileprivate init(_ line: SyncStatus.Line) {
    self =
      switch line {
      case .off: .off
      case .signedOut: .signedOut
      case .upToDate: .upToDate
      case .syncing, .unknown: .syncing
      case .retrying: .retrying
      case .waitingForUnmetered: .waitingForUnmetered
      case .offline: .offline
      case .paused: .paused
      case .blocked: .blocked
      }
  }
}

extension SyncPauseFacts {
  init(_ pause: SyncPause) {
    self.init(
      reason: pause.reason.rawValue, table: pause.table?.rawValue, field: pause.field,
      status: pause.status.map(Int64.init), slug: pause.slug, remedy: Self.sentence(for: pause))
  }

  private static func sentence(for pause: SyncPause) -> String {
    switch pause.remedy {
    case .signIn: "sign in again: barograph account sign-in --server URL"
    case .update: "update barograph"
    case .resume:
      "backup error: see barograph sync status, put it right, then barograph sync resume"
    }
  }
}

extension AccountFacts {
  init(_ status: SyncStatus) {
    self.init(
      isSignedIn: status.account == .ready, server: status.origin?.text,
      accountID: status.accountID,
      tokenExpiresAt: status.expiresAtMs.map(UTCInstant.init(milliseconds:)),
      queuedRevocations: Int64(status.queuedRevocations))
  }
}

extension ControlError {
  /// Why an account cannot be used, for the person who tried.
  init(_ fault: AccountFault) {
    switch fault {
    case .otherAccount(let bound):
      self.init(
        .otherAccount, message: "the data of this box belong to the account \(bound)",
        hint: "sign in with that one, or move its data aside first: barograph account reset")
    case .wrongCode:
      self.init(
        .wrongCode, message: "the code is wrong, used or too old",
        hint: "ask for a new one (barograph-receiver account code)")
    case .throttled(let seconds):
      self.init(
        .throttled, message: "there were too many attempts",
        hint: "try again in \(Decimal.span(seconds: Double(seconds)))")
    case .unreachable(let cause):
      self.init(
        .unreachable, message: "the server cannot be reached: \(cause)",
        hint: "see that the address is right and the network is there")
    case .timedOut:
      self.init(
        .unreachable, message: "the server has not answered in time", hint: "try again")
    case .unexpected(let status, let slug):
      self.init(
        .unreachable,
        message: "the server answers \(status)" + (slug.map { " (\($0))" } ?? ""),
        hint: "see that it is a Barograph receiver, and of a fitting version")
    case .mismatch:
      self.init(
        .unreachable, message: "the server names another account than the one of the code",
        hint: "tell its operator")
    case .alreadySignedIn(let account):
      self.init(
        .alreadySignedIn, message: "this box is signed in as \(account)",
        hint: "barograph account sign-out comes first")
    case .otherServer(let configured):
      self.init(
        .badRequest, message: "the configuration names the server \(configured)",
        hint: "sign in there, or change it")
    case .busy:
      self.init(
        .busy, message: "another sign-in or sign-out is going on", hint: "try again in a moment")
    case .notSignedIn:
      self.init(
        .notSignedIn, message: "this box is not signed in",
        hint: "barograph account sign-in --server URL")
    case .storage(let cause):
      self.init(
        .storageFailed, message: "the token cannot be kept: \(cause)", hint: "check the disk")
    }
  }
}

extension VerifyResult {
  /// What the engine has found.
  init(_ verdict: SyncVerdict, pending: Int64) {
    self.init(
      tables: verdict.tables.map { table in
        ControlAPI.TableVerdict(
          table: table.table.rawValue, local: table.local, server: table.server,
          equal: table.equal, missing: table.missing, differing: table.differing,
          checksum: table.isSame ? table.checksum : nil)
      }, filesEqual: Int64(verdict.blobs.equal), filesPresent: Int64(verdict.blobs.present),
      filesMissing: Int64(verdict.blobs.missing), filesDiffering: Int64(verdict.blobs.differing),
      pendingRows: pending)
  }
}

extension ControlError {
  /// Why nothing can be said about the server.
  init(_ fault: VerifyFault) {
    switch fault {
    case .notSignedIn: self.init(AccountFault.notSignedIn)
    case .busy:
      self.init(.busy, message: "another comparison is going on", hint: "try again in a moment")
    case .unreachable(let cause): self.init(AccountFault.unreachable(cause))
    case .timedOut: self.init(AccountFault.timedOut)
    case .unexpected(let status, let slug):
      self.init(AccountFault.unexpected(status: status, slug: slug))
    case .malformed(let path):
      self.init(
        .unreachable, message: "the server's answer to \(path) makes no sense",
        hint: "see that it is a Barograph receiver, and of a fitting version")
    case .storage(let cause):
      self.init(
        .storageFailed, message: "this box's own rows cannot be read: \(cause)",
        hint: "check the disk")
    }
  }
}
