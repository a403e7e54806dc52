import FlightModel
import HTTPClient
import ServicePlan

/// Asks for openAIP's files; which countries there are is known beforehand.
struct OpenAIPClient: Catalogue {
  private let openAIP: OpenAIP
  private let transport: any ServiceTransport

  init(_ openAIP: OpenAIP, over transport: any ServiceTransport) {
    self.openAIP = openAIP
    self.transport = transport
  }

  func list(
    _ parts: [String], page: Int, today: CivilDate
  ) async throws(CatalogueFault) -> CatalogueListing {
    guard parts.isEmpty else {
      _ = try OpenAIP.country(parts)
      throw .wrongKind
    }
    let entries = OpenAIP.countries.map { code, name in
      CatalogueEntry(code, .airspace, title: "Airspace of \(name)")
    }
    return CatalogueListing(page: page, of: entries)
  }

  func fetch(_ parts: [String]) async throws(CatalogueFault) -> CatalogueContent {
    if parts.isEmpty { throw .wrongKind }
    let country = try OpenAIP.country(parts)
    return try OpenAIP.content(
      of: country, in: await transport.send(openAIP.airspace(of: country)))
  }

  func edition(of parts: [String]) async throws(CatalogueFault) -> CivilDate? {
    if parts.isEmpty { throw .wrongKind }
    let country = try OpenAIP.country(parts)
    return try OpenAIP.edition(in: await transport.send(openAIP.airspace(of: country, .head)))
  }
}
