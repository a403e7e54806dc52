import FlightModel
import HTTPClient
import JSON
import ServicePlan

/// Asks Soaring Spot's proxy.
struct SoaringSpotClient: Catalogue {
  private let spot: SoaringSpot
  private let transport: any ServiceTransport

  init(_ spot: SoaringSpot, over transport: any ServiceTransport) {
    self.spot = spot
    self.transport = transport
  }

  // MARK: Listings

  func list(
    _ parts: [String], page: Int, today: CivilDate
  ) async throws(CatalogueFault) -> CatalogueListing {
    switch try SoaringSpotPlace(parts) {
    case .root:
      return CatalogueListing(
        page: page, of: try SoaringSpot.countries(in: try await ask(spot.countries)))
    case .country:
      let years = (today.year - SoaringSpotPlace.yearsBack...today.year).reversed()
      return CatalogueListing(
        page: page, of: years.map { CatalogueEntry("\($0)", .folder, title: "\($0)") })
    case .year(let country, let year):
      let page = min(max(1, page), SoaringSpot.lastPage)
      let request = spot.competitions(in: country, year, page: page)
      return try SoaringSpot.competitions(page: page, in: try await ask(request))
    case .competition(let country, let id): return try await competition(id, country, page)
    case .competitionClass(_, let id, let name): return try await days(of: name, id, page)
    case .day(let day): return try await content(of: day, page)
    case .task, .flight: throw .wrongKind
    }
  }

  private func competition(
    _ id: String, _ country: String, _ page: Int
  ) async throws(CatalogueFault) -> CatalogueListing {
    let json = try await ask(spot.competition(id))
    guard var competition = ListedCompetition(soaringSpot: json), competition.id == id else {
      throw .service(.tryAgain("it tells of another competition"))
    }
    competition.country = competition.country ?? country
    let classes = SoaringSpotClass.all(in: json).map(\.entry)
    return CatalogueListing(page: page, of: classes, competition: competition)
  }

  private func days(
    of name: String, _ id: String, _ page: Int
  ) async throws(CatalogueFault) -> CatalogueListing {
    let classes = SoaringSpotClass.all(in: try await ask(spot.competition(id)))
    guard let found = classes.first(where: { $0.name == name }) else { throw .absent }
    return CatalogueListing(page: page, of: found.days)
  }

  /// The task first, then the flights. In the morning there is a task alone.
  private func content(
    of day: SoaringSpotDay, _ page: Int
  ) async throws(CatalogueFault) -> CatalogueListing {
    var flights: [SoaringSpotFlight]
    do throws(CatalogueFault) {
      flights = try await self.flights(of: day)
    } catch .absent {
      _ = try await ask(spot.task(of: day))
      flights = []
    }
    if flights.contains(where: { $0.pilot == nil }) { await name(&flights, of: day) }
    let task = CatalogueEntry(SoaringSpotPlace.task, .task, title: "Task", day: day.date)
    return CatalogueListing(page: page, of: [task] + flights.map { $0.entry(on: day.date) })
  }

  /// Fills in who flew, where the flights tell competition numbers only.
  private func name(_ flights: inout [SoaringSpotFlight], of day: SoaringSpotDay) async {
    let reply = await transport.send(spot.pilots(of: day.competition))
    // Without them there are numbers.
    guard let pilots = try? SoaringSpot.pilots(in: try SoaringSpot.json(in: reply)) else { return }
    for index in flights.indices where flights[index].pilot == nil {
      flights[index].pilot = flights[index].competitionNumber.flatMap { pilots[$0] }
    }
  }

  // MARK: Contents

  func fetch(_ parts: [String]) async throws(CatalogueFault) -> CatalogueContent {
    switch try SoaringSpotPlace(parts) {
    case .task(let day): return try spot.content(of: day, in: try await ask(spot.task(of: day)))
    case .flight(let day, let name):
      let flights = try await flights(of: day)
      guard let flight = flights.first(where: { $0.name == name }) else { throw .absent }
      return try flight.content(in: await transport.send(try spot.file(of: flight)))
    default: throw .wrongKind
    }
  }

  private func flights(of day: SoaringSpotDay) async throws(CatalogueFault) -> [SoaringSpotFlight] {
    try SoaringSpot.flights(in: try await ask(spot.flights(of: day)))
  }

  private func ask(_ request: UplinkRequest) async throws(CatalogueFault) -> JSONValue {
    try SoaringSpot.json(in: await transport.send(request))
  }
}
