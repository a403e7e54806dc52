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
  func removeFiles(of target: DeleteTarget, _ id: String, content hash: String?) {
    if let hash {
      let importer = importer
      blockingCall(on: importer.loop) { await importer.remove(mapFile: hash) }
    }
    guard target == .flight else { return }
    let blob = folder.blob(id)
    let names = (try? Files.names(in: folder.flights)) ?? []
    for name in names where Files.isSameFile("\(folder.flights)/\(name)", blob) {
      try? Files.remove("\(folder.flights)/\(name)")
    }
    try? Files.remove(blob)
  }
}
