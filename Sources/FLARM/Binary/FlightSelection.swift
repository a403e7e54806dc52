import FlightModel

/// Which flights of a logger are fetched.
package enum FlightSelection: Equatable, Sendable {
  /// Only the list.
  case none
  case all
  case newest
  case records(Set<Int>)
  /// All but those whose file names are had already.
  case except(names: Set<String>)

  /// The chosen ones of a list, in its order.
  package func chosen(of flights: [LoggerFlight]) -> [LoggerFlight] {
    switch self {
    case .none: []
    case .all: flights
    case .newest: Self.newest(of: flights).map { [$0] } ?? []
    case .records(let records): flights.filter { records.contains($0.record) }
    case .except(let names): flights.filter { !names.contains($0.fileName) }
    }
  }

  /// By date and time; without those the first of the list, where a FLARM has its newest.
  private static func newest(of flights: [LoggerFlight]) -> LoggerFlight? {
    let dated = flights.filter { $0.date != nil }
    return dated.max {
      ($0.date?.daysSince1970 ?? 0, $0.startSecond ?? 0)
        < ($1.date?.daysSince1970 ?? 0, $1.startSecond ?? 0)
    } ?? flights.first
  }
}
