package import FlightModel
package import ServicePlan
package import Waypoints

/// What every service that gives something can be asked. `parts` are those of a `CataloguePath` below
/// the service. A call ends by itself, within a few requests' time; each request is made and each
/// answer judged by pure functions of the service's own file.
package protocol Catalogue: Sendable {
  /// A page of what lies at a place; the first is 1. `today` is in UTC.
  func list(
    _ parts: [String], page: Int, today: CivilDate
  ) async throws(CatalogueFault) -> CatalogueListing
  /// The content of what is no folder.
  func fetch(_ parts: [String]) async throws(CatalogueFault) -> CatalogueContent
  /// The day of the newest edition of a map file, without its content; nil where nobody says.
  func edition(of parts: [String]) async throws(CatalogueFault) -> CivilDate?
}

extension Catalogue {
  /// Most places have one edition only.
  package func edition(of parts: [String]) async throws(CatalogueFault) -> CivilDate? { nil }
}

/// What was fetched, as it came: it is judged like any other file.
package enum CatalogueContent: Equatable, Sendable {
  /// An IGC file of at most 20 MB; `filename` is the service's.
  case flight(filename: String, igc: [UInt8])
  case task(FlightTask, ExternalTask)
  /// A CUP or OpenAir file of at most 20 MB. `area` is the service's word for where it is good.
  case mapFile(filename: String, bytes: [UInt8], area: String?, day: CivilDate?)
}

/// Where a task came from, so that it is known when it comes again.
package struct ExternalTask: Equatable, Sendable {
  package var name: String
  /// As the service wrote it, or the path that it was asked for with, verbatim.
  package var url: String
  package var version: String?

  package init(name: String, url: String, version: String? = nil) {
    self.name = name
    self.url = url
    self.version = version
  }
}
