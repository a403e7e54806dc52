import SyncContract

/// What a request is about.
enum ReceiverRoute: Equatable, Sendable {
  case health, appStatus, account, exchange, revoke, sync, tables
  case table(ContractTable)
  case blob(BlobKey.Kind, id: String)

  /// The route of a path; nil for any other.
  init?(path: String, dialect: ContractDialect) {
    guard path.utf8.count <= ReceiverLimits.path else { return nil }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      .map(String.init)
    switch parts {
    case ["healthz"]: self = .health
    case ["api", "app-status"]: self = .appStatus
    case ["api", "account"]: self = .account
    case ["api", "auth", "device-tokens"]: self = .exchange
    case ["api", "auth", "device-tokens", "current"]: self = .revoke
    case ["api", "sync"]: self = .sync
    case ["api", "tables"]: self = .tables
    default:
      guard path.hasPrefix("/"), let route = Self.named(parts, dialect) else { return nil }
      self = route
    }
    guard path.hasPrefix("/") else { return nil }
  }

  private static func named(_ parts: [String], _ dialect: ContractDialect) -> ReceiverRoute? {
    if parts.count == 3, parts.prefix(2) == ["api", "tables"] {
      guard let table = ContractTable(rawValue: parts[2]), table != .deleteActions,
        dialect.includes(table.dialect)
      else { return nil }
      return .table(table)
    }
    guard dialect == .extended, parts.count == 4, parts.prefix(2) == ["api", "blobs"],
      let kind = BlobKey.Kind(rawValue: parts[2]), BlobKey.isID(parts[3])
    else { return nil }
    return .blob(kind, id: parts[3])
  }

  var methods: [String] {
    switch self {
    case .health: ["GET", "HEAD"]
    case .appStatus, .account, .tables, .table: ["GET"]
    case .exchange, .sync: ["POST"]
    case .revoke: ["DELETE"]
    case .blob: ["GET", "HEAD", "PUT"]
    }
  }

  /// Whether a Device Token is asked for. The exchange asks for a code instead.
  var needsToken: Bool {
    switch self {
    case .health, .appStatus, .exchange: false
    default: true
    }
  }

  /// Whether it is closed to versions that are blocked.
  var isData: Bool {
    switch self {
    case .sync, .tables, .table, .blob: true
    default: false
    }
  }

  /// For the log: without what a path may hold.
  var name: String {
    switch self {
    case .health: "health"
    case .appStatus: "app-status"
    case .account: "account"
    case .exchange: "exchange"
    case .revoke: "revoke"
    case .sync: "sync"
    case .tables: "tables"
    case .table(let table): "table \(table.rawValue)"
    case .blob(let kind, _): "blob \(kind.rawValue)"
    }
  }
}
