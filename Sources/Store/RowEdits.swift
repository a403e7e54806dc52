package import FlightModel
import SQLite
import Settings
package import SyncContract
import SyncPlan

extension StoreDatabase {
  /// Writes a row: the given fields over the stored row of the same natural key, or over defaults.
  /// An `id` that is absent is minted, and stamps are the store's. Returns the whole row as it is now;
  /// one that is equal to the stored one changes nothing.
  ///
  /// Throws `row` with the table and the field for what the contract would refuse, and others of the
  /// refusals of `StoreError`; nothing is written then. Device settings and warnings never wait for
  /// the time.
  @discardableResult
  package func put(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(StoreError) -> ContractRow {
    try write("put-\(table.rawValue)") { (writer) throws(StoreError) in
      try writer.put(table, fields)
    }
  }

  /// Takes in the time of a fix, recorded or not: edits wait until it is known what time it is.
  package func note(fixAt time: UTCInstant) { state.clock.take(fixAt: time, settings) }

  /// Runs `body` in one transaction; whatever it throws rolls everything back.
  func write<Result>(
    _ phase: String, _ body: (inout BatchWriter) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    var refusal: StoreError?
    do {
      return try repairing(phase) { () throws(SQLiteError) in
        var writer = BatchWriter(connection: connection, settings: settings, state: state)
        let result = try connection.transaction { () throws(SQLiteError) in
          do throws(StoreError) {
            let result = try body(&writer)
            try wrap { () throws(SQLiteError) in
              try writer.state.clock.keep(since: state.clock, on: connection)
            }
            return result
          } catch {
            if case .database(let cause) = error { throw cause }
            refusal = error
            throw SQLiteError(
              operation: phase, extendedCode: 4, message: "refused", subject: settings.path)
          }
        }
        state = writer.state
        return result
      }
    } catch {
      throw refusal ?? error
    }
  }
}

extension BatchWriter {
  /// See `StoreDatabase.put`. `isTimed` is whether the edit waits for a known time.
  mutating func put(
    _ table: ContractTable, _ given: [String: ContractValue], isTimed: Bool = true
  ) throws(StoreError) -> ContractRow {
    guard let rules = EditRules.of(table) else { throw .notEditable(table) }
    try checkNames(given, of: table)
    let fields = try identified(given, table, rules)
    let stored = try stored(table, fields)
    let isDevice = table == .appSettings ? try checkSetting(fields) == .device : false
    if isTimed && !rules.isRecorders && !isDevice { try checkTime() }
    let merged = try merge(fields, over: stored, table, rules)
    if let stored, merged == stored.values { return stored }
    let row = stamped(merged, over: stored, table)
    do { try row.checkSendable() } catch { throw .row(error) }
    try checkBelonging(row, isNew: stored == nil)
    try wrap { () throws(SQLiteError) in
      let sequence = isDevice ? 0 : try SyncSequence.next(SyncedTable[table], on: connection)
      try store(row, isNew: stored == nil, sequence: sequence)
      try follow(row, over: stored, rules)
    }
    return row
  }

  /// Refuses an edit while the time is not known (`ChangeClock.isKnown`).
  func checkTime() throws(StoreError) {
    if !state.clock.isKnown(settings) { throw .noTimeYet }
  }

  private func checkNames(
    _ given: [String: ContractValue], of table: ContractTable
  ) throws(StoreError) {
    for name in given.keys.sorted() {
      guard table.shape.index(of: name) != nil else {
        throw .row(ContractError(.unknownField, table: table, field: name))
      }
      let isFact = table == .flights && FlightFields.facts.contains(name)
      if EditRules.stamps.contains(name) || isFact { throw .fixedField(table, name) }
    }
  }

  /// The fields with an `id`.
  private func identified(
    _ given: [String: ContractValue], _ table: ContractTable, _ rules: EditRules
  ) throws(StoreError) -> [String: ContractValue] {
    guard given["id"] == nil else { return given }
    var fields = given
    switch rules.identity {
    case .given: break
    case .lowercased(let field): fields["id"] = ContractValue(given[field]?.text?.lowercased())
    case .minted: fields["id"] = .text(try knownTask(given, table) ?? Self.mintedID())
    }
    return fields
  }

  /// A task that comes again from the same place keeps its id.
  private func knownTask(
    _ given: [String: ContractValue], _ table: ContractTable
  ) throws(StoreError) -> String? {
    guard table == .tasks, let url = given["externalUrl"]?.text else { return nil }
    return try wrap { () throws(SQLiteError) in
      try connection.first(
        "SELECT id FROM tasks WHERE external_url = ? ORDER BY sync_seq LIMIT 1", { $0.add(url) }
      ) { $0.text() } ?? nil
    }
  }

  /// 128 random bits in hexadecimal.
  private static func mintedID() -> String {
    (0..<2).map { _ in
      let digits = String(UInt64.random(in: .min ... .max), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  private func stored(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(StoreError) -> ContractRow? {
    var identity: [String] = []
    for name in table.naturalKey {
      guard let value = fields[name] else {
        throw .row(ContractError(.missingField, table: table, field: name))
      }
      guard let text = value.text, !text.isEmpty else {
        throw .row(ContractError(.keyLength, table: table, field: name))
      }
      identity.append(text)
    }
    let row = try wrap { () throws(SQLiteError) in
      try StoreContents(connection).find(table, identity)?.row
    }
    if table == .flights && row == nil { throw .noSuchRow(table) }
    if table == .boards, let row, row["deletedAt"] != .null { throw .deletedBoard }
    return row
  }

  private func checkSetting(
    _ fields: [String: ContractValue]
  ) throws(StoreError) -> SettingKey.Scope {
    do throws(SettingError) {
      let key = try SettingKey.named(fields["key"]?.text ?? "")
      if let json = fields["valueJson"]?.text { _ = try key.parse(json: json) }
      return key.scope
    } catch {
      throw .setting(error)
    }
  }
}

// What the row becomes.
extension BatchWriter {
  /// The values of the row before it is stamped; times that are still to be set are `unset`.
  private func merge(
    _ fields: [String: ContractValue], over stored: ContractRow?, _ table: ContractTable,
    _ rules: EditRules
  ) throws(StoreError) -> [ContractValue] {
    var values: [ContractValue] = []
    for (place, field) in table.shape.fields.enumerated() {
      let kept = stored?.values[place] ?? rules.defaults[field.name]
      let entered: ContractValue? =
        EditRules.entryTimes.contains(field.name) ? .integer(Self.unset) : nil
      guard
        let value = fields[field.name] ?? kept ?? (field.isNullable ? .null : entered)
      else { throw .row(ContractError(.missingField, table: table, field: field.name)) }
      values.append(Self.value(value, of: field))
    }
    return values
  }

  /// Stands for a time that the stamp is going to fill in.
  private static let unset = Int64.min

  /// A whole number in a field of any number is one of those.
  private static func value(_ value: ContractValue, of field: ContractField) -> ContractValue {
    guard field.kind == .number, let whole = value.integer else { return value }
    return .number(Double(whole))
  }

  /// The row with its stamps.
  private mutating func stamped(
    _ values: [ContractValue], over stored: ContractRow?, _ table: ContractTable
  ) -> ContractRow {
    let stamp = state.clock.stamp(after: stored?["updatedAt"]?.integer, settings)
    let fields = table.shape.fields
    var touched: Set<String> = ["updatedAt"]
    if table == .flights, let stored {
      for (place, field) in fields.enumerated() where stored.values[place] != values[place] {
        if let part = FlightFields.stamp(of: field.name) { touched.insert(part) }
      }
    }
    let row = ContractRow(
      table,
      zip(fields, values).map { field, value in
        let isUnset = value == .integer(Self.unset) && EditRules.entryTimes.contains(field.name)
        return touched.contains(field.name) || isUnset ? .integer(stamp) : value
      })
    return table == .boardWarnings ? Self.detected(row, after: stored, stamp) : row
  }

  /// To a server without `updatedAt` a warning changes when it is detected anew: that time rises with
  /// every change.
  private static func detected(
    _ row: ContractRow, after stored: ContractRow?, _ stamp: Int64
  ) -> ContractRow {
    guard let place = row.table.shape.index(of: "lastDetectedAt"),
      let last = stored?.values[place].integer, let given = row.values[place].integer, given <= last
    else { return row }
    var values = row.values
    values[place] = .integer(max(stamp, min(last, ChangeTimestamp.latest - 1) + 1))
    return ContractRow(row.table, values)
  }

  /// A row's parent must be there; what belongs to a board goes with it when it is deleted.
  private func checkBelonging(_ row: ContractRow, isNew: Bool) throws(StoreError) {
    guard let board = row["boardId"]?.text else { return }
    let found = try StoreContents(connection).board(board)
    guard let found else { throw .missingParent(row.table, "boardId") }
    let isPart = [.boardSettings, .boardWarnings, .alerts].contains(row.table)
    if found.deletedAt != nil && (isPart || isNew) { throw .deletedBoard }
  }
}
