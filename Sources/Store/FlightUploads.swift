import FlightModel
import SQLite
package import ServicePlan
import Settings

extension StoreContents {
  /// Every upload that is not at its end, those that wait for a person among them; the oldest first.
  package func openUploads() throws(StoreError) -> [UploadRecord] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT flight_id, service, stage, server_id, detail FROM flight_uploads
        WHERE stage NOT IN ('done', 'refused') ORDER BY added_at_ms, flight_id
        """, { _ in }, Self.upload)
    }.compactMap { $0 }
  }

  /// What is known of a flight at every service.
  package func uploads(ofFlight id: String) throws(StoreError) -> [UploadRecord] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT flight_id, service, stage, server_id, detail FROM flight_uploads
        WHERE flight_id = ? ORDER BY service
        """, { $0.add(id) }, Self.upload)
    }.compactMap { $0 }
  }

  package func upload(_ key: UploadKey) throws(StoreError) -> UploadRecord? {
    try uploads(ofFlight: key.flight).first { $0.key == key }
  }

  /// A row of a service or a stage that this version does not know is passed over.
  private static func upload(_ row: inout Row) -> UploadRecord? {
    let flight = row.text() ?? ""
    let service = Service(rawValue: row.text() ?? "")
    let stage = UploadRecord.Stage(rawValue: row.text() ?? "")
    let (serverID, detail) = (row.text(), row.text())
    guard let service, let stage else { return nil }
    return UploadRecord(
      UploadKey(flight: flight, service: service), stage, serverID: serverID, detail: detail)
  }
}

extension StoreDatabase {
  /// Writes how far a flight is on its way to a service.
  package func keep(upload record: UploadRecord) throws(StoreError) {
    try write("upload") { (writer) throws(StoreError) in
      try wrap { () throws(SQLiteError) in try writer.keep(record) }
    }
  }

  /// Enters a flight that is to go to a service; one that is known there stays as it is.
  package func add(upload record: UploadRecord) throws(StoreError) {
    try write("upload") { (writer) throws(StoreError) in
      if try StoreContents(writer.connection).upload(record.key) != nil { return }
      try wrap { () throws(SQLiteError) in try writer.keep(record) }
    }
  }

  /// Forgets what is open at a service; what is done there stays known, so that a new connection sends
  /// nothing twice.
  package func forgetUploads(to service: Service) throws(StoreError) {
    try write("forget-uploads") { (writer) throws(StoreError) in
      try wrap { () throws(SQLiteError) in
        _ = try writer.connection.run(
          "DELETE FROM flight_uploads WHERE service = ? AND stage <> 'done'"
        ) { $0.add(service.rawValue) }
      }
    }
  }
}

extension BatchWriter {
  /// Puts a flight that was recorded here in the queue of every service that gets flights by itself,
  /// in the transaction that enters it: a crash loses neither or both.
  func queueUploads(ofFlight id: String) throws(StoreError) {
    let contents = StoreContents(connection)
    for (service, key) in Self.switches where try contents.value(of: key).bool == true {
      let upload = UploadKey(flight: id, service: service)
      if try contents.upload(upload) != nil { continue }
      try wrap { () throws(SQLiteError) in try keep(UploadRecord(upload)) }
    }
  }

  /// Which setting makes flights go to a service by themselves.
  private static let switches: [(Service, SettingKey)] = [
    (.weglide, UploadSettings.weglide), (.skylines, UploadSettings.skylines),
    (.charron, UploadSettings.charron),
  ]

  fileprivate func keep(_ record: UploadRecord) throws(SQLiteError) {
    try connection.run(
      """
      INSERT INTO flight_uploads (flight_id, service, stage, server_id, detail, added_at_ms)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (flight_id, service) DO UPDATE
      SET stage = excluded.stage, server_id = excluded.server_id, detail = excluded.detail
      """
    ) {
      $0.add(record.key.flight)
      $0.add(record.key.service.rawValue)
      $0.add(record.stage.rawValue)
      $0.add(record.serverID)
      $0.add(record.detail)
      $0.add(settings.wallClock().milliseconds)
    }
  }
}
