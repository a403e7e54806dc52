import FlightModel
import HTTPClient
import JSON
import ServicePlan
import Waypoints

/// WeGlide's flights and tasks: `flights`, `latest`, `tasks`, `declaration`.
struct WeGlideCatalogue: Catalogue {
  private static let root = CatalogueListing([
    CatalogueEntry("flights", .folder, title: "Your flights"),
    CatalogueEntry("latest", .folder, title: "What was flown last, by anybody"),
    CatalogueEntry("tasks", .folder, title: "Your tasks"),
    CatalogueEntry("declaration", .task, title: "The task that you have declared there"),
  ])

  private let weglide: WeGlide
  private let zones: ZoneDefaults
  private let transport: any ServiceTransport

  init(_ weglide: WeGlide, zones: ZoneDefaults, over transport: any ServiceTransport) {
    self.weglide = weglide
    self.zones = zones
    self.transport = transport
  }

  func list(
    _ parts: [String], page: Int, today: CivilDate
  ) async throws(CatalogueFault) -> CatalogueListing {
    guard let skip = PageNumber.skipped(before: page, of: WeGlide.pageLength),
      let skipInFeed = PageNumber.skipped(before: page, of: WeGlide.feedLength)
    else { return CatalogueListing([]) }
    switch parts {
    case []: return page == 1 ? Self.root : CatalogueListing([])
    case ["flights"]: return try await listed(weglide.flights(skip: skip), WeGlide.flightListing)
    case ["latest"]:
      return try await listed(weglide.latest(skip: skipInFeed), WeGlide.latestListing)
    case ["tasks"]: return try await listed(weglide.tasks(skip: skip), WeGlide.taskListing)
    default: throw Self.isContent(parts) ? .wrongKind : .absent
    }
  }

  func fetch(_ parts: [String]) async throws(CatalogueFault) -> CatalogueContent {
    if parts == ["declaration"] {
      return try WeGlide.task(in: await transport.ask(weglide.declaration()), zones: zones)
    }
    guard Self.isContent(parts) else {
      throw Self.root.entries.contains { [$0.name] == parts } || parts.isEmpty
        ? .wrongKind : .absent
    }
    if parts[0] == "tasks" {
      return try WeGlide.task(in: await transport.ask(weglide.task(id: parts[1])), zones: zones)
    }
    return try await flight(parts[1])
  }

  private func listed(
    _ request: UplinkRequest, _ read: (UplinkReply) throws(ServiceFault) -> CatalogueListing
  ) async throws(CatalogueFault) -> CatalogueListing {
    try await transport.ask(request).found(read)
  }

  private func flight(_ id: String) async throws(CatalogueFault) -> CatalogueContent {
    let path = try await transport.ask(weglide.flight(id: id)).found(WeGlide.file)
    let filename = path.split(separator: "/").last.map(String.init) ?? path
    return try await transport.send(weglide.download(path)).flight(named: filename)
  }

  /// Whether a path is that of a flight or a task.
  private static func isContent(_ parts: [String]) -> Bool {
    if parts == ["declaration"] { return true }
    return parts.count == 2 && ["flights", "latest", "tasks"].contains(parts[0])
      && JSONValue.string(parts[1]).id != nil
  }
}
