import FlightModel
import NMEA

/// Keeps to the best of several sentences that give the same quantity on one link: two sensors, or
/// one filtered twice, differ by more than a climb.
struct SourcePreference {
  /// A better sentence that has been silent for this long no longer counts.
  static let memoryMilliseconds: Int64 = 5000

  private var best: (rank: Int, at: MonotonicInstant)?

  /// Whether a value of this rank (0 is best) counts now.
  mutating func accepts(_ rank: Int, at now: MonotonicInstant) -> Bool {
    if let best, rank > best.rank,
      now.milliseconds(since: best.at) <= Self.memoryMilliseconds
    {
      return false
    }
    best = (rank, now)
    return true
  }

  /// The instrument's own fast sentences go before its slow ones, those before what it passes on
  /// from a FLARM, and the altitude of several meanings comes last.
  static func rank(of sentence: Sentence) -> Int {
    switch sentence.code {
    case AddressCode("PLXVS"): 1
    case AddressCode("PGRMZ"): 2
    case AddressCode("LXWP0"): 3
    default: 0
    }
  }
}
