import ControlAPI
import Linux
import RecordingModel
import Store

/// What an import asks of the store.
extension RideImporter {
  /// Makes minutes durable; a stop of the service ends the import between two of them.
  func store(_ minutes: [ImportedMinute]) throws(ControlError) -> ImportedMinutes {
    guard !isStopping() else {
      throw ControlError(
        .busy, message: "the recorder is being stopped",
        hint: "import the file again afterwards; what is there stays and is not doubled")
    }
    guard !minutes.isEmpty else { return ImportedMinutes() }
    return try change { (database) throws(StoreError) in try database.importMinutes(minutes) }
  }

  /// The import of the same file for the same board, if there was one.
  func earlier(_ hash: String, _ board: String) throws(ControlError) -> RideImport? {
    try blockingQuery(archive) { (contents) throws(StoreError) in
      try contents.rideImport(sha256: hash, boardID: board)
    }
  }

  /// Remembers a file that added something.
  func note(_ hash: String, _ board: String, minutes: Int) throws(ControlError) {
    guard minutes > 0 else { return }
    let ride = RideImport(
      sha256: hash, boardID: board, importedAt: SystemClock.wall(), minutes: Int64(minutes))
    try change { (database) throws(StoreError) in try database.note(ride) }
  }

  /// The board that rides are of: the one that was named, else the one that the file names, else the
  /// only one there is.
  func board(_ order: ImportOrder, source: String?) throws(ControlError) -> String {
    let living = try blockingQuery(archive) { (contents) throws(StoreError) in
      try contents.boards().filter { $0.deletedAt == nil }
    }
    if let wanted = order.board { return try Self.board(wanted, among: living) }
    if let source { return try board(ofSource: source) }
    let met = living.filter { $0.origin == .met }
    guard met.count == 1 else {
      throw ControlError(
        met.isEmpty ? .notFound : .ambiguousID,
        message: met.isEmpty
          ? "the file does not say which board it is of, and none is known"
          : "the file does not say which of \(met.count) boards it is of",
        hint: "name it: --board NAME (barograph boards list shows them, boards add makes one)")
    }
    return met[0].id
  }

  /// The board that a file calls by a name of its own; one that nobody knows is minted deleted.
  func board(ofSource source: String) throws(ControlError) -> String {
    try change { (database) throws(StoreError) in try database.board(ofImported: source) }
  }

  private static func board(_ wanted: String, among boards: [Board]) throws(ControlError) -> String
  {
    if let exact = boards.first(where: { $0.id == wanted }) { return exact.id }
    let named = boards.filter { $0.name.lowercased() == wanted.lowercased() }
    guard named.count == 1 else {
      throw ControlError(
        named.isEmpty ? .notFound : .ambiguousID,
        message: named.isEmpty
          ? "there is no board \(wanted)" : "\(named.count) boards are called \(wanted)",
        hint: "barograph boards list shows them")
    }
    return named[0].id
  }

  private func change<Result: Sendable>(
    _ body: @escaping @Sendable (StoreDatabase) throws(StoreError) -> Result
  ) throws(ControlError) -> Result {
    let store = store
    let outcome: Swift.Result<Result, StoreError> = blockingCall(on: archive.loop) {
      do throws(StoreError) {
        return .success(try await store.perform(body))
      } catch {
        return .failure(error)
      }
    }
    do throws(StoreError) { return try outcome.get() } catch { throw ControlError(error) }
  }
}
