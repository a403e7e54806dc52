import ControlAPI
import FlightModel
import Linux
import Log
import Logbook
import Store

/// Takes files into the logbook, one at a time, on a thread that stands behind all others.
///
/// The order survives a power cut at each step: the bytes are durable under their id before a row
/// names them, and a row's name in `flights` comes after it. Only then may a file be removed from
/// where it came. Whatever is repeated comes out the same.
actor Importer {
  nonisolated let loop: EventLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  let store: StoreWriter
  let folder: StateFolder
  let quarantine: Quarantine
  let log: Logger
  /// Told when there is something to analyse; `hasAirfields` that new ones have come.
  let hasNews: @Sendable (_ hasAirfields: Bool) -> Void
  private let reader: StoreReader
  private var turns = Turns()
  private var newest: ImportFacts.Last?
  private var refusedStick: String?
  private var nextTemporary = 0
  /// Of the archive that is being taken in, with those in it.
  var unpacked = Unpacked()

  init(
    loop: EventLoop, store: StoreWriter, folder: StateFolder, log: Logger,
    hasNews: @escaping @Sendable (_ hasAirfields: Bool) -> Void
  ) {
    self.loop = loop
    self.store = store
    self.folder = folder
    self.log = log
    self.hasNews = hasNews
    quarantine = Quarantine(folder: folder)
    reader = StoreReader(path: folder.database)
  }

  /// Lets go of the database.
  func close() { try? reader.close() }

  // MARK: What is offered

  /// Takes a file in, whatever it is; a file or, of an archive, what it held. A file that is
  /// `refused` can be offered again; any other is settled.
  func take(_ offer: Offer) async -> [ImportedFile] {
    await enter()
    defer { turns.leave() }
    let files = await settle(offer)
    note(files)
    return files
  }

  /// What these bytes came to before; nil if they have to be taken in.
  func known(_ sha256: String, as name: String, _ origin: ImportOrigin) async -> [ImportedFile]? {
    await enter()
    defer { turns.leave() }
    let offer = Offer(name: name, path: "", origin: origin)
    return try? await known(sha256, offer).map { [$0] }
  }

  /// Takes bytes in that are in memory.
  @discardableResult
  func take(
    _ bytes: [UInt8], named name: String, from origin: ImportOrigin
  ) async -> [ImportedFile] {
    let path = temporaryPath()
    defer { try? Files.remove(path) }
    do throws(SystemError) {
      try Files.replace(path, with: bytes, mode: 0o600)
    } catch {
      log.error("a flight cannot be kept: \(error)", [.file: name])
      return [
        ImportedFile(name: name, kind: .flight, outcome: .refused, reason: "\(error)")
      ]
    }
    return await take(Offer(name: name, path: path, origin: origin))
  }

  /// Does something while nothing is being taken in.
  func withTurn(_ body: () async -> Void) async {
    await enter()
    defer { turns.leave() }
    await body()
  }

  private func enter() async {
    if !turns.take() { await withCheckedContinuation { turns.wait($0) } }
  }

  func note(_ files: [ImportedFile]) {
    guard let worst = files.first(where: { $0.outcome == .quarantined }) ?? files.last else {
      return
    }
    newest = ImportFacts.Last(at: SystemClock.wall(), file: worst)
    for file in files where file.outcome != .known && file.outcome != .passedOver {
      let fields: [LogField: String] = [
        .file: file.name, .id: file.id ?? "", .reason: file.reason ?? "",
      ]
      log.info(
        "\(file.kind.rawValue) \(file.outcome.rawValue)", fields.filter { !$0.value.isEmpty })
    }
  }

  // MARK: One file

  func settle(_ offer: Offer) async -> [ImportedFile] {
    do {
      let file = try OfferedBytes(offer)
      if let known = try await known(file.sha256, offer) {
        return [try keepDeleted(known, file, offer)]
      }
      // A file that was written to in between counts as it is now.
      let whole = file.kind.isWhole ? try OfferedBytes(offer, keepsBytes: true) : file
      return try await use(whole, offer).map { try keepDeleted($0, whole, offer) }
    } catch {
      return [offer.outcome(.refused, reason: "\(error)")]
    }
  }

  private func use(_ file: OfferedBytes, _ offer: Offer) async throws -> [ImportedFile] {
    switch file.kind {
    case .zip, .gzip: return try await takeArchive(file, offer)
    case .rideLog:
      return [
        try setAside(
          file, offer, .ride, "it is a ride log; take it in with barograph rides import")
      ]
    case .unknown: return [try setAside(file, offer, .unknown, "it is nothing for the logbook")]
    default: break
    }
    guard let bytes = file.bytes else {
      return [
        offer.outcome(
          .refused, reason: "it is longer than \(OfferedBytes.longest >> 20) MiB; split it")
      ]
    }
    do {
      if file.kind == .flight { return [try await takeFlight(bytes, file, offer)] }
      return try await takeMapFile(bytes, file, offer)
    } catch let unusable as Unusable {
      return [try keep(file, offer, unusable.kind, unusable.reason)]
    }
  }

  /// Something that is not for the logbook: from the inbox it goes to the quarantine, since it cannot
  /// stay there; elsewhere it stays where it is.
  private func setAside(
    _ file: OfferedBytes, _ offer: Offer, _ kind: ImportedFile.Kind, _ reason: String
  ) throws -> ImportedFile {
    if offer.origin == .inbox && offer.depth == 0 { return try keep(file, offer, kind, reason) }
    return offer.outcome(.passedOver, kind, reason: reason)
  }

  /// What was deleted here and lies in the inbox goes to the quarantine: it may be the last copy of
  /// somebody who wants it back, and cannot stay there.
  private func keepDeleted(
    _ outcome: ImportedFile, _ file: OfferedBytes, _ offer: Offer
  ) throws -> ImportedFile {
    guard outcome.outcome == .deleted, offer.origin == .inbox, ![.zip, .gzip].contains(file.kind)
    else {
      return outcome
    }
    return try keep(file, offer, outcome.kind, "it was deleted from the logbook")
  }

  /// Keeps what cannot be used, with the reason.
  func keep(
    _ file: OfferedBytes, _ offer: Offer, _ kind: ImportedFile.Kind, _ reason: String
  ) throws -> ImportedFile {
    guard quarantine.hasRoom(for: file.count), hasRoom(for: file.count) else {
      return offer.outcome(.refused, kind, reason: "\(reason); the quarantine has no room for it")
    }
    try quarantine.keep(offer, sha256: file.sha256, reason: reason, at: SystemClock.wall())
    return offer.outcome(.quarantined, kind, id: file.sha256, reason: reason)
  }

  /// Whether the recorder keeps its reserve.
  func hasRoom(for bytes: Int64) -> Bool {
    // A file system that cannot be asked is told by the write that fails.
    guard let free = try? Files.space(at: folder.path).free else { return true }
    return free - bytes >= ImportDesk.reserve
  }

  func checkRoom(for bytes: Int64) throws {
    guard !hasRoom(for: bytes) else { return }
    throw ControlError(
      .storageFailed, message: "the disk has no room for it", hint: "free some space first")
  }

  /// A name for a file of our own in the folder of imports, which is emptied at every start.
  func temporaryPath() -> String {
    nextTemporary += 1
    return "\(folder.imports)/piece-\(nextTemporary)"
  }

  func read<Result>(
    _ body: (StoreContents) throws(StoreError) -> Result
  ) throws(StoreError) -> Result { try reader.read(body) }

  // MARK: Sticks and status

  /// Notes a stick that the system cannot or will not read; nil forgets it.
  func note(refusedStick what: String?) {
    refusedStick = what
    if let what { log.warning("a stick cannot be read", [.stick: what]) }
  }

  /// What the status tells of imports.
  func facts(analysisVersion version: Int) -> ImportFacts {
    var facts = ImportFacts()
    facts.quarantined = Int64(quarantine.count)
    facts.last = newest
    facts.refusedStick = refusedStick
    if let figures = try? reader.read({ (contents) throws(StoreError) in
      try contents.analysisFigures(version: version)
    }) {
      (facts.analysisWaiting, facts.analysisFailed) = (figures.waiting, figures.failed)
    }
    return facts
  }
}

/// Why the file that was offered is good for nothing: it goes to the quarantine.
struct Unusable: Error {
  var kind: ImportedFile.Kind
  var reason: String
}

extension Offer {
  func outcome(
    _ outcome: ImportedFile.Outcome, _ kind: ImportedFile.Kind = .unknown, id: String? = nil,
    filename: String? = nil, items: Int? = nil, reason: String? = nil
  ) -> ImportedFile {
    ImportedFile(
      name: name, kind: kind, outcome: outcome, id: id, filename: filename,
      items: items.map(Int64.init), reason: reason)
  }
}
