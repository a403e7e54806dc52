import SyncEngine
import Synchronization

struct Broken: Error, CustomStringConvertible {
  var description: String { "broken on purpose" }
}

final class MemoryCredentials: CredentialStore {
  struct State: Sendable {
    var credential: DeviceCredential?
    var queue: [DeviceCredential] = []
    var isBroken = false
    var saves = 0
  }

  private let state: Mutex<State>

  init(_ credential: DeviceCredential?) { state = Mutex(State(credential: credential)) }

  var now: State { state.withLock { $0 } }
  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  private func attempt<Value: Sendable>(
    _ body: @Sendable (inout State) -> Value
  ) throws -> Value {
    try state.withLock { state in
      if state.isBroken { throw Broken() }
      return body(&state)
    }
  }

  func load() async throws -> DeviceCredential? { try attempt { $0.credential } }

  func save(_ credential: DeviceCredential) async throws {
    try attempt {
      $0.credential = credential
      $0.saves += 1
    }
  }

  func remove(mustRevoke: Bool) async throws {
    try attempt {
      if mustRevoke, let credential = $0.credential { $0.queue.append(credential) }
      $0.credential = nil
    }
  }

  func queueRevocation(of credential: DeviceCredential) async throws {
    try attempt { $0.queue.append(credential) }
  }

  func revocations() async throws -> [DeviceCredential] { try attempt { $0.queue } }

  func revoked(_ credential: DeviceCredential) async throws {
    try attempt { state in state.queue.removeAll { $0 == credential } }
  }
}
