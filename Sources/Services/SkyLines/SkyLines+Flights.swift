package import FlightModel
package import HTTPClient
import JSON
package import ServicePlan

extension SkyLines {
  /// Flights of a full page of a list.
  package static let pageLength = 50

  /// Where the site serves its files: SkyLines has them beside its API, not below it.
  private var files: ServiceAddress {
    let api = address.description
    let site = api.hasSuffix("/api") ? String(api.dropLast(4)) : api
    let host = "https://api."
    guard site.hasPrefix(host) else { return ServiceAddress(site) ?? address }
    return ServiceAddress("https://\(site.dropFirst(host.count))") ?? address
  }

  /// A page of the flights of a day, the best first.
  package func flights(on day: CivilDate, page: Int) -> UplinkRequest {
    request(.get, "flights/date/\(day.rfc3339)", query: [("page", "\(page)")])
  }

  /// A page of the flights of the newest day that has any.
  package func latest(page: Int) -> UplinkRequest {
    request(.get, "flights/latest", query: [("page", "\(page)")])
  }

  /// A page of a list of flights, for people. SkyLines answers with the last page for each behind it.
  package static func listing(
    in reply: UplinkReply, page: Int
  ) throws(ServiceFault) -> CatalogueListing {
    let json = try reply.unlessBlocked().success().json()
    guard let list = json["flights"]?.array else { throw .tryAgain("no list of flights") }
    let count = json["count"]?.integer ?? 0
    let before = Int64((page - 1) * pageLength)
    if page > 1, before >= count { return CatalogueListing([]) }
    return CatalogueListing(
      list.prefix(1000).compactMap(entry),
      hasMore: !list.isEmpty && before + Int64(list.count) < count)
  }

  private static func entry(_ json: JSONValue) -> CatalogueEntry? {
    guard let id = json["id"]?.id else { return nil }
    let days = [json["scoreDate"], json["igcFile"]?["date"], json["takeoffTime"]]
    return CatalogueEntry(
      id, .flight,
      title: json["pilot"]?.text("name") ?? json.text("pilotName") ?? "Flight \(id)",
      detail: EntryText.joined(
        json["model"]?.text("name"),
        EntryText.kilometres(json["distance"]?.double.map { $0 / 1000 }),
        json["takeoffAirport"]?.text("name")),
      day: days.lazy.compactMap { $0?.string.flatMap(CivilDate.init(serviceDay:)) }.first)
  }

  /// The name of a flight's file.
  package static func filename(in reply: UplinkReply) throws(ServiceFault) -> String {
    let flight = try reply.unlessBlocked().success().json()["flight"]
    guard let name = flight?["igcFile"]?["filename"]?.string, CataloguePath.isPart(name) else {
      throw .refused("it does not give the file of this flight")
    }
    return name
  }

  /// The download of a file. Everybody may have it, so the login stays here.
  package func download(_ filename: String) -> UplinkRequest {
    var request = files.request(.get, "files/\(FormText.escaped(filename))")
    request.expectFile()
    return request
  }
}
