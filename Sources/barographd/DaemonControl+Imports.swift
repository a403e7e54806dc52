import ControlAPI
import Linux
import Store

/// Files from elsewhere.
extension DaemonControl {
  func beginImport(
    bytes: Int64, name: String, sha256: String?, origin: ImportOrigin
  ) throws(ControlError) -> ImportBegin {
    try imports.begin(bytes: bytes, name: name, sha256: sha256, origin: origin)
  }

  func addToImport(_ id: String, offset: Int64, _ bytes: [UInt8]) throws(ControlError) -> Int64 {
    try imports.add(id, offset: offset, bytes)
  }

  func finishImport(_ order: ImportOrder) throws(ControlError) -> ImportResult {
    if order.origin == .stick { note(refusedStick: nil) }
    return try imports.finish(order)
  }

  // MARK: Quarantine

  func quarantine() throws(ControlError) -> [QuarantinedFile] { importer.quarantine.list() }

  func retryQuarantined(id: String) throws(ControlError) -> ImportResult {
    let file = try importer.quarantine.find(id)
    let importer = importer
    let offer = Offer(name: file.name, path: file.path, origin: .person)
    var result = ImportResult(wasKnown: false, boards: [])
    result.files = blockingCall(on: importer.loop) { await importer.take(offer) }
    return result
  }

  func discardQuarantined(id: String) throws(ControlError) {
    let file = try importer.quarantine.find(id)
    let (store, importer) = (store, importer)
    let failure: (any Error)? = blockingCall(on: importer.loop) {
      do {
        try await store.perform { (database) throws(StoreError) in
          try database.note(KnownFile(sha256: file.id, kind: .discarded))
        }
        try importer.quarantine.remove(file.id)
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return }
    throw ControlError(
      .storageFailed, message: "the file cannot be thrown away: \(failure)", hint: "check the disk")
  }

  // MARK: Sticks

  func noteRefused(_ stick: RefusedStick) throws(ControlError) { note(refusedStick: stick.what) }

  private func note(refusedStick what: String?) {
    let importer = importer
    blockingCall(on: importer.loop) { await importer.note(refusedStick: what) }
  }
}
