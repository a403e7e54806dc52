package import FlightModel

/// One line of a listing of what a service has to give.
package struct CatalogueEntry: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Has a listing of its own.
    case folder
    case flight, task, waypoints, airspace
  }

  /// The last part of its path.
  package var name: String
  package var kind: Kind
  /// What it is, for people, at most 200 characters.
  package var title: String
  /// More for people: pilot, glider, distance, area; at most 200 characters.
  package var detail: String
  /// The day of a flight or a task, or of the newest edition of a map file.
  package var day: CivilDate?

  package init(
    _ name: String, _ kind: Kind, title: String, detail: String = "", day: CivilDate? = nil
  ) {
    self.name = name
    self.kind = kind
    self.title = title
    self.detail = detail
    self.day = day
  }
}

/// A page of entries.
package struct CatalogueListing: Equatable, Sendable {
  package var entries: [CatalogueEntry]
  /// Whether another page follows.
  package var hasMore: Bool
  /// The competition that this is the listing of.
  package var competition: ListedCompetition?

  package init(
    _ entries: [CatalogueEntry], hasMore: Bool = false, competition: ListedCompetition? = nil
  ) {
    self.entries = entries
    self.hasMore = hasMore
    self.competition = competition
  }
}

/// A competition as its organisers' service tells of it.
package struct ListedCompetition: Equatable, Sendable {
  /// The service's own, at most 64 characters.
  package var id: String
  package var name: String
  package var location: String?
  /// ISO 3166 in two capitals.
  package var country: String?
  package var firstDay: CivilDate?
  package var lastDay: CivilDate?

  package init(
    id: String, name: String, location: String? = nil, country: String? = nil,
    firstDay: CivilDate? = nil, lastDay: CivilDate? = nil
  ) {
    self.id = id
    self.name = name
    self.location = location
    self.country = country
    self.firstDay = firstDay
    self.lastDay = lastDay
  }
}
