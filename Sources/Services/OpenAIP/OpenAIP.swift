package import FlightModel
package import HTTPClient
package import ServicePlan
import SyncPlan

/// openAIP's public files of airspace, one a country: what is asked, and what its answers mean.
package struct OpenAIP: Sendable {
  static let form = "a country in two letters, de for example"
  private static let modified = "Last-Modified"

  let address: ServiceAddress

  package init(_ address: ServiceAddress) { self.address = address }

  /// The country that a path names, in small letters; any two may be asked for.
  static func country(_ parts: [String]) throws(CatalogueFault) -> String {
    let code = (parts.first ?? "").lowercased()
    guard parts.count == 1, code.utf8.count == 2, code.utf8.allSatisfy({ (0x61...0x7A) ~= $0 })
    else { throw .path(form) }
    return code
  }

  static func filename(_ country: String) -> String { "\(country)_asp.txt" }

  /// Asks for a country's airspace, or with HEAD for what is known of it.
  package func airspace(
    of country: String, _ method: UplinkRequest.Method = .get
  ) -> UplinkRequest {
    var request = address.request(method, Self.filename(country))
    request.wantedHeaders = [Self.modified]
    request.timeoutMs = 180_000
    request.answerLimit = ServiceAddress.fileLimit
    request.redirects = 3
    return request
  }

  package static func content(
    of country: String, in reply: UplinkReply
  ) throws(CatalogueFault) -> CatalogueContent {
    let response = try reply.foundFile()
    return .mapFile(
      filename: filename(country), bytes: response.body, area: country, day: day(of: response))
  }

  /// The day on which a country's airspace was last changed; nil where the answer does not say.
  package static func edition(in reply: UplinkReply) throws(CatalogueFault) -> CivilDate? {
    day(of: try reply.foundFile())
  }

  private static func day(of response: UplinkResponse) -> CivilDate? {
    let header = response.headers.first { $0.name == modified }
    return header.flatMap { HTTPDate($0.value[...]) }.map {
      UTCInstant(milliseconds: $0.seconds * 1000).date
    }
  }
}
