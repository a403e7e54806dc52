import FlightModel
import HTTPClient
import ServicePlan

/// SkyLines' flights: `own`, `latest`, `date/DAY`, `pilot/NUMBER`.
struct SkyLinesCatalogue: Catalogue {
  private static let root = CatalogueListing([
    CatalogueEntry("own", .folder, title: "Your flights"),
    CatalogueEntry("latest", .folder, title: "The flights of the newest day"),
    CatalogueEntry("date", .folder, title: "Flights by day"),
    CatalogueEntry("pilot", .folder, title: "Flights by pilot, pilot/NUMBER"),
  ])
  /// Days of a page.
  private static let days = 30

  private let skylines: SkyLines
  private let transport: any ServiceTransport

  init(_ skylines: SkyLines, over transport: any ServiceTransport) {
    self.skylines = skylines
    self.transport = transport
  }

  func list(
    _ parts: [String], page: Int, today: CivilDate
  ) async throws(CatalogueFault) -> CatalogueListing {
    let place = try SkyLinesPlace(parts)
    guard let skip = PageNumber.skipped(before: page, of: Self.days) else {
      return CatalogueListing([])
    }
    switch place {
    case .root: return page == 1 ? Self.root : CatalogueListing([])
    case .days: return Self.days(before: today.daysSince1970 - skip)
    case .pilots: throw SkyLinesPlace.pilotsFault
    case .flight: throw .wrongKind
    case .latest: return try await listed(skylines.latest(page: page), page)
    case .day(let day): return try await listed(skylines.flights(on: day, page: page), page)
    case .pilot(let id): return try await listed(skylines.flights(ofPilot: id, page: page), page)
    case .own:
      return try await listed(skylines.flights(ofPilot: try await own(), page: page), page)
    }
  }

  func fetch(_ parts: [String]) async throws(CatalogueFault) -> CatalogueContent {
    guard case .flight(let id) = try SkyLinesPlace(parts) else { throw .wrongKind }
    let name = try await transport.ask(skylines.flight(id: id)).found(SkyLines.filename)
    return try await transport.send(skylines.download(name)).flight(named: name)
  }

  /// The number of the account, which a login that was never tried does not hold yet.
  private func own() async throws(CatalogueFault) -> String {
    if let known = skylines.credential[.userID] { return known }
    return try await transport.send(skylines.settings()).found(SkyLines.userID)
  }

  private func listed(
    _ request: UplinkRequest, _ page: Int
  ) async throws(CatalogueFault) -> CatalogueListing {
    try await transport.ask(request).found { reply throws(ServiceFault) in
      try SkyLines.listing(in: reply, page: page)
    }
  }

  private static func days(before last: Int) -> CatalogueListing {
    let entries = (0..<days).map { back in
      let day = CivilDate(daysSince1970: last - back)
      return CatalogueEntry(day.rfc3339, .folder, title: day.rfc3339, day: day)
    }
    return CatalogueListing(entries, hasMore: true)
  }
}
