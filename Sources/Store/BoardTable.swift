package import FlightModel
import RecordingModel
import SQLite
import SyncContract

/// What is known of a Board.
package struct Board: Equatable, Sendable {
  /// Where a board comes from.
  package enum Origin: String, Sendable {
    /// Named in the configuration.
    case configured
    /// Minted once for this box, when nothing is configured.
    case box
    /// Seen in a recording: a VESC for example.
    case met
  }

  static let boxPrefix = "box:"
  static let gliderPrefix = "glider:"

  /// Stable for ever, at most 128 UTF-16 units.
  package var id: String
  package var name: String
  package var bleID: String?
  package var transport: String?
  package var origin: Origin
  package internal(set) var createdAt = UTCInstant(milliseconds: 0)
  /// Its Change Timestamp: the store's, never a caller's.
  package internal(set) var updatedAt = UTCInstant(milliseconds: 0)
  package internal(set) var deletedAt: UTCInstant?
  /// Its write counter.
  package internal(set) var syncSequence: Int64 = 0

  package init(
    id: String, name: String, bleID: String? = nil, transport: String? = nil, origin: Origin
  ) {
    self.id = id
    self.name = name
    self.bleID = bleID
    self.transport = transport
    self.origin = origin
  }
}

/// What the configuration says of the glider.
package struct ConfiguredGlider: Equatable, Sendable {
  /// Registration, or another word that stays the same.
  package var key: String
  package var name: String

  package init(key: String, name: String) {
    self.key = key
    self.name = name
  }
}

extension BatchWriter {
  /// The number of a board; one never seen is entered under its id.
  mutating func boardKey(for id: String) throws(SQLiteError) -> Int64 {
    if let key = state.boardKeys[id] { return key }
    let key = try insert(Board(id: id, name: id, origin: .met))
    state.boardKeys[id] = key
    return key
  }

  /// Enters a board unless its id is known; returns its number.
  mutating func insert(_ board: Board) throws(SQLiteError) -> Int64 {
    let id = ContractKey.fitting(board.id)
    if let key = state.boardKeys[id] { return key }
    let now = state.clock.stamp(after: nil, settings)
    let sequence = try nextSequence("boards")
    try connection.run(
      """
      INSERT INTO boards (id, name, ble_id, transport, created_at, updated_at, sync_seq, origin)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """
    ) {
      $0.add(id)
      $0.add(ContractKey.withoutNul(board.name))
      $0.add(board.bleID.map(ContractKey.withoutNul))
      $0.add(board.transport.map(ContractKey.withoutNul))
      $0.add(now)
      $0.add(now)
      $0.add(sequence)
      $0.add(board.origin.rawValue)
    }
    state.boardKeys[id] = connection.lastInsertedID
    return connection.lastInsertedID
  }
}

extension StoreDatabase {
  /// The id of the board to record with: the configured glider's, else this box's own, minted when
  /// it is first asked for. A board that was deleted is not brought back; a new one takes its name.
  package func board(minting glider: ConfiguredGlider?) throws(StoreError) -> String {
    guard let glider else { return try boardOfThisBox() }
    var candidate = ContractKey.fitting(Board.gliderPrefix + glider.key)
    for attempt in 2... {
      guard let known = try contents.board(candidate) else { break }
      if known.deletedAt == nil {
        if known.name != glider.name { try rename(candidate, to: glider.name) }
        return candidate
      }
      candidate = ContractKey.fitting("\(Board.gliderPrefix)\(attempt):\(glider.key)")
    }
    try insert(Board(id: candidate, name: glider.name, origin: .configured))
    return candidate
  }

  private func boardOfThisBox() throws(StoreError) -> String {
    if let id = try contents.boards().first(where: { $0.origin == .box && $0.deletedAt == nil })?.id
    {
      return id
    }
    let id = Board.boxPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
    try insert(Board(id: id, name: "Barograph", origin: .box))
    return id
  }

  /// Enters a board unless its id is known.
  package func insert(_ board: Board) throws(StoreError) {
    try write("insert-board") { (writer) throws(StoreError) in
      do throws(SQLiteError) { _ = try writer.insert(board) } catch { throw .database(error) }
    }
  }

  /// Gives a board another name, as the configuration wants it; tells whether there is such a board.
  @discardableResult
  package func rename(_ id: String, to name: String) throws(StoreError) -> Bool {
    guard let board = try contents.board(id), board.deletedAt == nil else { return false }
    _ = try write("rename-board") { (writer) throws(StoreError) in
      try writer.put(
        .boards, ["id": .text(id), "name": .text(ContractKey.withoutNul(name))], isTimed: false)
    }
    return true
  }
}

extension StoreContents {
  /// A board by its id, deleted ones included.
  package func board(_ id: String) throws(StoreError) -> Board? {
    try wrap { () throws(SQLiteError) in
      try connection.first(
        """
        SELECT id, name, ble_id, transport, origin, created_at, updated_at, deleted_at, sync_seq
        FROM boards WHERE id = ? AND board_key > 0
        """, { $0.add(id) }, Self.board)
    }
  }

  /// Every board in the order of their entry, deleted ones included.
  package func boards() throws(StoreError) -> [Board] {
    try wrap { () throws(SQLiteError) in
      try connection.all(
        """
        SELECT id, name, ble_id, transport, origin, created_at, updated_at, deleted_at, sync_seq
        FROM boards WHERE board_key > 0 ORDER BY board_key
        """, { _ in }, Self.board)
    }
  }

  private static func board(_ row: inout Row) -> Board {
    var board = Board(id: row.text() ?? "", name: row.text() ?? "", origin: .met)
    board.bleID = row.text()
    board.transport = row.text()
    board.origin = Board.Origin(rawValue: row.text() ?? "") ?? .met
    board.createdAt = UTCInstant(milliseconds: row.number())
    board.updatedAt = UTCInstant(milliseconds: row.number())
    board.deletedAt = row.int64().map(UTCInstant.init(milliseconds:))
    board.syncSequence = row.number()
    return board
  }
}
