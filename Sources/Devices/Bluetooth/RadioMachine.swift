package import BLEProfiles

/// The one radio: whether it looks around or connects, never both unless a peripheral has to be
/// connected that way, and one peripheral at a time.
package struct RadioMachine: Sendable {
  package enum Discovery: String, Sendable { case off, starting, on, stopping }

  /// What the peripherals want of it.
  package struct Wishes: Equatable, Sendable {
    /// Somebody is not seen.
    package var scan = false
    /// Those that may connect, and whether discovery has to run meanwhile.
    package var turns: [BluetoothAddress: Bool] = [:]
    /// One connects now; whether discovery has to run meanwhile.
    package var holder: Bool?

    package init() {}
  }

  package enum Event: Equatable, Sendable {
    /// An adapter is there and switched on, or not.
    case adapter(isReady: Bool)
    case wishes(Wishes)
    case started(attempt: Int)
    case refused(attempt: Int)
    case stopped(attempt: Int)
    case timer
  }

  package enum Action: Equatable, Sendable {
    /// Discover known services only, or everything.
    case start(attempt: Int, everything: Bool)
    case stop(attempt: Int)
    case grant(BluetoothAddress)
    case arm(milliseconds: Int64)
    case disarm
  }

  package private(set) var discovery = Discovery.off
  private let policy: BluetoothPolicy
  private var isReady = false
  private var wishes = Wishes()
  /// Those that want a turn, in the order of their asking.
  private var queue: [BluetoothAddress] = []
  private var attempt = 0
  /// Discovery was refused a moment ago.
  private var isResting = false
  /// Some peripherals do not advertise their service: everything is looked at for a while.
  private var isWide = false

  package init(policy: BluetoothPolicy = BluetoothPolicy()) { self.policy = policy }

  /// Takes an event and says what to do.
  package mutating func on(_ event: Event) -> [Action] {
    switch event {
    case .adapter(let isReady): return adapter(isReady)
    case .wishes(let wishes):
      self.wishes = wishes
      queue.removeAll { wishes.turns[$0] == nil }
      queue += wishes.turns.keys.filter { !queue.contains($0) }.sorted()
      return proceed()
    case .started(let number):
      guard number == attempt, discovery == .starting else { return [] }
      discovery = .on
      return [.arm(milliseconds: policy.filterChange)] + proceed()
    case .refused(let number):
      guard number == attempt, discovery == .starting else { return [] }
      (discovery, isResting) = (.off, true)
      return [.arm(milliseconds: policy.discoveryRetry)] + proceed()
    case .stopped(let number):
      guard number == attempt, discovery == .stopping else { return [] }
      discovery = .off
      return proceed()
    case .timer: return timer()
    }
  }

  private mutating func adapter(_ isReady: Bool) -> [Action] {
    guard isReady != self.isReady else { return [] }
    self.isReady = isReady
    attempt += 1
    (discovery, isResting, isWide) = (.off, false, false)
    return [.disarm] + proceed()
  }

  private mutating func timer() -> [Action] {
    isResting = false
    if discovery == .on {
      isWide.toggle()
      return stop()
    }
    return proceed()
  }

  /// Does the next thing on the way to what is wanted.
  private mutating func proceed() -> [Action] {
    guard isReady else { return [] }
    let next = wishes.holder == nil ? queue.first : nil
    let wanted = wishes.holder ?? next.flatMap { wishes.turns[$0] } ?? wishes.scan
    switch discovery {
    case .starting, .stopping: return []
    case .on where !wanted: return stop()
    case .off where wanted && !isResting: return start()
    case .on, .off:
      guard let next else { return [] }
      queue.removeFirst()
      wishes.turns[next] = nil
      return [.grant(next)]
    }
  }

  private mutating func start() -> [Action] {
    attempt += 1
    discovery = .starting
    return [.start(attempt: attempt, everything: isWide)]
  }

  private mutating func stop() -> [Action] {
    attempt += 1
    discovery = .stopping
    return [.disarm, .stop(attempt: attempt)]
  }
}
