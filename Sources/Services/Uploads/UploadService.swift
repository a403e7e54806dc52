import FlightModel
package import ServicePlan
package import SyncPlan

/// Carries out what `UploadQueue` decides. Everything of it runs on one executor, and every step ends
/// by itself, so that nothing that is lost elsewhere stops it.
package actor UploadService {
  nonisolated let executor: any SerialExecutor & TaskExecutor
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private let store: any UploadStore
  private let clock: any UploadClock
  private let listener: any UploadListener
  private var queue: UploadQueue
  private var clients: [Service: any UploadClient] = [:]
  private var step: Task<Void, Never>?
  private var isHalted = false

  package init(
    store: any UploadStore, clock: any UploadClock, listener: any UploadListener,
    on executor: any SerialExecutor & TaskExecutor
  ) {
    self.store = store
    self.clock = clock
    self.listener = listener
    self.executor = executor
    queue = UploadQueue(at: clock.now())
  }

  // MARK: What happens elsewhere

  /// New records may be in the database; also once at the start.
  package func look() async {
    guard let open = try? await store.openUploads() else { return }
    handle(.found(open))
  }

  /// A person wants a flight at a service; the record as it stands then. Once this has returned, no
  /// crash forgets the wish.
  package func ask(for key: UploadKey) async throws -> UploadRecord {
    var known = queue[key]
    if known == nil { known = try await store.upload(key) }
    let record = known ?? UploadRecord(key)
    if known == nil { try await store.add(record) }
    handle(.asked(key, record))
    return queue[key] ?? record
  }

  /// There is an account at a service, reached through `client`; `isLocal` needs no network.
  package func connect(_ service: Service, _ client: any UploadClient, isLocal: Bool) {
    clients[service] = client
    handle(.connected(service, isLocal: isLocal))
  }

  /// Nothing more is sent to a service; what was open is forgotten.
  package func disconnect(_ service: Service) async throws {
    clients[service] = nil
    handle(.disconnected(service))
    try await store.forgetUploads(to: service)
  }

  /// Whose flights are to be made public.
  package func publish(_ services: Set<Service>) { handle(.publishing(services)) }

  package func network(_ network: SyncNetwork) { handle(.network(network)) }

  /// Whether only unmetered connections may be used.
  package func unmeteredOnly(_ isOnly: Bool) { handle(.unmeteredOnly(isOnly)) }

  /// Ends what is under way; nothing touches the store afterwards.
  package func shutdown() async {
    isHalted = true
    clock.arm(at: nil) {}
    step?.cancel()
    await step?.value
  }

  // MARK: What is known

  /// A record as it is now: the database may be a step behind.
  package func record(_ key: UploadKey) -> UploadRecord? { queue[key] }

  /// The records that wait for a person.
  package var stuck: [UploadRecord] { queue.stuck }

  package func obstacle(to service: Service) -> UploadObstacle? { queue.obstacle(to: service) }

  /// Milliseconds until a record's next step; nil where only an event leads on, or it is under way.
  package func waitMs(of key: UploadKey) -> Int64? { queue.waitMs(of: key) }

  // MARK: The loop

  private func handle(_ event: UploadEvent) {
    if isHalted { return }
    for action in queue.on(event, at: clock.now()) { perform(action) }
  }

  private func perform(_ action: UploadAction) {
    switch action {
    case .keep(let record): begin { await $0.keep(record) }
    case .send(let key): begin { .sent(key, await $0.send(key)) }
    case .look(let key, let id): begin { .looked(key, await $0.see(key, id)) }
    case .publish(let key, let id): begin { .published(key, await $0.publish(key, id)) }
    case .cancel: step?.cancel()
    case .tell(let record): listener.tell(record)
    case .tellLogin(let service): listener.tellLogin(service)
    case .wake(let moment):
      clock.arm(at: moment) { [weak self] in self?.ring() }
    }
  }

  private func begin(
    _ body: @escaping @Sendable (isolated UploadService) async -> UploadEvent
  ) {
    step = Task(executorPreference: executor) { await self.finish(body) }
  }

  private func finish(
    _ body: @Sendable (isolated UploadService) async -> UploadEvent
  ) async {
    handle(await body(self))
  }

  private nonisolated func ring() {
    Task(executorPreference: executor) { await self.handle(.wake) }
  }

  // MARK: Steps

  private func keep(_ record: UploadRecord) async -> UploadEvent {
    do {
      try await store.keep(record)
      return .kept(record.key, isDone: true)
    } catch {
      return .kept(record.key, isDone: false)
    }
  }

  private func send(_ key: UploadKey) async -> Result<Placement, ServiceFault> {
    await asking(key) { (client, flight) async throws(ServiceFault) in
      try await client.upload(flight)
    }
  }

  private func see(_ key: UploadKey, _ id: String?) async -> Result<Sighting, ServiceFault> {
    await asking(key) { (client, flight) async throws(ServiceFault) in
      try await client.look(for: flight, id: id)
    }
  }

  private func publish(_ key: UploadKey, _ id: String) async -> ServiceFault? {
    guard let client = clients[key.service] else { return .tryAgain("not connected") }
    do throws(ServiceFault) {
      try await client.publish(id: id)
      return nil
    } catch {
      return error
    }
  }

  private func asking<Value: Sendable>(
    _ key: UploadKey,
    _ body: (any UploadClient, FlightToUpload) async throws(ServiceFault) -> Value
  ) async -> Result<Value, ServiceFault> {
    guard let client = clients[key.service] else { return .failure(.tryAgain("not connected")) }
    let flight: FlightToUpload?
    do {
      flight = try await store.flight(key.flight)
    } catch {
      return .failure(.tryAgain("\(error)"))
    }
    guard let flight else { return .failure(.refused("the flight is not in the logbook")) }
    do throws(ServiceFault) {
      return .success(try await body(client, flight))
    } catch {
      return .failure(error)
    }
  }
}
