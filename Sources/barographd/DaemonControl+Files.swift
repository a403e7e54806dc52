import ControlAPI
import Linux
import RecordingModel
import Store
import SyncContract

/// The files that rows name.
extension DaemonControl {
  func fileContent(id: String) throws(ControlError) -> ByteStream {
    let rows = try query { (contents) throws(StoreError) in
      try contents.everyRow(of: .mapFiles, limit: Self.mostMapFiles)
    }.filter { $0["id"]?.text?.hasPrefix(id) ?? false }
    guard let row = rows.first else {
      throw ControlError(
        .notFound, message: "there is no file \(id)", hint: "barograph files list shows them")
    }
    guard rows.count == 1 else {
      throw ControlError(
        .ambiguousID, message: "several files begin with \(id)", hint: "give more digits")
    }
    guard let hash = row["contentHash"]?.text else {
      throw ControlError(
        .notFound, message: "the content of this file is not kept here",
        hint: "import it again")
    }
    return try blocks(of: "\(folder.mapFiles)/\(hash)")
  }

  private static let mostMapFiles = 10_000

  /// Removes from the disk what a deleted row named. The row is gone first: a power cut between
  /// leaves a file that nothing names, and never a row without its file.
  func removeFiles(of target: DeleteTarget, _ row: ContractRow?) {
    switch target {
    case .flight: if let id = row?["id"]?.text { removeFlight(id) }
    case .mapFile:
      if let id = row?["id"]?.text { serviceParts.mapFiles.forget(id) }
      if let hash = row?["contentHash"]?.text { removeMapFile(hash) }
    default: break
    }
  }

  private func removeFlight(_ id: String) {
    let blob = folder.blob(id)
    let paths = ((try? Files.names(in: folder.flights)) ?? [])
      .map { "\(folder.flights)/\($0)" }.filter { Files.isSameFile($0, blob) }
    remove(paths + [blob]) { (contents) throws(StoreError) in
      let standing = try contents.standing(ofFlight: id)
      return standing == .inLogbook || standing == .seen
    }
  }

  private func removeMapFile(_ hash: String) {
    let limit = Self.mostMapFiles
    remove(["\(folder.mapFiles)/\(hash)"]) { (contents) throws(StoreError) in
      try contents.everyRow(of: .mapFiles, limit: limit).contains {
        $0["contentHash"]?.text == hash
      }
    }
  }

  /// Removes files that no row names. An import may just bring the row back, so they go where rows
  /// are written; those that stay take room and nothing else.
  private func remove(
    _ paths: [String],
    unless isNamed: @escaping @Sendable (StoreContents) throws(StoreError) -> Bool
  ) {
    _ = try? edit { (database) throws(StoreError) in
      guard try !isNamed(database.contents) else { return }
      for path in paths { try? Files.remove(path) }
    }
  }
}
