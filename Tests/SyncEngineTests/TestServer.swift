import SyncContract
import SyncEngine
import Synchronization

/// A server in memory, good enough for rows that do not meet: it decodes strictly, keeps the newest
/// and counts.
final class TestServer: Sendable {
  struct State: Sendable {
    var dialect: ContractDialect
    var rows: [ContractTable: [String: ContractRow]] = [:]
    var blobs: [String: [UInt8]] = [:]
    var needsBlobs = true
    /// Answers given instead, oldest first.
    var instead: [SyncReply] = []
    var verdict = "current"
    var tokenState: String?
    var refused = 0
    var pageRows = 2
  }

  private let state: Mutex<State>

  init(_ dialect: ContractDialect = .extended) { state = Mutex(State(dialect: dialect)) }

  var now: State { state.withLock { $0 } }
  func set(_ change: @Sendable (inout State) -> Void) { state.withLock { change(&$0) } }

  func answer(_ request: SyncRequest) -> ScriptedTransport.Step {
    .reply(state.withLock { $0.answer(request) })
  }
}

extension TestServer.State {
  mutating func answer(_ request: SyncRequest) -> SyncReply {
    if request.path == "/api/app-status" { return .status(200, appStatus) }
    if request.path == "/api/auth/device-tokens/current" { return .status(204) }
    if !instead.isEmpty { return instead.removeFirst() }
    let id = request.path.split(separator: "/").last.map(String.init) ?? ""
    switch request.path {
    case "/api/sync": return take(request)
    case let path where path.hasPrefix("/api/tables?"): return tables()
    case let path where path.hasPrefix("/api/tables/"): return page(id)
    case let path where path.hasPrefix("/api/blobs/"):
      guard request.method == .put else {
        return blobs[id].map { .answer(SyncResponse(status: 200, body: $0)) } ?? .status(404)
      }
      let isNew = blobs[id] == nil
      blobs[id] = blobs[id] ?? Array("igc \(id)".utf8)
      return .status(isNew ? 201 : 200)
    default: return .status(404)
    }
  }

  private var appStatus: String {
    let capabilities = dialect == .extended ? #""extended","gzip""# : ""
    let token = tokenState.map { #","deviceToken":{"state":"\#($0)","expiresAt":1800000000000}"# }
    return #"{"version":{"installed":"1","latest":"1","status":"\#(verdict)"},"#
      + #""messages":[],"capabilities":[\#(capabilities)]\#(token ?? "")}"#
  }

  private mutating func take(_ request: SyncRequest) -> SyncReply {
    let dialect: ContractDialect =
      request.contentType.hasSuffix("dialect=extended") ? self.dialect : .strict
    guard case .bytes(let body) = request.body, !request.isGzipped,
      let batch = try? ContractDecoder(dialect: dialect).decode(body)
    else {
      refused += 1
      return .status(400, #"{"error":"malformed"}"#)
    }
    for (index, row) in batch.rows(of: .flights).enumerated() where needsBlobs {
      guard let id = row["id"]?.text, blobs[id] != nil else {
        return .status(
          409, #"{"error":"missing-blob","table":"flights","index":\#(index),"field":"id"}"#)
      }
    }
    for row in batch.rows {
      let stamp = row.table.changeStamp(in: dialect)
      let before = rows[row.table]?[sortText(row)]
      let isOlder = before.map { before in
        stamp.map { (row[$0]?.integer ?? 0) <= (before[$0]?.integer ?? 0) } ?? true
      }
      if isOlder != true { rows[row.table, default: [:]][sortText(row)] = row }
    }
    return .answer(SyncResponse(status: 200, body: batch.counts(in: dialect).encode()))
  }
}

extension TestServer.State {
  fileprivate func tables() -> SyncReply {
    let entries = ContractTable.all(in: dialect).filter { $0 != .deleteActions }.map { table in
      let digest = rowDigest(of: table, in: dialect, rows[table]?.values.map { $0 } ?? [])
      return #""\#(table.rawValue)":{"count":\#(digest.count),"checksum":"\#(digest.checksum)"}"#
    }
    return .status(
      200, #"{"dialect":"\#(dialect.rawValue)","tables":{\#(entries.joined(separator: ","))}}"#)
  }

  fileprivate func page(_ text: String) -> SyncReply {
    let parts = text.split(separator: "?").map(String.init)
    guard let table = ContractTable(rawValue: parts[0]) else { return .status(404) }
    let after =
      parts.last?.split(separator: "&").first { $0.hasPrefix("after=") }
      .flatMap { Int($0.dropFirst(6)) } ?? 0
    let all = (rows[table] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    let page = Array(all[min(after, all.count)...].prefix(pageRows))
    let body = (try? ContractEncoder(dialect: dialect).encode(ContractBatch(rows: page))) ?? []
    let isLast = after + page.count >= all.count
    return .answer(
      SyncResponse(status: 200, body: body, nextPage: isLast ? nil : "\(after + page.count)"))
  }
}
