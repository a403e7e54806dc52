/// What the storage holds at one moment.
struct ReceiverCensus: Sendable {
  struct Account: Sendable {
    var account: ReceiverAccount
    var figures: AccountFigures
    /// Tokens that are valid.
    var devices: [StoredToken]
  }

  var madeAtMs: Int64
  var accounts: [Account] = []
  var databaseBytes: Int64

  init(of storage: any ReceiverStorage, nowMs: Int64) throws(StorageFailure) {
    madeAtMs = nowMs
    databaseBytes = try storage.databaseBytes()
    let figures = try storage.figures()
    for account in try storage.accounts() {
      let devices = try storage.tokens(of: account.id).filter {
        DeviceTokenState(of: $0, nowMs: nowMs) == .valid
      }
      accounts.append(
        Account(
          account: account, figures: figures[account.id] ?? AccountFigures(), devices: devices))
    }
  }

  /// Of all accounts.
  var devices: [StoredToken] { accounts.flatMap(\.devices) }

  /// What all accounts hold together.
  var total: AccountFigures {
    accounts.reduce(into: AccountFigures()) { total, account in
      total.flights += account.figures.flights
      total.rides += account.figures.rides
      total.bytes += account.figures.bytes
    }
  }
}
