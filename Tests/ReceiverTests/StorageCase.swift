import Receiver
import SyncContract
import TestSupport
import Testing

/// One implementation of the storage; the conformance suite runs on each of the list.
struct StorageCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// An empty storage that nobody else uses, before `prepare`.
  let make: @Sendable () throws -> StorageBench

  static let all: [StorageCase] = [.sqlite, .postgres]

  static let sqlite = StorageCase(testDescription: "SQLite") {
    let folder = TemporaryFolder()
    return StorageBench(owner: folder) { SQLiteStorage(path: folder.file("receiver.db")) }
  }

  static let postgres = StorageCase(testDescription: "PostgreSQL") {
    let server = try PrivatePostgres.shared()
    let url = try server.makeDatabase()
    return StorageBench(owner: server) {
      do {
        return try PostgresStorage(url: url, connections: 4, waitSeconds: 120)
      } catch {
        fatalError("\(error)")
      }
    }
  }

  /// A storage with the accounts `anna` and `bert`.
  func open() throws -> StorageBench {
    let bench = try make()
    try bench.storage.prepare()
    for name in ["anna", "bert"] {
      try bench.storage.add(ReceiverAccount(id: name, name: name, createdAtMs: 1))
    }
    return bench
  }
}

/// A storage under test, and what has to live as long as it.
final class StorageBench: Sendable {
  let storage: any ReceiverStorage
  /// Another receiver on the same data.
  let another: @Sendable () -> any ReceiverStorage
  private let owner: any Sendable

  init(owner: any Sendable, _ another: @escaping @Sendable () -> any ReceiverStorage) {
    self.owner = owner
    self.another = another
    storage = another()
  }

  static let now: Int64 = 1_000_000_000

  /// Applies rows as one batch, in the order given.
  @discardableResult
  func apply(
    _ rows: ContractRow..., of account: String = "anna", in dialect: ContractDialect = .extended
  ) throws -> AppliedBatch {
    try apply(rows, of: account, in: dialect)
  }

  @discardableResult
  func apply(
    _ rows: [ContractRow], of account: String = "anna", in dialect: ContractDialect = .extended
  ) throws -> AppliedBatch {
    try storage.apply(
      ContractBatch(rows: rows), of: account, in: dialect, nowMs: Self.now)
  }

  /// Every row of a table, read in pages of `limit`.
  func rows(
    of table: ContractTable, account: String = "anna", limit: Int = 1000
  ) throws -> [ContractRow] {
    var rows: [ContractRow] = []
    var next: String?
    repeat {
      let page = try storage.page(of: table, account: account, after: next, limit: limit)
      rows += page.rows
      next = page.next
    } while next != nil && rows.count < 20_000
    return rows
  }

  /// Every row of the account as text, table by table, in the order in which pages give them.
  func everything(of account: String = "anna") throws -> [String] {
    try ContractTable.allCases.filter { $0 != .deleteActions }.flatMap { table in
      try rows(of: table, account: account).map { "\(table.rawValue) \($0.spelling)" }
    }
  }
}

extension ContractRow {
  /// The bytes of the contract as text, of a short row those of the strict dialect.
  var spelling: String {
    let isShort = table != .deleteActions && values.count < table.shape.fields.count
    let encoder = ContractEncoder(dialect: isShort ? .strict : .extended)
    do { return String(decoding: try encoder.encode(self), as: UTF8.self) } catch {
      return "not of the contract: \(error)"
    }
  }

  /// A row with the values given and the plainest that is allowed in every other field.
  static func sample(
    _ table: ContractTable, _ given: [String: ContractValue] = [:],
    in dialect: ContractDialect = .extended
  ) -> ContractRow {
    let fields = table.shape.fields.prefix(table.shape.count(in: dialect))
    return ContractRow(table, fields.map { given[$0.name] ?? $0.plainest })
  }
}

extension ContractField {
  fileprivate var plainest: ContractValue {
    if isNullable { return .null }
    return switch kind {
    case .text: .text("x")
    case .hash: .text(String(repeating: "0", count: 64))
    case .choice(let texts): .text(texts[0])
    case .bool: .bool(false)
    case .integer(let rule): .integer(max(0, rule.range.lowerBound))
    case .number: .number(0.5)
    }
  }
}

extension ContractValue: ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral
{
  public init(stringLiteral text: String) { self = .text(text) }
  public init(integerLiteral number: Int64) { self = .integer(number) }
}
