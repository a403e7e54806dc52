package import FlightModel
import SyncPlan

/// Which flight goes to which service when, and what each answer leads to. A value: it reads no clock
/// and does nothing itself.
///
/// A record is `sending` on the disk before a request leaves, so after a crash at any moment the
/// service is looked at before anything is sent again: no flight is sent twice, and none is forgotten.
package struct UploadQueue: Sendable {
  /// A record and when something is to be done with it.
  struct Item: Sendable {
    var record: UploadRecord
    /// When it is to be written, because the disk does not have it as it is here.
    var keepAt: MonotonicInstant?
    /// When its next step is due, once it is written.
    var dueAt: MonotonicInstant
    var failures = 0
    /// When a request ended without an answer.
    var unsureSince: MonotonicInstant?
  }

  /// One thing that was asked for and is to be answered.
  struct Step: Equatable, Sendable {
    enum Kind: Sendable { case keep, send, look, publish }

    var key: UploadKey
    var kind: Kind
  }

  /// Every record that this run has met, in the order of their coming.
  var items: [Item] = []
  /// What is under way.
  var active: Step?
  private(set) var network = SyncNetwork.offline
  private(set) var isUnmeteredOnly = false
  private(set) var publishing: Set<Service> = []
  private var connected: Set<Service> = []
  private var local: Set<Service> = []
  var rejected: Set<Service> = []
  var holds: [Service: MonotonicInstant] = [:]
  var now: MonotonicInstant
  private var armed: MonotonicInstant?

  package init(at now: MonotonicInstant) { self.now = now }

  /// Takes in an event at a moment. A moment before the last one counts as the last one.
  package mutating func on(_ event: UploadEvent, at moment: MonotonicInstant) -> [UploadAction] {
    now = max(now, moment)
    var actions: [UploadAction] = []
    if event == .wake { armed = nil }
    apply(event, &actions)
    begin(&actions)
    if nextWake != armed {
      armed = nextWake
      actions.append(.wake(armed))
    }
    return actions
  }

  /// What keeps a service's flights here; nil where only time does.
  package func obstacle(to service: Service) -> UploadObstacle? {
    if !connected.contains(service) { return .notConnected }
    if rejected.contains(service) { return .login }
    if let network = networkObstacle, !local.contains(service) { return network }
    return holds[service].flatMap { $0 > now ? .retryLater($0) : nil }
  }

  private var networkObstacle: UploadObstacle? {
    switch network {
    case .offline: .offline
    case .online(let metering) where isUnmeteredOnly && metering != .unmetered:
      .metered(isMeteringKnown: metering == .metered)
    case .online: nil
    }
  }

  /// When `wake` is wanted; nil where only an event goes on.
  package var nextWake: MonotonicInstant? {
    guard active == nil else { return nil }
    return items.compactMap(readyAt).min()
  }

  /// The first moment at which something is to be done with an item; nil where only an event leads on.
  func readyAt(_ item: Item) -> MonotonicInstant? {
    if let keepAt = item.keepAt { return keepAt }
    guard item.record.isOpen else { return nil }
    switch obstacle(to: item.record.key.service) {
    case nil: return item.dueAt
    case .retryLater(let moment): return max(item.dueAt, moment)
    case .notConnected, .login, .offline, .metered: return nil
    }
  }

  /// The record of a key as this run knows it.
  package subscript(key: UploadKey) -> UploadRecord? {
    items.first { $0.record.key == key }?.record
  }

  /// The records that wait for a person.
  package var stuck: [UploadRecord] {
    items.map(\.record).filter { [.needsInput, .refused].contains($0.stage) }
  }

  /// How long until a record's next step; nil where only an event leads on or it is under way.
  package func waitMs(of key: UploadKey) -> Int64? {
    guard key != active?.key, let item = items.first(where: { $0.record.key == key }) else {
      return nil
    }
    return readyAt(item).map { max(0, $0.milliseconds(since: now)) }
  }
}

extension UploadQueue {
  private mutating func apply(_ event: UploadEvent, _ actions: inout [UploadAction]) {
    switch event {
    case .wake: break
    case .found(let records): for record in records where self[record.key] == nil { add(record) }
    case .asked(let key, let record): ask(key, record)
    case .connected(let service, let isLocal): connect(service, isLocal: isLocal)
    case .disconnected(let service): disconnect(service, &actions)
    case .publishing(let services): publishing = services
    case .network, .unmeteredOnly: change(event, &actions)
    case .kept, .sent, .looked, .published: report(event, &actions)
    }
  }

  private mutating func add(_ record: UploadRecord, isKept: Bool = true) {
    var item = Item(record: record, keepAt: isKept ? nil : now, dueAt: now)
    if record.stage == .sending { item.record.stage = .unsure }
    if item.record.stage == .unsure { item.unsureSince = now }
    items.append(item)
  }

  private mutating func ask(_ key: UploadKey, _ record: UploadRecord?) {
    if self[key] == nil {
      add(record ?? UploadRecord(key), isKept: record != nil)
    }
    guard let index = items.firstIndex(where: { $0.record.key == key }) else { return }
    switch items[index].record.stage {
    case .needsInput: restart(index, .waiting)
    // It may be there all the same: what was refused can have been a look.
    case .refused: restart(index, .unsure)
    default: break
    }
    items[index].failures = 0
    items[index].dueAt = now
  }

  private mutating func restart(_ index: Int, _ stage: UploadRecord.Stage) {
    items[index].record = UploadRecord(items[index].record.key, stage)
    items[index].unsureSince = nil
    items[index].keepAt = now
    items[index].dueAt = now
  }

  private mutating func connect(_ service: Service, isLocal: Bool) {
    connected.insert(service)
    if isLocal { local.insert(service) } else { local.remove(service) }
    rejected.remove(service)
    for index in items.indices where items[index].record.key.service == service {
      items[index].failures = 0
      let field = items[index].record.neededInput
      if let field, !field.isOfFlight { restart(index, .waiting) }
    }
  }

  private mutating func disconnect(_ service: Service, _ actions: inout [UploadAction]) {
    connected.remove(service)
    rejected.remove(service)
    holds[service] = nil
    if let active, active.key.service == service { actions.append(.cancel(active.key)) }
    items.removeAll { $0.record.key.service == service && $0.record.stage != .done }
  }

  private mutating func change(_ event: UploadEvent, _ actions: inout [UploadAction]) {
    let before = networkObstacle
    if case .network(let network) = event { self.network = network }
    if case .unmeteredOnly(let isOnly) = event { isUnmeteredOnly = isOnly }
    if networkObstacle != nil, let active, active.kind != .keep,
      !local.contains(active.key.service)
    {
      actions.append(.cancel(active.key))
    }
    guard before != nil, networkObstacle == nil else { return }
    // What failed for want of a network is due again; a service's own wait stays.
    for index in items.indices {
      items[index].failures = 0
      if items[index].record.stage != .known { items[index].dueAt = min(items[index].dueAt, now) }
    }
  }
}
