import FlightModel
import ServicePlan

/// Asks for XCSoar's catalogue, which is small, anew each time.
struct XCSoarClient: Catalogue {
  private let xcsoar: XCSoar
  private let transport: any ServiceTransport

  init(_ xcsoar: XCSoar, over transport: any ServiceTransport) {
    self.xcsoar = xcsoar
    self.transport = transport
  }

  func list(
    _ parts: [String], page: Int, today: CivilDate
  ) async throws(CatalogueFault) -> CatalogueListing {
    if parts.isEmpty {
      let folders = XCSoar.kinds.map {
        CatalogueEntry($0.rawValue, .folder, title: $0.rawValue.capital)
      }
      return CatalogueListing(page: page, of: folders)
    }
    let kind = try XCSoar.kind(parts)
    if parts.count > 1 { throw .wrongKind }
    return CatalogueListing(page: page, of: XCSoar.entries(try await repository(), kind))
  }

  func fetch(_ parts: [String]) async throws(CatalogueFault) -> CatalogueContent {
    let file = try await file(parts)
    return try XCSoar.content(of: file, in: await transport.send(try xcsoar.file(file)))
  }

  func edition(of parts: [String]) async throws(CatalogueFault) -> CivilDate? {
    try await file(parts).day
  }

  private func file(_ parts: [String]) async throws(CatalogueFault) -> XCSoarFile {
    if parts.isEmpty { throw .wrongKind }
    let kind = try XCSoar.kind(parts)
    guard parts.count == 2 else { throw .wrongKind }
    let files = try await repository().files
    guard let file = files.first(where: { $0.kind == kind && $0.name == parts[1] }) else {
      throw .absent
    }
    return file
  }

  private func repository() async throws(CatalogueFault) -> XCSoarRepository {
    try XCSoar.repository(in: await transport.send(xcsoar.repository))
  }
}

extension String {
  /// With a capital at its head.
  fileprivate var capital: String { prefix(1).uppercased() + dropFirst() }
}
