/// A conversation with the logger behind an LXNAV vario: the vario is told to pass through before, and
/// told back whatever happened.
package struct DirectConversation<Inner: GroundConversation>: GroundConversation {
  /// How long a vario takes to change its mode.
  package static var settlingMilliseconds: Int64 { 10 }

  private enum State: Equatable { case idle, entering, talking, leaving(GroundAction), ended }

  private var inner: Inner
  private var state = State.idle

  package init(_ inner: Inner) { self.inner = inner }

  package mutating func on(_ event: GroundEvent) -> [GroundAction] {
    switch (state, event) {
    case (.ended, _): return []
    case (.idle, .opened):
      state = .entering
      return [
        .send(LXNAVCommand.enterDirect.line), .arm(milliseconds: Self.settlingMilliseconds),
      ]
    case (.idle, .stop(let failure)):
      state = .ended
      return [.failed(failure)]
    case (.entering, .timerFired):
      state = .talking
      return pass(.opened)
    case (.entering, .stop(let failure)): return leave(.failed(failure))
    case (.talking, _): return pass(event)
    case (.leaving(let outcome), .timerFired):
      state = .ended
      return [outcome]
    case (.leaving, .stop(let failure)):
      state = .leaving(.failed(failure))
      return []
    default: return []
    }
  }

  private mutating func pass(_ event: GroundEvent) -> [GroundAction] {
    var actions = inner.on(event)
    switch actions.last {
    case .finished, .failed:
      let outcome = actions.removeLast()
      return actions + leave(outcome)
    default: return actions
    }
  }

  private mutating func leave(_ outcome: GroundAction) -> [GroundAction] {
    state = .leaving(outcome)
    return [.send(LXNAVCommand.leaveDirect.line), .arm(milliseconds: Self.settlingMilliseconds)]
  }
}
