import FlightModel
import SyncPlan

extension UploadQueue {
  /// Begins the next step that is due, if none is under way.
  mutating func begin(_ actions: inout [UploadAction]) {
    guard active == nil,
      let index = items.indices.first(where: { readyAt(items[$0]).map { $0 <= now } ?? false })
    else { return }
    if items[index].keepAt == nil, items[index].record.stage == .waiting { set(index, .sending) }
    let (record, key) = (items[index].record, items[index].record.key)
    if items[index].keepAt != nil {
      active = Step(key: key, kind: .keep)
      return actions.append(.keep(record))
    }
    switch record.stage {
    case .sending:
      active = Step(key: key, kind: .send)
      actions.append(.send(key))
    case .unsure, .known:
      active = Step(key: key, kind: .look)
      actions.append(.look(key, id: record.serverID))
    case .placed:
      active = Step(key: key, kind: .publish)
      actions.append(.publish(key, id: record.serverID ?? ""))
    case .waiting, .done, .needsInput, .refused: break
    }
  }

  /// Takes in what a step came to; nothing if it is late or not of this queue.
  mutating func report(_ event: UploadEvent, _ actions: inout [UploadAction]) {
    guard let active, event.step == active else { return }
    let key = active.key
    self.active = nil
    // Disconnected meanwhile.
    guard let index = items.firstIndex(where: { $0.record.key == key }) else { return }
    switch event {
    case .kept(_, true): kept(index, &actions)
    case .kept(_, false):
      items[index].failures += 1
      items[index].keepAt = now.advanced(byMilliseconds: backOffMs(index))
    case .sent(_, .success(let placement)): place(index, placement)
    case .sent(_, .failure(let fault)): judge(index, fault, &actions)
    case .looked(_, .success(let sighting)): see(index, sighting)
    case .published(_, nil): set(index, .done)
    case .published(_, .refused(let words)):
      set(index, .done, detail: "not made public: \(words)")
    case .looked(_, .failure(.refused(let words))): set(index, .refused, detail: words)
    case .looked(_, .failure(let fault)), .published(_, .some(let fault)):
      retry(index, fault, &actions)
    default: break
    }
  }

  private mutating func kept(_ index: Int, _ actions: inout [UploadAction]) {
    items[index].keepAt = nil
    let record = items[index].record
    if !record.isOpen || record.stage == .known { actions.append(.tell(record)) }
  }

  private mutating func place(_ index: Int, _ placement: Placement) {
    items[index].failures = 0
    switch placement {
    case .done(let id): settle(index, id)
    case .known(let id): set(index, .known, id: id)
    }
  }

  /// The flight is there.
  private mutating func settle(_ index: Int, _ id: String?) {
    let isPublic = !publishing.contains(items[index].record.key.service)
    set(index, isPublic || id == nil ? .done : .placed, id: id)
  }

  private mutating func judge(
    _ index: Int, _ fault: ServiceFault, _ actions: inout [UploadAction]
  ) {
    switch fault {
    case .needsInput(let field): set(index, .needsInput, detail: field.rawValue)
    case .refused(let words): set(index, .refused, detail: words)
    case .unauthorised:
      set(index, .waiting)
      reject(items[index].record.key.service, &actions)
    case .retryLater, .tryAgain:
      set(index, .unsure)
      items[index].unsureSince = now
      retry(index, fault, &actions)
    }
  }

  private mutating func see(_ index: Int, _ sighting: Sighting) {
    let item = items[index]
    items[index].failures = 0
    if case .seen(let id) = sighting { return settle(index, id ?? item.record.serverID) }
    if item.record.stage == .known {
      items[index].dueAt = now.advanced(byMilliseconds: UploadTimings.knownMs)
      return
    }
    let settled = item.unsureSince?.advanced(byMilliseconds: UploadTimings.settleMs) ?? now
    if item.record.key.service.knowsFiles || settled <= now { return set(index, .waiting) }
    items[index].dueAt = settled
  }

  /// A step that is to be taken again.
  private mutating func retry(
    _ index: Int, _ fault: ServiceFault, _ actions: inout [UploadAction]
  ) {
    let service = items[index].record.key.service
    switch fault {
    case .unauthorised: reject(service, &actions)
    case .retryLater(let waitMs): holds[service] = now.advanced(byMilliseconds: max(1000, waitMs))
    case .needsInput, .refused, .tryAgain: fail(index)
    }
  }

  private mutating func reject(_ service: Service, _ actions: inout [UploadAction]) {
    if rejected.insert(service).inserted { actions.append(.tellLogin(service)) }
  }

  private mutating func fail(_ index: Int) {
    items[index].failures += 1
    items[index].dueAt = now.advanced(byMilliseconds: backOffMs(index))
  }

  private func backOffMs(_ index: Int) -> Int64 {
    SyncTimings.backOffMs(failures: items[index].failures)
  }

  /// A stage that is to be kept before anything else happens.
  private mutating func set(
    _ index: Int, _ stage: UploadRecord.Stage, id: String? = nil, detail: String? = nil
  ) {
    items[index].record.stage = stage
    if let id { items[index].record.serverID = id }
    items[index].record.detail = detail
    items[index].keepAt = now
    items[index].dueAt = now
  }
}

extension UploadEvent {
  /// The step that a report answers.
  fileprivate var step: UploadQueue.Step? {
    switch self {
    case .kept(let key, _): .init(key: key, kind: .keep)
    case .sent(let key, _): .init(key: key, kind: .send)
    case .looked(let key, _): .init(key: key, kind: .look)
    case .published(let key, _): .init(key: key, kind: .publish)
    default: nil
    }
  }
}
