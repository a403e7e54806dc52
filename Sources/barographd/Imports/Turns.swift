/// Lets one caller of an actor in at a time, though it waits for others in between; the rest come in
/// their order.
struct Turns {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Takes the turn if it is free.
  mutating func take() -> Bool {
    defer { isTaken = true }
    return !isTaken
  }

  /// Is resumed with the turn.
  mutating func wait(_ caller: CheckedContinuation<Void, Never>) { waiting.append(caller) }

  /// Hands the turn to the next.
  mutating func leave() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
