import SyncContract
import SyncPlan

/// A server for reading back, with the token of the account.
struct ServerReader {
  let service: SyncService
  let credential: DeviceCredential
  let epoch: Int

  /// How long a page or a file may take, in milliseconds.
  private static let timeoutMs: Int64 = 180_000

  /// Asks for a path; 404 is an answer, any other refusal a fault.
  func get(
    _ path: String, _ method: SyncRequest.Method = .get, answerLimit: Int = 65_536
  ) async throws(VerifyFault) -> SyncResponse {
    var request = SyncRequest(
      method, path, at: credential.origin, bearer: credential.token)
    request.timeoutMs = Self.timeoutMs
    request.answerLimit = answerLimit
    let response = try await service.answer(to: request, in: epoch)
    guard response.status == 200 || response.status == 404 else {
      throw .unexpected(status: response.status, slug: response.slug)
    }
    return response
  }

  /// What the server has, as a dialect encodes it.
  func tables(in dialect: ContractDialect) async throws(VerifyFault) -> ServedTables {
    let path = "/api/tables?dialect=\(dialect.rawValue)"
    let response = try await get(path)
    guard response.status == 200 else {
      throw .unexpected(status: response.status, slug: response.slug)
    }
    guard let tables = ServedTables(response.body), tables.dialect == dialect else {
      throw .malformed(path: path)
    }
    return tables
  }
}

/// The rows of one table at the server, page by page, in the order of their natural keys.
struct ServerRows {
  private let reader: ServerReader
  private let table: ContractTable
  private let dialect: ContractDialect
  private var page: [ContractRow] = []
  private var place = 0
  private var next: String?
  private var isAtEnd = false
  private var last: NaturalKey?
  /// Rows that may still come before the server must be wrong about its count.
  private var left: Int64

  private static let pageRows = 1000
  /// A page is at most a batch, or one row longer than that.
  private static let limits = ContractLimits(bytes: 2_097_152)
  /// More rows than counted that may have come meanwhile.
  private static let slack: Int64 = 100_000

  /// `count` is what the server says that it has.
  init(
    of table: ContractTable, in dialect: ContractDialect, count: Int64, from reader: ServerReader
  ) {
    left = count.addingReportingOverflow(Self.slack).partialValue
    self.table = table
    self.dialect = dialect
    self.reader = reader
  }

  /// The next row, or nil at the end.
  mutating func next() async throws(VerifyFault) -> ContractRow? {
    if place == page.count { try await turn() }
    guard place < page.count else { return nil }
    let row = page[place]
    place += 1
    let key = NaturalKey(row)
    left -= 1
    if let last, key <= last { throw .malformed(path: path) }
    if left < 0 { throw .malformed(path: path) }
    last = key
    return row
  }

  private mutating func turn() async throws(VerifyFault) {
    guard !isAtEnd else { return }
    let path = path
    let response = try await reader.get(path, answerLimit: Self.limits.bytes)
    guard response.status == 200,
      let batch = try? ContractDecoder(dialect: dialect, limits: Self.limits).decode(response.body),
      batch.rows.allSatisfy({ $0.table == table })
    else { throw .malformed(path: path) }
    // An empty page that promises another one would go on for ever.
    guard !batch.rows.isEmpty || response.nextPage == nil else { throw .malformed(path: path) }
    page = batch.rows
    place = 0
    next = response.nextPage
    isAtEnd = next == nil
  }

  private var path: String {
    let start =
      "/api/tables/\(table.rawValue)?dialect=\(dialect.rawValue)&limit=\(Self.pageRows)"
    return next.map { "\(start)&after=\($0.percentEncoded)" } ?? start
  }
}

/// The accepted rows of one table here, page by page, in the order of their natural keys.
struct LocalRows {
  private let service: SyncService
  private let table: ContractTable
  private let dialect: ContractDialect
  private let epoch: Int
  private var page: [PendingRow] = []
  private var place = 0
  private var isAtEnd = false

  private static let pageRows = 500

  init(
    of table: ContractTable, in dialect: ContractDialect, from service: SyncService, epoch: Int
  ) {
    self.table = table
    self.dialect = dialect
    self.service = service
    self.epoch = epoch
  }

  /// The next row, or nil at the end.
  mutating func next() async throws(VerifyFault) -> PendingRow? {
    if place == page.count, !isAtEnd {
      page = try await service.acceptedRows(
        of: table, in: dialect, after: page.last, limit: Self.pageRows, epoch)
      place = 0
      isAtEnd = page.count < Self.pageRows
    }
    guard place < page.count else { return nil }
    defer { place += 1 }
    return page[place]
  }
}

extension String {
  /// For a query: everything but unreserved characters escaped.
  fileprivate var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F, 0x7E].contains(byte)
      let digits = String(byte, radix: 16, uppercase: true)
      text += isPlain ? String(UnicodeScalar(byte)) : "%\(byte < 16 ? "0" : "")\(digits)"
    }
    return text
  }
}
