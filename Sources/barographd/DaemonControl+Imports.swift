import ControlAPI

/// Ride logs from elsewhere.
extension DaemonControl {
  func beginImport(bytes: Int64) throws(ControlError) -> String { try imports.begin(bytes: bytes) }

  func addToImport(_ id: String, offset: Int64, _ bytes: [UInt8]) throws(ControlError) -> Int64 {
    try imports.add(id, offset: offset, bytes)
  }

  func finishImport(_ order: ImportOrder) throws(ControlError) -> ImportResult {
    try imports.finish(order)
  }
}
