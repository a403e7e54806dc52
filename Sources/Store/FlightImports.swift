import FlightModel
package import RecordingModel
import SQLite
package import SyncContract
import SyncPlan

/// What became of a flight that was offered.
package enum FlightIntake: Equatable, Sendable {
  case added
  /// It had only been looked at, and is in the logbook now.
  case promoted
  case known
  /// It was deleted here, and nobody has asked for it by name.
  case deleted
}

extension StoreDatabase {
  /// Enters a flight that came as a file, and notes the file, in one transaction; its blob is on the
  /// disk already. One that is there stays as it is, one that was only seen is promoted. A flight that
  /// was deleted here comes back only where `isAsked`.
  ///
  /// What a person may enter is the declaration at stamp 0, so that any edit anywhere wins.
  package func take(
    _ flight: FlightEntry, from file: KnownFile?, isAsked: Bool
  ) throws(StoreError) -> FlightIntake {
    try write("import-flight") { (writer) throws(StoreError) in
      let standing = try StoreContents(writer.connection).standing(ofFlight: flight.id)
      let intake: FlightIntake =
        switch standing {
        case .inLogbook: .known
        case .seen: .promoted
        case .deleted where !isAsked: .deleted
        case .deleted, .absent: .added
        }
      if intake == .added { try writer.insert(imported: flight) }
      if intake == .promoted {
        _ = try writer.put(
          .flights, ["id": .text(flight.id), "inLogbook": .bool(true)], isTimed: false)
      }
      if let file { try wrap { () throws(SQLiteError) in try writer.note(file) } }
      return intake
    }
  }
}

extension StoreDatabase {
  /// Enters what was said elsewhere of a flight that nobody has edited here, at stamp 0 like the
  /// declaration of its file; one that was edited, or is not there, stays as it is. Tells whether
  /// anything changed.
  @discardableResult
  package func seed(
    _ fields: [String: ContractValue], ofFlight id: String
  ) throws(StoreError) -> Bool {
    try write("seed-flight") { (writer) throws(StoreError) in
      let found = try wrap { () throws(SQLiteError) in
        try StoreContents(writer.connection).find(.flights, [id])?.row
      }
      guard let row = found, row["fieldsUpdatedAt"] == .integer(0) else { return false }
      return try writer.seed(fields, over: row)
    }
  }
}

extension BatchWriter {
  fileprivate mutating func seed(
    _ fields: [String: ContractValue], over stored: ContractRow
  ) throws(StoreError) -> Bool {
    let names = ContractTable.flights.shape.fields.map(\.name)
    var values = zip(names, stored.values).map { name, value in
      FlightFields.entered.contains(name) || name == "inLogbook" ? fields[name] ?? value : value
    }
    if values == stored.values { return false }
    if let place = ContractTable.flights.shape.index(of: "updatedAt") {
      values[place] = .integer(
        state.clock.stamp(after: stored["updatedAt"]?.integer, settings))
    }
    let row = ContractRow(.flights, values)
    do { try row.checkSendable() } catch { throw .row(error) }
    try wrap { () throws(SQLiteError) in
      try store(
        row, isNew: false, sequence: try SyncSequence.next(SyncedTable[.flights], on: connection))
    }
    return true
  }

  fileprivate mutating func insert(imported flight: FlightEntry) throws(StoreError) {
    let stamp = state.clock.stamp(after: nil, settings)
    let values = flight.fields(stamp)
    let row = ContractRow(
      .flights, ContractTable.flights.shape.fields.map { values[$0.name] ?? .null })
    do { try row.checkSendable() } catch { throw .row(error) }
    try wrap { () throws(SQLiteError) in
      let sequence = try SyncSequence.next(SyncedTable[.flights], on: connection)
      try store(row, isNew: true, sequence: sequence)
      try connection.run("UPDATE flights SET is_recorded_here = 0 WHERE id = ?") {
        $0.add(flight.id)
      }
      try connection.run("DELETE FROM deleted_flights WHERE id = ?") { $0.add(flight.id) }
    }
  }
}

extension FlightEntry {
  /// The contract's fields of a flight that nobody has touched yet. A strange figure must not keep
  /// one out of the logbook, so each is held to its bounds.
  fileprivate func fields(_ stamp: Int64) -> [String: ContractValue] {
    var fields: [String: ContractValue] = [
      "id": .text(id), "igcBytes": .count(igcBytes), "filename": .withoutNul(filename),
      "importedAt": .time(importedAt), "firstFixAtMs": .time(firstFixAt),
      "lastFixAtMs": .time(lastFixAt), "fixCount": .count(Int64(fixCount)),
      "inLogbook": .bool(true), "pilot": .withoutNul(declaration.pilot),
      "passenger": .withoutNul(declaration.crew),
      "gliderType": .withoutNul(declaration.gliderType),
      "registration": .withoutNul(declaration.registration),
      "competitionId": .withoutNul(declaration.competitionID),
      "competitionClass": .withoutNul(declaration.competitionClass), "comments": .text(""),
      "fieldsUpdatedAt": .integer(0), "analysisVersion": .integer(0),
      "durationS": .count(durationSeconds), "heightGainedM": .integer(Int64(heightGainedM)),
      "summaryUpdatedAt": .integer(stamp), "updatedAt": .integer(stamp),
    ]
    for name in ["isRead", "isFavorite", "isContest", "isFieldLanding"] {
      fields[name] = .bool(false)
    }
    if let takeoffAt { fields["takeoffAtMs"] = .time(takeoffAt) }
    if let landingAt { fields["landingAtMs"] = .time(landingAt) }
    return fields
  }
}

extension ContractValue {
  fileprivate static func count(_ number: Int64) -> ContractValue {
    .integer(min(max(number, 0), Int64(Int32.max)))
  }

  fileprivate static func time(_ time: UTCInstant) -> ContractValue {
    .integer(min(max(time.milliseconds, 0), ChangeTimestamp.latest))
  }

  fileprivate static func withoutNul(_ text: String) -> ContractValue {
    .text(ContractKey.withoutNul(text))
  }
}
