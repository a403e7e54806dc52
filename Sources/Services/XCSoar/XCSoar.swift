import Crypto
package import FlightModel
package import HTTPClient
package import ServicePlan

/// XCSoar's catalogue: what is asked, and what its answers mean. `download.xcsoar.org`.
package struct XCSoar: Sendable {
  /// The folders, by what lies in them.
  static let kinds: [CatalogueEntry.Kind] = [.waypoints, .airspace]
  static let form = "waypoints or airspace, then a file's name"

  let address: ServiceAddress

  package init(_ address: ServiceAddress) { self.address = address }

  // MARK: The catalogue

  /// The whole catalogue, a file of its own.
  package var repository: UplinkRequest {
    var request = address.request(.get, "repository")
    request.answerLimit = XCSoarRepository.longest
    request.redirects = 3
    return request
  }

  package static func repository(
    in reply: UplinkReply
  ) throws(CatalogueFault) -> XCSoarRepository {
    do throws(ServiceFault) {
      let repository = XCSoarRepository(try reply.success().body)
      if repository.recordCount == 0 { throw .tryAgain("no catalogue of files") }
      return repository
    } catch {
      throw .service(error)
    }
  }

  /// The files of one kind, by name.
  package static func entries(
    _ repository: XCSoarRepository, _ kind: CatalogueEntry.Kind
  ) -> [CatalogueEntry] {
    repository.files.filter { $0.kind == kind }.sorted { $0.name < $1.name }.map {
      CatalogueEntry($0.name, kind, title: $0.about ?? $0.name, detail: $0.area ?? "", day: $0.day)
    }
  }

  /// The kind that the first part of a path names.
  static func kind(_ parts: [String]) throws(CatalogueFault) -> CatalogueEntry.Kind {
    guard let kind = kinds.first(where: { $0.rawValue == parts.first }), parts.count <= 2 else {
      throw .path(form)
    }
    return kind
  }

  // MARK: A file

  /// Asks for a file, where it says it lies.
  package func file(_ file: XCSoarFile) throws(CatalogueFault) -> UplinkRequest {
    guard let request = address.file(file.uri) else {
      throw .service(.refused("its address cannot be used: \(UplinkResponse.spoken(file.uri))"))
    }
    return request
  }

  /// A file as it came; one that is not what the catalogue promises is refused.
  package static func content(
    of file: XCSoarFile, in reply: UplinkReply
  ) throws(CatalogueFault) -> CatalogueContent {
    let bytes = try reply.foundFile().body
    if let promised = file.sha256, SHA256.digest(of: bytes) != promised {
      throw .service(.refused("the file's digest is not the one in the catalogue"))
    }
    return .mapFile(filename: file.name, bytes: bytes, area: file.area, day: file.day)
  }
}
