import ControlAPI
import FlightModel
import Linux
import Logbook
import ServicePlan
import Services
import Store
import SyncContract
import Waypoints

/// What services give.
extension Importer {
  /// Takes a content in, asked for by a person, or by an update of what is there.
  func take(_ content: CatalogueContent, from service: Service) async -> [ImportedFile] {
    switch content {
    case .flight(let filename, let igc): return await take(igc, named: filename, from: .person)
    case .task(let task, let external):
      return await settled(external.name) { [try await $0.keep(task, from: external)] }
    case .mapFile(let filename, let bytes, let area, let day):
      guard let source = MapFileOrigin.Source(service) else { return [] }
      let origin = MapFileOrigin(source: source, area: area, day: day)
      return await settled(filename) { try await $0.takeMapFile(bytes, filename, origin) }
    }
  }

  /// What could not be used is refused, and not kept: it can be fetched again.
  private func settled(
    _ name: String, _ body: (isolated Importer) async throws -> [ImportedFile]
  ) async -> [ImportedFile] {
    var files: [ImportedFile] = []
    await withTurn {
      do {
        files = try await body(self)
      } catch {
        let (kind, reason) =
          (error as? Unusable).map { ($0.kind, $0.reason) } ?? (.unknown, "\(error)")
        files = [ImportedFile(name: name, kind: kind, outcome: .refused, reason: reason)]
      }
    }
    note(files)
    return files
  }

  private func takeMapFile(
    _ bytes: [UInt8], _ filename: String, _ origin: MapFileOrigin
  ) async throws -> [ImportedFile] {
    let path = temporaryPath()
    defer { try? Files.remove(path) }
    try Files.replace(path, with: bytes, mode: 0o600)
    let offer = Offer(name: filename, path: path, origin: .person)
    let file = try OfferedBytes(offer)
    guard [.cup, .openAir, .ourAirports].contains(file.kind) else {
      throw Unusable(
        kind: .unknown, reason: "it is neither a SeeYou file of waypoints nor one of OpenAir")
    }
    return try await takeMapFile(bytes, file, offer, origin)
  }

  /// Enters a task, or changes the one that came from the same place before.
  private func keep(
    _ task: FlightTask, from external: ExternalTask
  ) async throws -> ImportedFile {
    var fields = Self.fields(of: task, from: external)
    let rows = try read { (contents) throws(StoreError) in
      try contents.everyRow(of: .tasks, limit: 10_000)
    }
    let before = rows.first { $0["externalUrl"]?.text == external.url }
    let id = before?["id"] ?? .text(String(Self.digest("task\n\(external.url)").prefix(32)))
    fields["id"] = id
    let hasNews = fields.contains { before?[$0.key] != $0.value }
    if hasNews {
      try await store.perform { [fields] (database) throws(StoreError) in
        _ = try database.put(.tasks, fields)
      }
    }
    return ImportedFile(
      name: task.name, kind: .tasks,
      outcome: before == nil ? .added : hasNews ? .replaced : .known, id: id.text, items: 1)
  }
}
