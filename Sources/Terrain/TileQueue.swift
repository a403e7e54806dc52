package import Elevation
package import FlightModel

/// Which tile is asked for when. What fails is tried again ever later; the server's own trouble holds
/// up all tiles, an answer that is no tile only that one.
package struct TileQueue: Sendable {
  /// After the server's first trouble, and at most, ms.
  package static let firstWaitMs: Int64 = 60_000
  package static let longestWaitMs: Int64 = 3_600_000
  /// After an answer that is no tile, ms.
  package static let unusableWaitMs: Int64 = 86_400_000

  package private(set) var notes: TileNotes
  private var serverFrom: MonotonicInstant?
  private var tileFrom: [TileName: MonotonicInstant] = [:]
  private var troubles = 0

  package init(notes: TileNotes) { self.notes = notes }

  /// Wants a tile; whether that is news.
  package mutating func want(_ name: TileName, wallSeconds: Int64) -> Bool {
    !notes.isAbsent(name, seconds: wallSeconds) && notes.want(name)
  }

  /// The tile to ask for now; nil while none is wanted or all have to wait.
  package func next(at now: MonotonicInstant) -> TileName? {
    if let serverFrom, now < serverFrom { return nil }
    return notes.wanted.first { tileFrom[$0].map { $0 <= now } ?? true }
  }

  /// How long until `next` may name one, ms; nil while none is wanted.
  package func waitMs(at now: MonotonicInstant) -> Int64? {
    let tiles = notes.wanted.map { tileFrom[$0].map { $0.milliseconds(since: now) } ?? 0 }
    guard let soonest = tiles.min() else { return nil }
    return max(0, soonest, serverFrom?.milliseconds(since: now) ?? 0)
  }

  /// The tile is here, however it came.
  package mutating func arrived(_ name: TileName) {
    settle(name)
    notes.unwant(name)
  }

  /// The server has no such tile.
  package mutating func absent(_ name: TileName, wallSeconds: Int64) {
    arrived(name)
    notes.note(absent: name, seconds: wallSeconds)
  }

  /// The answer was no tile.
  package mutating func unusable(_ name: TileName, at now: MonotonicInstant) {
    settle(name)
    tileFrom[name] = now.advanced(byMilliseconds: Self.unusableWaitMs)
  }

  /// The server cannot be asked; `seconds` is what it wants to be left alone for.
  package mutating func failed(at now: MonotonicInstant, seconds: Int64?) {
    let doubled = Self.firstWaitMs << min(troubles, 10)
    let waitMs = max(min(Self.longestWaitMs, doubled), (seconds ?? 0) * 1000)
    troubles += 1
    serverFrom = now.advanced(byMilliseconds: waitMs)
  }

  /// The server answered.
  private mutating func settle(_ name: TileName) {
    tileFrom[name] = nil
    serverFrom = nil
    troubles = 0
  }
}
