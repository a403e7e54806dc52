import BLEProfiles
import Devices
import SeededRandom
import Testing

@Suite struct RadioMachineTests {
  private static let (first, second) = (
    BluetoothAddress("00:00:00:00:00:01")!, BluetoothAddress("00:00:00:00:00:02")!
  )

  private func wishes(
    scan: Bool = false, _ turns: [BluetoothAddress: Bool] = [:], holder: Bool? = nil
  ) -> RadioMachine.Event {
    var wishes = RadioMachine.Wishes()
    (wishes.scan, wishes.turns, wishes.holder) = (scan, turns, holder)
    return .wishes(wishes)
  }

  @Test func discoveryStopsBeforeATurnIsGiven() {
    var radio = RadioMachine()
    #expect(radio.on(wishes(scan: true)) == [])
    #expect(
      radio.on(.adapter(isReady: true)) == [.disarm, .start(attempt: 2, everything: false)])
    #expect(radio.on(.started(attempt: 2)) == [.arm(milliseconds: 10_000)])
    #expect(
      radio.on(wishes(scan: true, [Self.first: false])) == [.disarm, .stop(attempt: 3)])
    #expect(radio.on(.stopped(attempt: 2)) == [])
    #expect(radio.on(.stopped(attempt: 3)) == [.grant(Self.first)])
    #expect(radio.on(wishes(scan: true, holder: false)) == [])
    #expect(radio.on(wishes(scan: true)) == [.start(attempt: 4, everything: false)])
  }

  @Test func turnsAreGivenOneAtATimeInTheOrderOfAsking() {
    var radio = RadioMachine()
    _ = radio.on(.adapter(isReady: true))
    #expect(radio.on(wishes([Self.second: false])) == [.grant(Self.second)])
    #expect(radio.on(wishes([Self.first: false], holder: false)) == [])
    #expect(radio.on(wishes([Self.first: false, Self.second: false])) == [.grant(Self.first)])
    #expect(radio.on(wishes([Self.second: false], holder: false)) == [])
    #expect(radio.on(wishes([Self.second: false])) == [.grant(Self.second)])
  }

  @Test func aRefusedDiscoveryIsTriedAgainAndHoldsUpNoTurn() {
    var radio = RadioMachine()
    _ = radio.on(.adapter(isReady: true))
    _ = radio.on(wishes(scan: true))
    #expect(radio.on(.refused(attempt: 2)) == [.arm(milliseconds: 2000)])
    #expect(radio.on(wishes(scan: true, [Self.first: true])) == [.grant(Self.first)])
    #expect(radio.on(.timer) == [.start(attempt: 3, everything: false)])
  }

  @Test func whatAdvertisesNoServiceIsLookedForToo() {
    var radio = RadioMachine()
    _ = radio.on(.adapter(isReady: true))
    _ = radio.on(wishes(scan: true))
    _ = radio.on(.started(attempt: 2))
    #expect(radio.on(.timer) == [.disarm, .stop(attempt: 3)])
    #expect(radio.on(.stopped(attempt: 3)) == [.start(attempt: 4, everything: true)])
  }

  @Test func anAdapterThatIsGoneForgetsWhatItDid() {
    var radio = RadioMachine()
    _ = radio.on(.adapter(isReady: true))
    _ = radio.on(wishes(scan: true))
    _ = radio.on(.started(attempt: 2))
    #expect(radio.on(.adapter(isReady: false)) == [.disarm])
    #expect(radio.discovery == .off)
    #expect(radio.on(wishes(scan: true, [Self.first: false])) == [])
  }

  /// No turn is given while discovery runs unless it was asked for like that, nor while one holds it.
  @Test func noTurnBesideDiscovery() {
    var random = SeededGenerator(seed: 11)
    var radio = RadioMachine()
    var grants = 0
    var last: (turns: [BluetoothAddress: Bool], holder: Bool?) = ([:], nil)
    var attempt = 0
    for _ in 0..<50_000 {
      let event: RadioMachine.Event
      switch Int.random(in: 0..<8, using: &random) {
      case 0: event = .adapter(isReady: Int.random(in: 0..<4, using: &random) > 0)
      case 1, 2: event = .started(attempt: attempt)
      case 3: event = .refused(attempt: attempt)
      case 4: event = .stopped(attempt: attempt)
      case 5: event = .timer
      default:
        var turns: [BluetoothAddress: Bool] = [:]
        if Bool.random(using: &random) {
          turns[Self.first] = Int.random(in: 0..<4, using: &random) == 0
        }
        if Bool.random(using: &random) { turns[Self.second] = false }
        last = (turns, Int.random(in: 0..<4, using: &random) == 0 ? false : nil)
        event = wishes(scan: Bool.random(using: &random), turns, holder: last.holder)
      }
      for action in radio.on(event) {
        switch action {
        case .start(let number, _), .stop(let number): attempt = number
        case .grant(let address):
          grants += 1
          #expect(last.holder == nil)
          #expect(radio.discovery == .off || last.turns[address] == true)
        default: break
        }
      }
    }
    #expect(grants > 1000)
  }
}
