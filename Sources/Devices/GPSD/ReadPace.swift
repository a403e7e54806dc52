/// Whether gpsd's connections are read as soon as something comes, or about once a second.
///
/// Fixes that come faster than two a second are committed together once a second anyway, and waking
/// for each costs more than reading it. So a fast receiver's reports wait in the socket and are read
/// in one go; a slow one's, and a replay's much faster ones, are read as they come.
package struct ReadPace: Equatable, Sendable {
  /// Between two reads, ms: the pace of commits, so that each takes in all that has come.
  package static let intervalMs: Int64 = 960
  /// Fixes a second of the fastest receiver: above what is committed on arrival, up to what a
  /// receiver does, so that the socket never has to hold much.
  package static let rates = 2.5...25.0

  /// Reads wait for their time.
  package private(set) var isPaced = false

  package init() {}

  /// After a read: the rate of the fastest receiver, nil if it is not known or nothing had come.
  /// Tells whether `isPaced` has changed.
  package mutating func note(fixesPerSecond: Double?) -> Bool {
    let wasPaced = isPaced
    isPaced = fixesPerSecond.map { Self.rates.contains($0) } ?? false
    return isPaced != wasPaced
  }
}
