import FlightModel

/// What went wrong with a peripheral.
package enum PeripheralFault: Error, Equatable, Sendable {
  /// BlueZ does not know the object any more: it forgets what it has not heard for 30 s.
  case unknownObject
  /// BlueZ believes that somebody connects already, sometimes for ever.
  case inProgress
  /// Nobody answered in time, or the radio gave the attempt up.
  case connectTimedOut
  /// Connected, and the services never came.
  case unresolved
  /// It has no service that is looked for.
  case noService
  /// Connected and subscribed, and nothing comes.
  case silent
  /// The connection is gone.
  case gone(String)
  /// BlueZ refuses, in its words.
  case failed(String)

  /// Faults of one kind are counted together.
  var kind: Int {
    switch self {
    case .unknownObject: 0
    case .inProgress: 1
    case .connectTimedOut: 2
    case .unresolved: 3
    case .noService: 4
    case .silent: 5
    case .gone: 6
    case .failed: 7
    }
  }

  /// How many in a row it takes until BlueZ is made to forget the device and all that it believes.
  var patience: Int {
    switch self {
    case .inProgress, .unresolved, .noService: 2
    case .connectTimedOut, .silent, .failed: 4
    case .unknownObject, .gone: .max
    }
  }
}

extension PeripheralMachine {
  /// An attempt, or what it led to, is over.
  mutating func fail(_ fault: PeripheralFault, _ now: MonotonicInstant) -> [Action] {
    guard [.connecting, .resolving, .subscribing, .open].contains(state) else { return [] }
    note(fault, now)
    var actions: [Action] = []
    if state == .open {
      lossCount += 1
      isWanted = false
      actions.append(.tellClosed(fault))
    }
    guard fault != .unknownObject else {
      let path = sight?.path
      sight = nil
      return actions + [.release] + (path.map { [.forget(path: $0)] } ?? []) + rest(now)
    }
    return actions + leave()
  }

  private mutating func note(_ fault: PeripheralFault, _ now: MonotonicInstant) {
    failureCount += 1
    repeatCount = lastFault?.kind == fault.kind ? repeatCount + 1 : 1
    lastFault = fault
    if fault == .connectTimedOut, repeatCount.isMultiple(of: 2) { connectsWhileScanning.toggle() }
    // What a person paired stays paired.
    mustRemove = repeatCount >= fault.patience && sight?.isPaired != true
    let wait = min(policy.longestBackOff, policy.backOffStep * Int64(min(failureCount, 1000)))
    retryAt = now.advanced(byMilliseconds: wait)
  }

  /// Lets go of the connection, also of one that is only being made.
  mutating func leave() -> [Action] {
    guard let sight else {
      state = .idle
      return [.release, .disarm]
    }
    attempt += 1
    state = .leaving
    return [
      .release, .disconnect(path: sight.path, attempt: attempt),
      .arm(milliseconds: policy.leaveLimit),
    ]
  }

  /// Disconnect or RemoveDevice was answered, well or not, or the wait for it is over.
  mutating func left(_ now: MonotonicInstant) -> [Action] {
    guard state == .leaving else { return [] }
    if mustRemove, let sight {
      (mustRemove, repeatCount) = (false, 0)
      attempt += 1
      return [
        .remove(path: sight.path, attempt: attempt), .arm(milliseconds: policy.leaveLimit),
      ]
    }
    return rest(now)
  }

  private mutating func rest(_ now: MonotonicInstant) -> [Action] {
    attempt += 1
    mustRemove = false
    state = .idle
    return isWanted ? wait(now) : [.disarm]
  }

  /// The object is gone, by itself or because it was removed.
  mutating func vanished(_ now: MonotonicInstant) -> [Action] {
    sight = nil
    switch state {
    case .idle, .missing, .waiting: return []
    case .queued:
      state = .missing
      return []
    case .leaving: return rest(now)
    case .connecting, .resolving, .subscribing, .open:
      let isOpen = state == .open
      note(.gone("the adapter or BlueZ let go of it"), now)
      if isOpen {
        lossCount += 1
        isWanted = false
      }
      return [.release] + (isOpen ? [.tellClosed(.gone("the connection was lost"))] : [])
        + rest(now)
    }
  }
}
