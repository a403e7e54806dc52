import Devices

/// What came from boards that the store has not been asked about to the end.
struct BoardBook {
  /// Events that wait for one board: half a minute at 20 Hz.
  static let mostWaiting = 600
  /// Boards that are remembered.
  static let most = 32

  private enum Entry {
    case asked(waiting: [SourceEvent])
    case known
  }
  private var entries: [String: Entry] = [:]

  /// A board has to be asked about; false when that is under way or no more are remembered.
  mutating func begin(_ key: String) -> Bool {
    switch entries[key] {
    case .asked: return false
    case .known: return true
    case nil:
      guard entries.count < Self.most else { return false }
      entries[key] = .asked(waiting: [])
      return true
    }
  }

  /// Whether an event can go on now; one of a board that was asked about waits, the oldest going
  /// first when too many do.
  mutating func isReady(_ event: SourceEvent, of key: String) -> Bool {
    switch entries[key] {
    case .known: return true
    case nil: return false
    case .asked(var waiting):
      entries[key] = nil
      if waiting.count == Self.mostWaiting { waiting.removeFirst() }
      waiting.append(event)
      entries[key] = .asked(waiting: waiting)
      return false
    }
  }

  /// The store could not say: what waits is given up.
  mutating func forget(_ key: String) { entries[key] = nil }

  /// The store knows the board now: what waited for it.
  mutating func settle(_ key: String) -> [SourceEvent] {
    defer { entries[key] = .known }
    guard case .asked(let waiting)? = entries[key] else { return [] }
    return waiting
  }
}
