import Bytes
import FlightModel
package import JSON
import Synchronization

/// Who has what in this receiver, for its operator's page and for metrics. The storage is asked at
/// most every half minute however many look.
package final class ReceiverOverview: Sendable {
  private static let freshMs: Int64 = 30_000

  private let storage: any ReceiverStorage
  private let version: String
  private let build: String
  private let clock: ReceiverClock
  private let known = Mutex<(census: ReceiverCensus, atMs: Int64)?>(nil)

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
    let census = try census()
    return [
      "generated_at": Self.time(census.madeAtMs), "build": .string(build),
      "version": .string(version), "accounts": .array(census.accounts.map { Self.json($0) }),
    ]
  }

  /// As of now or of half a minute ago.
  func census() throws(StorageFailure) -> ReceiverCensus {
    try known.withLock { (known) throws(StorageFailure) in
      let now = clock.monotonicMs()
      if let known, now - known.atMs < Self.freshMs { return known.census }
      let census = try ReceiverCensus(of: storage, nowMs: clock.wallMs())
      known = (census, now)
      return census
    }
  }

  private static func json(_ account: ReceiverCensus.Account) -> JSONValue {
    [
      "name": .string(account.account.name), "flights": .integer(account.figures.flights),
      "rides": .integer(account.figures.rides), "bytes": .integer(account.figures.bytes),
      "devices": .array(
        account.devices.map { device in
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
