import ControlAPI
import FlightModel
import Linux
import Log
import ServicePlan
import Services
import Store
import SyncContract
import Waypoints

/// What services give, listed for people and taken in.
struct Downloads: Sendable {
  let access: ServiceAccess
  let importer: Importer
  let store: StoreWriter
  let reader: Archive
  let log: Logger

  // MARK: Lists

  /// A page of what lies at a path; of the services themselves where it is empty.
  func list(_ text: String, page: Int) async throws(ControlError) -> CatalogueDocument {
    if text.isEmpty { return Self.services }
    let path = try Self.path(text)
    let catalogue = try await catalogue(of: path.service)
    let listing: CatalogueListing
    do throws(CatalogueFault) {
      listing = try await catalogue.list(path.parts, page: page, today: SystemClock.wall().date)
    } catch {
      throw ControlError(error, path)
    }
    if let competition = listing.competition { await note(competition) }
    return CatalogueDocument(
      listing.entries.map { CatalogueDocument.Entry($0, in: path) },
      nextPage: listing.hasMore ? Int64(page) + 1 : nil)
  }

  private static let services = CatalogueDocument(
    Service.allCases.map { service in
      CatalogueDocument.Entry(path: service.rawValue, kind: .folder, title: service.title)
    })

  /// A competition that was looked at is the newest of those opened. Without a time yet it is only
  /// looked at.
  private func note(_ competition: ListedCompetition) async {
    let fields = competition.fields
    do {
      try await store.perform { (database) throws(StoreError) in
        let known = try database.contents.row(of: .recentCompetitions, [competition.id])
        if fields.contains(where: { known?[$0.key] != $0.value }) {
          _ = try database.put(.recentCompetitions, fields)
        }
        try database.noteOpened(.recentCompetitions, competition.id)
      }
    } catch {
      log.info("\(competition.name) is not noted as opened: \(error)")
    }
  }

  // MARK: Contents

  func content(of text: String) async throws(ControlError) -> CatalogueContent {
    let path = try Self.path(text)
    let catalogue = try await catalogue(of: path.service)
    do throws(CatalogueFault) {
      return try await catalogue.fetch(path.parts)
    } catch {
      throw ControlError(error, path)
    }
  }

  /// Fetches a content and takes it in.
  func fetch(_ text: String) async throws(ControlError) -> [ImportedFile] {
    let path = try Self.path(text)
    return await importer.take(try await content(of: text), from: path.service)
  }

  private func catalogue(of service: Service) async throws(ControlError) -> any Catalogue {
    let settings = try? await reader.read { (contents) throws(StoreError) in
      ZoneDefaults(try contents.settings())
    }
    return try access.catalogue(of: service, zones: settings ?? ZoneDefaults())
  }

  private static func path(_ text: String) throws(ControlError) -> CataloguePath {
    if let path = CataloguePath(text) { return path }
    throw ControlError(
      .notFound, message: "there is no service of that name",
      hint: "there are \(Service.allCases.map(\.rawValue).joined(separator: ", "))")
  }
}

extension CatalogueDocument.Entry {
  fileprivate init(_ entry: CatalogueEntry, in path: CataloguePath) {
    self.init(
      path: path.appending(entry.name).description, kind: Kind(entry.kind), title: entry.title,
      detail: entry.detail, day: entry.day?.rfc3339)
  }
}

extension CatalogueDocument.Entry.Kind {
  fileprivate init(_ kind: CatalogueEntry.Kind) {
    self =
      switch kind {
      case .folder: .folder
      case .flight: .flight
      case .task: .task
      case .waypoints: .waypoints
      case .airspace: .airspace
      }
  }
}

extension ListedCompetition {
  /// Of its row.
  fileprivate var fields: [String: ContractValue] {
    [
      "id": .text(id), "name": .text(name), "location": ContractValue(location),
      "country": ContractValue(country), "startDate": ContractValue(firstDay?.rfc3339),
      "endDate": ContractValue(lastDay?.rfc3339),
    ]
  }
}

extension ControlError {
  /// Why a path gives nothing.
  init(_ fault: CatalogueFault, _ path: CataloguePath) {
    switch fault {
    case .absent:
      self.init(
        .notFound, message: "there is no \(path)",
        hint: "barograph browse shows what there is, folder by folder")
    case .wrongKind:
      self.init(
        .badRequest, message: "\(path) is not of that kind",
        hint: "folders are listed with barograph browse, what is in them is fetched")
    case .path(let form):
      self.init(
        .badRequest, message: "\(path) goes on otherwise",
        hint: "for example \(path.service.rawValue)/\(form)")
    case .service(.unauthorised):
      self.init(
        .wrongCode, message: "\(path.service.title) does not accept the login",
        hint: "barograph services connect \(path.service.rawValue)")
    case .service(.refused(let words)):
      self.init(
        .badRequest, message: "\(path.service.title) refuses: \(words)", hint: "try another path")
    case .service(.needsInput(let field)):
      self.init(
        .badRequest, message: "\(path.service.title) wants to know \(field.meaning)",
        hint: "barograph services connect \(path.service.rawValue)")
    case .service(let fault):
      self.init(
        .unreachable, message: "\(path.service.title) \(fault)", hint: "try again later")
    }
  }
}
