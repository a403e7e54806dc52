import FlightModel
import Linux
import RecordingModel
import ServicePlan
import Services
import Store

/// The database and the flights' files as uploads see them.
struct StoredUploads: UploadStore {
  /// Bytes of the longest IGC file.
  private static let longestFile = 20 << 20

  let store: StoreWriter
  let reader: Archive
  let folder: StateFolder

  func openUploads() async throws -> [UploadRecord] {
    try await reader.read { (contents) throws(StoreError) in try contents.openUploads() }
  }

  func upload(_ key: UploadKey) async throws -> UploadRecord? {
    try await reader.read { (contents) throws(StoreError) in try contents.upload(key) }
  }

  func add(_ record: UploadRecord) async throws {
    try await store.perform { (database) throws(StoreError) in
      try database.add(upload: record)
    }
  }

  func keep(_ record: UploadRecord) async throws {
    try await store.perform { (database) throws(StoreError) in
      try database.keep(upload: record)
    }
  }

  func forgetUploads(to service: Service) async throws {
    try await store.perform { (database) throws(StoreError) in
      try database.forgetUploads(to: service)
    }
  }

  func flight(_ id: String) async throws -> FlightToUpload? {
    let found = try await reader.read { (contents) throws(StoreError) in
      try contents.logbook(idPrefix: id, limit: 1)
    }
    guard let flight = found.first else { return nil }
    let igc = try Files.read(folder.blob(id), limit: Self.longestFile)
    return FlightToUpload(
      filename: flight.entry.filename, igc: igc, firstFixAt: flight.entry.firstFixAt,
      lastFixAt: flight.entry.lastFixAt, declaration: flight.entry.declaration,
      isContest: flight.notes.isContest)
  }
}
