package import FlightModel
package import HTTPClient
import JSON
package import ServicePlan

/// A flight of a day of a class.
package struct SoaringSpotFlight: Equatable, Sendable {
  /// As paths have it.
  package var name: String
  package var pilot: String?
  package var competitionNumber: String?
  package var glider: String?
  /// Where its IGC file lies: a whole URL, or a path.
  package var file: String

  /// Nil without a file.
  init?(_ json: JSONValue) {
    let file = json.member("igc_file", "igc_url", "igc", "file", "url")
    guard let file = file?.string ?? file?.words("url", "href"), !file.isEmpty else { return nil }
    self.file = file
    pilot = json.pilot
    competitionNumber = json.competitionNumber
    glider = json.words("aircraft_model", "glider", "aircraft")
    let name = json["id"]?.id ?? competitionNumber ?? Self.lastPart(of: file)
    guard let name, CataloguePath.isPart(name), name != SoaringSpotPlace.task else { return nil }
    self.name = name
  }

  /// Its line in the listing of a day.
  package func entry(on day: CivilDate?) -> CatalogueEntry {
    let detail = [competitionNumber, glider].compactMap { $0 }.joined(separator: ", ")
    return CatalogueEntry(
      name, .flight, title: pilot ?? competitionNumber ?? name,
      detail: UplinkResponse.spoken(detail), day: day)
  }

  /// The file as it came.
  package func content(in reply: UplinkReply) throws(CatalogueFault) -> CatalogueContent {
    .flight(filename: filename, igc: try reply.foundFile().body)
  }

  private var filename: String {
    let last = Self.lastPart(of: file) ?? name
    return last.lowercased().hasSuffix(".igc") ? last : "\(name).igc"
  }

  private static func lastPart(of file: String) -> String? {
    let path = file.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map(String.init).flatMap {
      CataloguePath.isPart($0) ? $0 : nil
    }
  }
}
