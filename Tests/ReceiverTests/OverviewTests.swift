import FlightModel
import JSON
import Receiver
import Synchronization
import Testing

@Suite struct OverviewTests {
  private static let now: Int64 = 1_784_030_400_000

  @Test func tellsOfEachAccountWhatItHoldsAndOfEachDeviceWhenItWasHeardOf() throws {
    let storage = MemoryStorage()
    try storage.add(ReceiverAccount(id: "ada", name: "Ada <b>", createdAtMs: 1))
    for (byte, revoked) in [(UInt8(1), nil), (2, Int64(5))] as [(UInt8, Int64?)] {
      storage.state.withLock {
        $0.tokens[[UInt8](repeating: byte, count: 32)] = StoredToken(
          hash: [UInt8](repeating: byte, count: 32), accountID: "ada", createdAtMs: 1,
          expiresAtMs: Self.now + 1, lastUsedAtMs: Self.now - 1000, revokedAtMs: revoked,
          version: "0.1.0")
      }
    }
    let overview = ReceiverOverview(
      storage: storage, version: "1", build: "b",
      clock: ReceiverClock(wallMs: { Self.now }, monotonicMs: { 0 }))
    let expected: JSONValue = [
      "generated_at": "2026-07-14T12:00:00Z", "build": "b", "version": "1",
      "accounts": [
        [
          "name": "Ada <b>", "flights": 0, "rides": 0, "bytes": 0,
          "devices": [
            [
              "name": "01010101", "last_contact": "2026-07-14T11:59:59Z", "app_version": "0.1.0",
            ]
          ],
        ]
      ],
    ]
    #expect(try overview.json() == expected)
  }

  @Test func theStorageIsAskedOncePerHalfMinuteAndAgainAfterAFailure() throws {
    let storage = MemoryStorage()
    let time = Mutex(Int64(0))
    let overview = ReceiverOverview(
      storage: storage, version: "1", build: "b",
      clock: ReceiverClock(
        wallMs: { time.withLock { $0 } }, monotonicMs: { time.withLock { $0 } }))
    storage.state.withLock { $0.failure = .unavailable("restarting") }
    #expect(throws: StorageFailure.self) { try overview.json() }
    storage.state.withLock { $0.failure = nil }
    let first = try overview.json()
    time.withLock { $0 = 29_000 }
    #expect(try overview.json() == first)
    time.withLock { $0 = 31_000 }
    #expect(try overview.json() != first)
  }
}
