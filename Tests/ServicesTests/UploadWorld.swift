import FlightModel
import Linux
import ServicePlan
import Services
import Synchronization

/// A database that outlives crashes, with a service that compares files or does not, and a clock that
/// moves on demand.
final class UploadWorld: UploadStore, UploadListener, UploadClient, Sendable {
  struct State {
    var rows: [UploadKey: UploadRecord] = [:]
    /// Files that the service has, by their name, with how often each came.
    var placed: [String: Int] = [:]
    var told: [UploadRecord] = []
    var isStoreBroken = false
    /// Counts down at each step of the box; at 0 the power goes.
    var stepsToCrash = Int.max
    var isDown = false
    /// What the next uploads come to, in place of a good answer; `isPerformed` does what was asked.
    var faults: [(fault: ServiceFault, isPerformed: Bool)] = []
    var requests = 0
    var waiter: CheckedContinuation<Void, Never>?

    /// Whether the power is gone or nothing is left to do.
    var isOver: Bool { isDown || rows.values.allSatisfy { !$0.isOpen } }
  }

  let state = Mutex(State())

  struct PowerCut: Error {}

  /// Suspends until the power is gone or nothing is left to do.
  func ended() async {
    await withCheckedContinuation { waiter in
      state.withLock { $0.waiter = waiter }
      settle()
    }
  }

  private func settle() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.isOver else { return nil }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }

  /// The power goes before or after this step, or not; nothing that comes later has any effect.
  private func step() throws {
    defer { settle() }
    try state.withLock { state in
      if state.isDown { throw PowerCut() }
      state.stepsToCrash -= 1
      if state.stepsToCrash <= 0 {
        state.isDown = true
        throw PowerCut()
      }
    }
  }

  // MARK: Database

  func openUploads() async throws -> [UploadRecord] {
    try step()
    return state.withLock { $0.rows.values.filter(\.isOpen) }
      .sorted { $0.key.flight < $1.key.flight }
  }

  func upload(_ key: UploadKey) async throws -> UploadRecord? {
    try step()
    return state.withLock { $0.rows[key] }
  }

  func add(_ record: UploadRecord) async throws {
    try step()
    state.withLock { state in
      if state.rows[record.key] == nil { state.rows[record.key] = record }
    }
    try step()
  }

  func keep(_ record: UploadRecord) async throws {
    try step()
    try state.withLock { state in
      if state.isStoreBroken { throw PowerCut() }
      state.rows[record.key] = record
    }
    try step()
    settle()
  }

  func forgetUploads(to service: Service) async throws {
    try step()
    state.withLock { state in
      state.rows = state.rows.filter { $0.key.service != service || $0.value.stage == .done }
    }
  }

  func flight(_ id: String) async throws -> FlightToUpload? {
    try step()
    var flight = FlightToUpload.example
    flight.filename = id
    return flight
  }

  // MARK: Service

  func check(on day: CivilDate) async throws(ServiceFault) -> ServiceCredential {
    throw .refused("not asked for")
  }

  func upload(_ flight: FlightToUpload) async throws(ServiceFault) -> Placement {
    try lively()
    let fault = state.withLock { state -> ServiceFault? in
      state.requests += 1
      let fault = state.faults.isEmpty ? nil : state.faults.removeFirst()
      if fault.map(\.isPerformed) ?? true { state.placed[flight.filename, default: 0] += 1 }
      return fault?.fault
    }
    try lively()
    if let fault { throw fault }
    return .done(id: "of-\(flight.filename.prefix(1))")
  }

  func look(for flight: FlightToUpload, id: String?) async throws(ServiceFault) -> Sighting {
    try lively()
    let isThere = state.withLock { $0.placed[flight.filename] != nil }
    try lively()
    return isThere ? .seen(id: "of-\(flight.filename.prefix(1))") : .unseen
  }

  func publish(id: String) async throws(ServiceFault) { try lively() }

  private func lively() throws(ServiceFault) {
    do { try step() } catch { throw .tryAgain("the power is gone") }
  }

  // MARK: People

  func tell(_ record: UploadRecord) { state.withLock { $0.told.append(record) } }
  func tellLogin(_ service: Service) {}
}

/// A clock that jumps to the alarm as soon as one is set.
final class JumpingClock: UploadClock, Sendable {
  private let moment = Mutex(MonotonicInstant(nanoseconds: 0))
  private let loop: EventLoop

  init(loop: EventLoop) { self.loop = loop }

  func now() -> MonotonicInstant { moment.withLock { $0 } }

  func arm(at alarm: MonotonicInstant?, _ ring: @escaping @Sendable () -> Void) {
    guard let alarm else { return }
    _ = loop.after(milliseconds: 0, tolerance: 0) { [self] in
      moment.withLock { $0 = max($0, alarm) }
      ring()
    }
  }
}
