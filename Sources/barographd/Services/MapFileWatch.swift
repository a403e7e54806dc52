import ControlAPI
import FlightModel
import Linux
import Log
import Logbook
import ServicePlan
import Services
import Settings
import Store
import SyncContract
import Synchronization

/// Looks once a day whether map files that came from a catalogue have newer editions there; takes
/// them in where the settings say so, else tells of them.
final class MapFileWatch: Sendable {
  /// Between two looks at the hour, and at the catalogues.
  private static let tickMs: Int64 = 3_600_000
  private static let lookMs: Int64 = 86_400_000
  private static let mostPages = 20

  private let downloads: Downloads
  private let loop: EventLoop
  private let log: Logger
  private let mayFetch: @Sendable (_ isLoopback: Bool) async -> Bool
  private let known = Mutex<[OutdatedFile]>([])
  /// Whether updates were switched on when the settings were last noted.
  private let wasAutomatic = Mutex(false)

  init(
    _ downloads: Downloads, on loop: EventLoop, log: Logger,
    mayFetch: @escaping @Sendable (_ isLoopback: Bool) async -> Bool
  ) {
    self.downloads = downloads
    self.loop = loop
    self.log = log
    self.mayFetch = mayFetch
  }

  /// What was found at the last look and is not here yet.
  var outdated: [OutdatedFile] { known.withLock { $0 } }

  /// Runs until it is cancelled.
  func run() async {
    await loop.pause(milliseconds: 120_000, tolerance: 60_000)
    var lookedAt: MonotonicInstant?
    while !Task.isCancelled {
      let now = SystemClock.monotonic()
      if lookedAt.map({ now.milliseconds(since: $0) >= Self.lookMs }) ?? true, await mayLook() {
        lookedAt = now
        await lookQuietly()
      }
      if await isAutomatic { await takeIn() }
      await loop.pause(milliseconds: Self.tickMs, tolerance: 60_000)
    }
  }

  /// The settings have changed: who has switched updates on gets those that there are.
  func noteSettings() {
    Task(executorPreference: loop) { [self] in
      let isOn = await isAutomatic
      let wasOn = wasAutomatic.withLock { wasOn in
        defer { wasOn = isOn }
        return wasOn
      }
      guard isOn, !wasOn, await mayLook() else { return }
      await lookQuietly()
      await takeIn()
    }
  }

  private var isAutomatic: Bool {
    get async {
      let setting = try? await downloads.reader.read { (contents) throws(StoreError) in
        try contents.value(of: .automaticFileUpdates).bool
      }
      return setting.flatMap { $0 } ?? false
    }
  }

  private func mayLook() async -> Bool {
    let services: [Service] = [.xcsoar, .openaip]
    return await mayFetch(services.allSatisfy(downloads.access.isLoopback))
  }

  private func lookQuietly() async {
    let before = outdated
    do throws(ControlError) {
      let found = try await look()
      for file in found where !before.contains(file) {
        log.notice("\(file.filename) of \(file.newDay) is there; barograph fetch \(file.path)")
      }
    } catch {
      log.info("newer map files could not be looked for: \(error.message)")
    }
  }

  /// Takes in what is newer.
  private func takeIn() async {
    for file in outdated where await mayLook() {
      do throws(ControlError) {
        let files = try await downloads.fetch(file.path)
        let refusal = files.first { $0.outcome == .refused }
        if let refusal {
          log.warning("\(file.filename) of \(file.newDay): \(refusal.reason ?? "refused")")
        } else {
          forget(file.id)
        }
      } catch {
        log.info("\(file.filename) of \(file.newDay) could not be fetched: \(error.message)")
      }
    }
  }

  /// A file was fetched, or deleted.
  func forget(_ id: String) { known.withLock { $0.removeAll { $0.id == id } } }

  // MARK: Looking

  /// Asks the catalogues of every file that is here.
  func look() async throws(ControlError) -> [OutdatedFile] {
    let files = try await present()
    var all: [OutdatedFile] = []
    for (folder, files) in Dictionary(grouping: files.filter { $0.service == .xcsoar }, by: \.type)
    {
      let entries = try await entries(in: folder)
      all += files.compactMap { file in
        entries[file.filename].flatMap { file.outdated(by: $0.day, at: $0.name) }
      }
    }
    for file in files where file.service == .openaip {
      let code = String(file.filename.prefix { $0 != "_" })
      if let found = file.outdated(by: try await edition(of: code), at: code) { all.append(found) }
    }
    let found = all.sorted { $0.filename < $1.filename }
    known.withLock { $0 = found }
    return found
  }

  private func present() async throws(ControlError) -> [CataloguedFile] {
    let result = await downloads.reader.result { (contents) throws(StoreError) in
      try contents.everyRow(of: .mapFiles, limit: 10_000).compactMap(CataloguedFile.init)
    }
    switch result {
    case .success(let files): return files
    case .failure(let error): throw ControlError(error)
    }
  }

  /// Of XCSoar's catalogue, by the names that their files have here.
  private func entries(
    in folder: String
  ) async throws(ControlError) -> [String: CatalogueEntry] {
    let path = CataloguePath(.xcsoar, [folder])
    let catalogue = try downloads.access.catalogue(of: .xcsoar)
    var entries: [String: CatalogueEntry] = [:]
    for page in 1...Self.mostPages {
      do throws(CatalogueFault) {
        let listing = try await catalogue.list(
          path.parts, page: page, today: SystemClock.wall().date)
        for entry in listing.entries {
          let name = SafeFileName.make(from: entry.name, type: FileKind.type(of: entry.name))
          entries[name] = entry
        }
        if !listing.hasMore { break }
      } catch {
        throw ControlError(error, path)
      }
    }
    return entries
  }

  private func edition(of code: String) async throws(ControlError) -> CivilDate? {
    let catalogue = try downloads.access.catalogue(of: .openaip)
    do throws(CatalogueFault) {
      return try await catalogue.edition(of: [code])
    } catch {
      if error == .absent { return nil }
      throw ControlError(error, CataloguePath(.openaip, [code]))
    }
  }
}

/// A map file that came from a catalogue, as its row tells.
private struct CataloguedFile {
  var id: String
  var service: Service
  /// `waypoints` or `airspace`.
  var type: String
  var filename: String
  var day: CivilDate?

  init?(_ row: ContractRow) {
    guard let source = row["source"]?.text, let service = Service(rawValue: source),
      let id = row["id"]?.text, let type = row["type"]?.text,
      let filename = row["filename"]?.text
    else { return nil }
    self.id = id
    self.service = service
    self.type = type
    self.filename = filename
    day = row["contentUpdatedAt"]?.integer.map { UTCInstant(milliseconds: $0).date }
  }

  /// What there is to tell of an edition of that day, unless it is the one that is here.
  func outdated(by newDay: CivilDate?, at name: String) -> OutdatedFile? {
    guard let newDay, day.map({ $0 < newDay }) ?? true else { return nil }
    let parts = service == .xcsoar ? [type, name] : [name]
    return OutdatedFile(
      id: id, filename: filename, path: CataloguePath(service, parts).description,
      day: day?.rfc3339, newDay: newDay.rfc3339)
  }
}
