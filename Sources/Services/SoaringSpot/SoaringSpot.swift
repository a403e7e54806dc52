package import FlightModel
package import HTTPClient
package import JSON
package import ServicePlan
package import Waypoints

/// Soaring Spot through a proxy: what is asked, and what its answers mean.
///
/// The proxy's endpoints are known, the bodies of its answers are not: they are read as Soaring Spot's
/// own API writes them, under any of a few names and wrappings.
package struct SoaringSpot: Sendable {
  /// A page of competitions that the proxy cannot mean.
  static let lastPage = 10_000

  let address: ServiceAddress
  let credential: ServiceCredential
  let zones: ZoneDefaults

  package init(
    _ address: ServiceAddress, _ credential: ServiceCredential, _ zones: ZoneDefaults = .init()
  ) {
    self.address = address
    self.credential = credential
    self.zones = zones
  }

  // MARK: Requests

  /// A question to the proxy, with its token.
  package func request(_ path: String, query: [(String, String)] = []) -> UplinkRequest {
    var request = address.request(.get, path, query: query)
    identify(&request)
    return request
  }

  /// What every request to the proxy has, and no other.
  private func identify(_ request: inout UplinkRequest) {
    request.authorization = credential[.token]
    request.headers.append(.init("Accept", "application/json"))
  }

  package var countries: UplinkRequest { request("countries") }

  package func competitions(in country: String, _ year: Int, page: Int) -> UplinkRequest {
    request(
      "competitions", query: [("country", country), ("year", "\(year)"), ("page", "\(page)")])
  }

  package func competition(_ id: String) -> UplinkRequest { request("competitions/\(id)") }

  package func pilots(of id: String) -> UplinkRequest { request("competitions/\(id)/pilots") }

  package func flights(of day: SoaringSpotDay) -> UplinkRequest { request(day.flightsPath) }

  package func task(of day: SoaringSpotDay) -> UplinkRequest { request(day.taskPath) }

  /// Asks for a flight's file; the token goes to the proxy alone.
  package func file(of flight: SoaringSpotFlight) throws(CatalogueFault) -> UplinkRequest {
    guard var request = address.file(flight.file) else {
      throw .service(.refused("the file's address cannot be used"))
    }
    if UplinkRequest.haveOneOrigin(request.url, address.description) { identify(&request) }
    return request
  }

  // MARK: Answers

  /// An answer of the proxy's: 403 is a token that it does not know.
  package static func json(in reply: UplinkReply) throws(CatalogueFault) -> JSONValue {
    if case .answer(let response) = reply, response.status == 403 { throw .service(.unauthorised) }
    let response = try reply.found()
    do throws(ServiceFault) { return try response.json() } catch { throw .service(error) }
  }

  /// The items of an answer that is a list.
  static func items(
    _ names: [String], in json: JSONValue
  ) throws(CatalogueFault) -> ArraySlice<JSONValue> {
    guard let items = json.list(names) else {
      throw .service(.tryAgain("no list of \(names[0])"))
    }
    return items.prefix(CatalogueListing.pageLength)
  }

  /// Countries with competitions, as folders.
  package static func countries(in json: JSONValue) throws(CatalogueFault) -> [CatalogueEntry] {
    try items(["countries"], in: json).compactMap { item in
      guard let code = item.countryCode else { return nil }
      return CatalogueEntry(code, .folder, title: item.words("name", "title") ?? code)
    }.once
  }

  /// The competitions of a page, as folders.
  package static func competitions(
    page: Int, in json: JSONValue
  ) throws(CatalogueFault) -> CatalogueListing {
    let listed = try items(["competitions", "contests"], in: json).compactMap {
      ListedCompetition(soaringSpot: $0)
    }
    return CatalogueListing(listed.map(\.entry).once, hasMore: json.tellsOfMore(behind: page))
  }

  /// Who flies, by competition number.
  package static func pilots(in json: JSONValue) throws(CatalogueFault) -> [String: String] {
    let pairs = try items(["pilots", "contestants"], in: json).compactMap {
      item -> (String, String)? in
      guard let number = item.competitionNumber, let name = item.pilot else { return nil }
      return (number, name)
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// The flights whose files can be had.
  package static func flights(in json: JSONValue) throws(CatalogueFault) -> [SoaringSpotFlight] {
    var names: Set<String> = []
    return try items(["flights", "results"], in: json).compactMap(SoaringSpotFlight.init).filter {
      names.insert($0.name).inserted
    }
  }

  /// The task of a day.
  package func content(
    of day: SoaringSpotDay, in json: JSONValue
  ) throws(CatalogueFault) -> CatalogueContent {
    let source = json["task"]?.object == nil ? json : json["task"]!
    let reader = SoaringSpotTask(source, zones)
    guard let items = reader.items else { throw .service(.tryAgain("no task")) }
    if items.isEmpty { throw .absent }
    let name = source.words("name", "title") ?? "\(day.className) \(day.day)"
    guard let task = reader.task(named: name) else {
      throw .service(.tryAgain("a task that cannot be read"))
    }
    let version = source.words("version", "updated_at", "last_modified")
    return .task(task, ExternalTask(name: name, url: day.taskPath, version: version))
  }
}

extension [CatalogueEntry] {
  /// The first of each name.
  var once: [CatalogueEntry] {
    var names: Set<String> = []
    return filter { names.insert($0.name).inserted }
  }
}
