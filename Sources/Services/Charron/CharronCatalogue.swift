import FlightModel
import HTTPClient
import ServicePlan

/// Charron.line's days and the flights of each: `days/DAY`, and `DAY` for short.
struct CharronCatalogue: Catalogue {
  /// Seasons that can be looked back through.
  private static let seasons = 30

  private let charron: Charron
  private let transport: any ServiceTransport

  init(_ charron: Charron, over transport: any ServiceTransport) {
    self.charron = charron
    self.transport = transport
  }

  /// Each page is a season, from this one back.
  func list(
    _ parts: [String], page: Int, today: CivilDate
  ) async throws(CatalogueFault) -> CatalogueListing {
    let path = try Self.path(parts)
    if path.name != nil { throw .wrongKind }
    if let day = path.day {
      return CatalogueListing(page == 1 ? try await flights(on: day) : [])
    }
    guard (1...Self.seasons).contains(page) else { return CatalogueListing([]) }
    return try await days(ofSeason: Charron.season(of: today) - page + 1, page)
  }

  func fetch(_ parts: [String]) async throws(CatalogueFault) -> CatalogueContent {
    let path = try Self.path(parts)
    guard let day = path.day, let name = path.name else { throw .wrongKind }
    let session = try await session(ofSeason: Charron.season(of: day))
    let listed = try await files(on: day, session)
    guard let file = listed.first(where: { $0.filename == name }) else { throw .absent }
    return try await transport.send(charron.download(file.path, in: session)).flight(named: name)
  }

  private func days(
    ofSeason season: Int, _ page: Int
  ) async throws(CatalogueFault) -> CatalogueListing {
    do throws(CatalogueFault) {
      let session = try await session(ofSeason: season)
      let reply = await transport.ask(charron.days(ofSeason: season, in: session))
      return CatalogueListing(try reply.found(Charron.days), hasMore: page < Self.seasons)
    } catch {
      // Before the first season there is none.
      if error == .absent, page > 1 { return CatalogueListing([]) }
      throw error
    }
  }

  private func flights(on day: CivilDate) async throws(CatalogueFault) -> [CatalogueEntry] {
    let session = try await session(ofSeason: Charron.season(of: day))
    return try await files(on: day, session).map { file in
      CatalogueEntry(
        file.filename, .flight, title: file.filename,
        detail: file.line == file.filename ? "" : file.line, day: day)
    }
  }

  private func files(
    on day: CivilDate, _ session: Charron.Session
  ) async throws(CatalogueFault) -> [Charron.ListedFile] {
    let reply = await transport.ask(charron.flights(on: day, in: session))
    return try reply.found { reply throws(ServiceFault) in try charron.files(on: day, in: reply) }
  }

  private func session(ofSeason season: Int) async throws(CatalogueFault) -> Charron.Session {
    try await transport.send(charron.login(season: season)).found(Charron.session)
  }

  /// A path of days, with or without `days` before it; neither day nor name is all of them.
  private static func path(
    _ parts: [String]
  ) throws(CatalogueFault) -> (day: CivilDate?, name: String?) {
    let rest = Array(parts.first == "days" ? parts.dropFirst() : parts[...])
    guard let first = rest.first else { return (nil, nil) }
    guard rest.count <= 2 else { throw .absent }
    guard let day = CivilDate(serviceDay: first), day.rfc3339 == first else {
      throw .path("days/YYYY-MM-DD")
    }
    return (day, rest.count == 2 ? rest[1] : nil)
  }
}
