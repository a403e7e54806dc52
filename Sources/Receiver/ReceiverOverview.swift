import Bytes
import FlightModel
package import JSON
import Synchronization

/// Who has what in this receiver, for its operator's page. It is computed at most every half minute
/// however many look.
package final class ReceiverOverview: Sendable {
  private static let freshMs: Int64 = 30_000

  private let storage: any ReceiverStorage
  private let version: String
  private let build: String
  private let clock: ReceiverClock
  private let known = Mutex<(json: JSONValue, atMs: Int64)?>(nil)

  /// `build` names the page's content.
  package init(
    storage: any ReceiverStorage, version: String, build: String, clock: ReceiverClock = .system
  ) {
    self.storage = storage
    self.version = version
    self.build = build
    self.clock = clock
  }

  /// `{"generated_at", "build", "version", "accounts": […]}`. Blocks its thread; who comes while it
  /// is being computed waits for the same.
  package func json() throws(StorageFailure) -> JSONValue {
    try known.withLock { (known) throws(StorageFailure) in
      let now = clock.monotonicMs()
      if let known, now - known.atMs < Self.freshMs { return known.json }
      let json = try made()
      known = (json, now)
      return json
    }
  }

  private func made() throws(StorageFailure) -> JSONValue {
    let figures = try storage.figures()
    let now = clock.wallMs()
    var accounts: [JSONValue] = []
    for account in try storage.accounts() {
      let devices = try storage.tokens(of: account.id).filter {
        DeviceTokenState(of: $0, nowMs: now) == .valid
      }
      accounts.append(Self.json(account, figures[account.id] ?? AccountFigures(), devices))
    }
    return [
      "generated_at": Self.time(now), "build": .string(build), "version": .string(version),
      "accounts": .array(accounts),
    ]
  }

  private static func json(
    _ account: ReceiverAccount, _ figures: AccountFigures, _ devices: [StoredToken]
  ) -> JSONValue {
    [
      "name": .string(account.name), "flights": .integer(figures.flights),
      "rides": .integer(figures.rides), "bytes": .integer(figures.bytes),
      "devices": .array(
        devices.map { device in
          [
            "name": .string(Hexadecimal.encode(device.hash.prefix(4))),
            "last_contact": time(device.lastUsedAtMs),
            "app_version": device.version.map { .string($0) } ?? .null,
          ]
        }),
    ]
  }

  private static func time(_ milliseconds: Int64?) -> JSONValue {
    milliseconds.map { .string(UTCInstant(milliseconds: $0).rfc3339) } ?? .null
  }
}
