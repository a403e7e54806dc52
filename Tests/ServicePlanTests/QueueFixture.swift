import FlightModel
import ServicePlan
import SyncPlan

/// A queue with a clock of its own, and what it has asked for.
final class QueueFixture {
  var queue = UploadQueue(at: MonotonicInstant(nanoseconds: 0))
  private(set) var now = MonotonicInstant(nanoseconds: 0)
  /// Everything but wakes since the last look at it.
  private(set) var actions: [UploadAction] = []
  /// When the queue wants to be woken.
  private(set) var wake: MonotonicInstant?

  /// Connected with WeGlide over an unmetered network, unless told otherwise.
  init(_ services: [Service] = [.weglide], network: SyncNetwork = .online(.unmetered)) {
    for service in services { tell(.connected(service, isLocal: false)) }
    tell(.network(network))
  }

  func tell(_ event: UploadEvent) {
    for action in queue.on(event, at: now) {
      if case .wake(let moment) = action { wake = moment } else { actions.append(action) }
    }
  }

  /// What was asked for since the last call.
  func take() -> [UploadAction] {
    defer { actions = [] }
    return actions
  }

  /// Moves the clock and wakes the queue if it wanted to be woken by then.
  func pass(ms: Int64) {
    now = now.advanced(byMilliseconds: ms)
    if let wake, wake <= now { tell(.wake) }
  }

  /// Confirms the one record that is to be kept, and gives it back.
  func keep() -> UploadRecord? {
    let kept = take().compactMap { if case .keep(let record) = $0 { record } else { nil } }
    guard kept.count == 1, let record = kept.first else { return nil }
    tell(.kept(record.key, isDone: true))
    return record
  }

  /// Asks for a flight and comes to the moment at which it is being sent.
  func begin(_ key: UploadKey = .example) -> Bool {
    tell(.asked(key, nil))
    while let record = keep(), record.stage != .sending {}
    return take() == [.send(key)]
  }
}

extension UploadKey {
  static let example = UploadKey(flight: String(repeating: "a", count: 64), service: .weglide)
  static func made(_ digit: Character, _ service: Service = .weglide) -> UploadKey {
    UploadKey(flight: String(repeating: digit, count: 64), service: service)
  }
}
