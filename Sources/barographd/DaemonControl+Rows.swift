import BoardRules
import ControlAPI
import FlightModel
import Linux
import RecordingModel
import Rides
import Settings
import Store
import SyncContract
import SyncEngine

/// Tables that people edit.
extension DaemonControl {
  func rows(of table: ContractTable) throws(ControlError) -> [ContractRow] {
    guard Self.editable.contains(table) else { throw Self.notListed(table) }
    return try query { (contents) throws(StoreError) in
      let source = try contents.everyRow(of: table, limit: Self.mostRows)
      // The row of telemetry without a board is nobody's.
      return source.filter { $0["id"] != .text("") }.sorted { Self.key($0) < Self.key($1) }
    }
  }

  func change(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(ControlError) -> ContractRow {
    guard Self.editable.contains(table), table != .tuneHistoryEntries else {
      throw Self.notListed(table)
    }
    try checkComputed(table, fields)
    if table == .alerts { try checkControl(fields) }
    if table == .appSettings { try checkHomeBase(fields) }
    let whole = table == .favorites ? try withTotals(fields) : fields
    let row = try edit { (database) throws(StoreError) in try database.put(table, whole) }
    noteChange(of: table, row)
    return row
  }

  func delete(_ target: DeleteTarget, identity: [String]) throws(ControlError) -> Bool {
    guard Self.editable.contains(target.table) else { throw Self.notListed(target.table) }
    let row = try query { (contents) throws(StoreError) in
      try contents.row(of: target.table, identity)
    }
    let isDeleted = try edit { (database) throws(StoreError) in
      try database.delete(target, identity)
    }
    if isDeleted {
      noteChange(of: target.table, nil)
      removeFiles(of: target, row)
    }
    return isDeleted
  }

  /// Tables that the socket offers.
  private static let editable: Set<ContractTable> = [
    .appSettings, .boards, .boardSettings, .boardWarnings, .alerts, .tuneProfiles,
    .tuneHistoryEntries, .privacyZones, .favorites, .flights, .tasks, .mapFiles, .homebases,
    .recentCompetitions,
  ]
  /// More than anybody makes by hand; a listing stays bounded.
  private static let mostRows = 10_000

  /// A rule that nothing can ever fire is refused.
  private func checkControl(_ fields: [String: ContractValue]) throws(ControlError) {
    guard let name = fields["controlId"]?.text, AlertControl(rawValue: name) == nil else { return }
    throw ControlError(
      .badRequest, message: "an alert rule cannot watch \"\(name)\"",
      hint: "it can watch \(AlertControl.names)")
  }

  /// A home base that is not there cannot be used.
  private func checkHomeBase(_ fields: [String: ContractValue]) throws(ControlError) {
    let key = SettingKey.homeBase
    guard fields["key"]?.text == key.name, let json = fields["valueJson"]?.text,
      let name = try? key.parse(json: json).text, !name.isEmpty
    else { return }
    let base = try query { (contents) throws(StoreError) in
      try contents.row(of: .homebases, [name.lowercased()])
    }
    guard base == nil else { return }
    throw ControlError(
      .badRequest, message: "there is no home base \"\(name)\"",
      hint: "barograph homebases list shows them")
  }

  /// What is computed of a flight or a file is nobody's to set.
  private func checkComputed(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(ControlError) {
    let free: Set<String>
    switch table {
    case .flights: free = Self.enteredOfFlights
    case .mapFiles: free = ["id", "isVisible", "area"]
    default: return
    }
    guard let name = fields.keys.sorted().first(where: { !free.contains($0) }) else { return }
    throw ControlError(
      .badRequest, message: "\(name) of \(table.rawValue) comes from the file",
      hint: "\(free.sorted().joined(separator: ", ")) can be given")
  }

  private static let enteredOfFlights: Set<String> = [
    "id", "inLogbook", "lastOpenedAt", "pilot", "passenger", "gliderType", "registration",
    "competitionId", "competitionClass", "comments", "waterBallastL", "isRead", "isFavorite",
    "isContest", "isFieldLanding",
  ]

  private static func notListed(_ table: ContractTable) -> ControlError {
    ControlError(
      .notFound, message: "\(table.rawValue) cannot be edited here",
      hint: "docs/api.md lists the tables")
  }

  private static func key(_ row: ContractRow) -> String {
    row.table.naturalKey.map { row[$0]?.text ?? "" }.joined(separator: "\u{1}")
  }

  func edit<Result: Sendable>(
    _ body: @escaping @Sendable (StoreDatabase) throws(StoreError) -> Result
  ) throws(ControlError) -> Result {
    let (store, service) = (store, service)
    let outcome: Swift.Result<Result, StoreError> = blockingCall(on: service.loop) {
      let time = await service.timeByFix
      do throws(StoreError) {
        return .success(
          try await store.perform { (database) throws(StoreError) in
            if let time { database.note(fixAt: time) }
            return try body(database)
          })
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .success(let result): return result
    case .failure(let error): throw ControlError(error)
    }
  }

  /// What has to know of a change at once.
  private func noteChange(of table: ContractTable, _ row: ContractRow?) {
    let backup = backup
    let service = service
    switch table {
    case .favorites: blockingCall(on: service.loop) { await backup?.service.favoriteEdited() }
    case .privacyZones:
      guard let zones = try? query(PrivacyZone.enabled) else { return }
      blockingCall(on: service.loop) { await service.use(zones) }
    case .alerts, .boards:
      guard let rules = try? query(AlertRule.enabled) else { return }
      blockingCall(on: service.loop) { await service.use(rules) }
    case .appSettings: noteSettings()
    default: break
    }
  }

  private func noteSettings() {
    let service = service
    if let declaration = try? declaration() {
      blockingCall(on: service.loop) { await service.use(declaration) }
    }
    guard let backup else { return }
    let uploads = serviceParts.uploads
    let settings = try? query { (contents) throws(StoreError) in
      (
        try contents.value(of: .syncEnabled).bool ?? false,
        try contents.value(of: .syncWifiOnly).bool ?? false
      )
    }
    guard let (isOn, isUnmeteredOnly) = settings else { return }
    blockingCall(on: service.loop) {
      await backup.service.unmeteredOnly(isUnmeteredOnly)
      await backup.service.switched(isOn: isOn)
      await uploads?.noteSettings()
    }
  }

  // MARK: Favorites

  /// A favorite with what its minutes add up to; a change of other fields keeps the span.
  private func withTotals(
    _ fields: [String: ContractValue]
  ) throws(ControlError) -> [String: ContractValue] {
    var fields = fields
    let known =
      try fields["id"]?.text.map { (id) throws(ControlError) in
        try query { (contents) throws(StoreError) in try contents.row(of: .favorites, [id]) }
      } ?? nil
    let start = fields["startMs"]?.integer ?? known?["startMs"]?.integer
    let end = fields["endMs"]?.integer ?? known?["endMs"]?.integer
    guard let start, let end, end > start else {
      throw ControlError(
        .badRequest, message: "a favorite ends after it begins", hint: "give startMs and endMs")
    }
    let board = (fields["boardId"] ?? known?["boardId"])?.text
    let total = try query { (contents) throws(StoreError) in
      Ride.total(of: try contents.minutes(board: board, startMs: start, endMs: end))
    }
    fields.merge(Self.totals(total)) { _, new in new }
    return fields
  }

  private static func totals(_ ride: Ride?) -> [String: ContractValue] {
    [
      "sampleCount": .integer(min(ride?.sampleCount ?? 0, Int64(Int32.max))),
      "gpsPointCount": .integer(min(ride?.gpsPointCount ?? 0, Int64(Int32.max))),
      "distanceCm": ContractValue(ride?.distanceCm),
      "movingDurationMs": .integer(ride?.movingMs ?? 0),
      "avgSpeedCentiKmh": .integer(Int64(ride?.averageSpeedCentiKmh ?? 0)),
      "maxSpeedCentiKmh": .integer(Int64(ride?.maxSpeedCentiKmh ?? 0)),
      "batteryUsedWhMilli": .integer(ride?.batteryUsedWhMilli ?? 0),
    ]
  }
}

extension PrivacyZone {
  /// The zones that are switched on.
  @Sendable static func enabled(_ contents: StoreContents) throws(StoreError) -> [PrivacyZone] {
    try contents.everyRow(of: .privacyZones, limit: 10_000).compactMap { row in
      guard row["enabled"]?.bool == true, let latitude = row["centerLatitudeE7"]?.int32,
        let longitude = row["centerLongitudeE7"]?.int32, let radius = row["radiusMeters"]?.integer
      else { return nil }
      return PrivacyZone(
        center: Coordinate(latitudeE7: latitude, longitudeE7: longitude), radiusM: Double(radius))
    }
  }
}

extension ControlError {
  /// Why a row could not be changed.
  init(_ error: StoreError) {
    let text = "\(error)"
    let (message, hint) =
      text.split(separator: ";", maxSplits: 1).count == 2
      ? (String(text.prefix { $0 != ";" }), String(text.drop { $0 != ";" }.dropFirst(2)))
      : (text, "docs/sync-contract.md lists the fields")
    switch error {
    case .noTimeYet: self.init(.noTimeYet, message: message, hint: hint)
    case .noSuchRow: self.init(.notFound, message: message, hint: hint)
    case .row, .notEditable, .fixedField, .missingParent, .deletedBoard, .setting:
      self.init(.badRequest, message: message, hint: hint)
    default: self.init(.storageFailed, message: message, hint: hint)
    }
  }
}
