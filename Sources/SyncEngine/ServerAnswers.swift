import JSON
import SyncContract
package import SyncPlan

extension ServerRefusal {
  /// Reads the body of a refusal; whatever is missing or odd is left out. The row's index becomes a
  /// cursor by way of the batch that was sent.
  package init(body: [UInt8], sent batch: SyncBatch?) {
    let json = JSONValue.answer(body)
    let table = json?["table"]?.string.flatMap(ContractTable.init)
    let index = json?["index"]?.integer.flatMap { Int(exactly: $0) }
    let cursor = table.flatMap { table in index.flatMap { batch?.cursor(of: table, at: $0) } }
    self.init(
      slug: json?["error"]?.string, table: table, cursor: cursor,
      field: json?["field"]?.string,
      maxBytes: json?["maxBytes"]?.integer.flatMap { $0 > 0 ? Int(exactly: $0) : nil })
  }
}

extension SyncResponse {
  /// What a refusal says, for errors: a slug, nothing else.
  var slug: String? {
    (200...299).contains(status) ? nil : ServerRefusal(body: body, sent: nil).slug
  }

  var json: JSONValue? { JSONValue.answer(body) }
}

extension JSONValue {
  /// Bytes of the longest short answer that is read; rows and files have bounds of their own.
  static let longestAnswer = 65_536

  /// A short answer of a server; nil for anything else.
  static func answer(_ body: [UInt8]) -> JSONValue? {
    try? parse(body, limits: Limits(bytes: longestAnswer, depth: 8))
  }
}

/// A fresh Device Token: the answer of `POST /api/auth/device-tokens`.
package struct IssuedToken: Equatable, Sendable {
  package var token: String
  package var accountID: String
  package var expiresAtMs: Int64?

  /// Nil for an answer that holds none, or one that cannot stand in a header.
  package init?(_ body: [UInt8]) {
    guard let json = JSONValue.answer(body), let token = json["deviceToken"]?.string,
      token.isBearer(atMost: 4096),
      let accountID = json["accountId"]?.string, accountID.isBearer(atMost: 128)
    else { return nil }
    self.token = token
    self.accountID = accountID
    expiresAtMs = json["expiresAt"]?.integer
  }
}

extension String {
  /// Visible ASCII without blanks: what may stand in a header and in a log's field.
  func isBearer(atMost limit: Int) -> Bool {
    (1...limit).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
