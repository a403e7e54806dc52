import FlightModel
package import HTTPClient
import JSON
package import ServicePlan

extension WeGlide {
  /// Where WeGlide serves its files, by their path in `igc_file`. Another server than WeGlide's own
  /// has them below its API.
  private var files: ServiceAddress {
    let isWeGlide = address.description.hasPrefix("https://api.weglide.org/")
    return isWeGlide ? ServiceAddress("https://weglidefiles.b-cdn.net")! : address
  }

  /// Flights of one page of the feed, which has no other length.
  package static let feedLength = 25

  /// A page of what pilots have flown last, from number `skip` on: a multiple of `feedLength`.
  package func latest(skip: Int = 0) -> UplinkRequest {
    request(.get, "flight/feed", query: [("skip", "\(skip)")])
  }

  /// A page of the pilot's flights, for people.
  package static func flightListing(
    in reply: UplinkReply
  ) throws(ServiceFault) -> CatalogueListing {
    try listing(in: reply, pageLength, entry: flightEntry)
  }

  /// A page of the feed, for people.
  package static func latestListing(
    in reply: UplinkReply
  ) throws(ServiceFault) -> CatalogueListing {
    try listing(in: reply, feedLength, entry: flightEntry)
  }

  /// A page of a list; what is no entry is passed over. A full page may have another behind it.
  static func listing(
    in reply: UplinkReply, _ pageLength: Int, entry: (JSONValue) -> CatalogueEntry?
  ) throws(ServiceFault) -> CatalogueListing {
    guard let list = try reply.forKey().json().array else { throw .tryAgain("no list") }
    return CatalogueListing(
      list.prefix(1000).compactMap(entry), hasMore: list.count >= pageLength)
  }

  private static func flightEntry(_ json: JSONValue) -> CatalogueEntry? {
    guard let id = json["id"]?.id else { return nil }
    let km = json["contest"]?["distance"]?.double ?? json["distance"]?.double
    let airport = json["custom_takeoff_airport"] ?? json["takeoff_airport"]
    return CatalogueEntry(
      id, .flight, title: json["user"]?.text("name") ?? "Flight \(id)",
      detail: EntryText.joined(
        json["aircraft"]?.text("name"), EntryText.kilometres(km),
        airport?.text("name")),
      day: (json["scoring_date"]?.string ?? json["takeoff_time"]?.string)
        .flatMap(CivilDate.init(serviceDay:)))
  }

  /// Where the file of a flight lies: `17/igcfiles/abc.igc`.
  package static func file(in reply: UplinkReply) throws(ServiceFault) -> String {
    let file = try reply.forKey().json()["igc_file"]
    guard let path = file?["file"]?.string ?? file?.string, isPath(path) else {
      throw .refused("it does not give the file of this flight")
    }
    return path
  }

  private static func isPath(_ path: String) -> Bool {
    path.utf8.count <= CataloguePath.longest
      && path.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
        CataloguePath.isPart(String($0))
      }
  }

  /// The download of a file. Everybody may have it, so the key stays here.
  package func download(_ path: String) -> UplinkRequest {
    let escaped = path.split(separator: "/").map { FormText.escaped(String($0)) }
    var request = files.request(.get, escaped.joined(separator: "/"))
    request.expectFile()
    return request
  }
}
