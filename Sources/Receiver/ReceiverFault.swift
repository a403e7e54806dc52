import JSON
import SyncContract

/// An answer that is no success: a status, a slug, and what else the client may know.
struct ReceiverFault: Error {
  var status: Int
  var slug: String
  var headers: [String: String] = [:]
  var details = JSONObject()
  /// For the operator's log; the client is not told.
  var cause: String?

  init(_ status: Int, _ slug: String, headers: [String: String] = [:]) {
    self.status = status
    self.slug = slug
    self.headers = headers
  }

  static func unauthorized(_ slug: String) -> ReceiverFault {
    ReceiverFault(401, slug, headers: ["WWW-Authenticate": "Bearer"])
  }

  static func tooLarge(maxBytes: Int) -> ReceiverFault {
    var fault = ReceiverFault(413, "too-large")
    fault.details["maxBytes"] = JSONValue(maxBytes)
    return fault
  }

  /// What may succeed after a while.
  static func later(_ status: Int, _ slug: String, seconds: Int) -> ReceiverFault {
    ReceiverFault(status, slug, headers: ["Retry-After": "\(max(1, seconds))"])
  }

  /// What the contract has against a batch.
  init(_ error: ContractError, maxBytes: Int) {
    self.init(error.kind.isTooMuch ? 413 : 400, error.kind.rawValue)
    if error.kind == .tooLarge { details["maxBytes"] = JSONValue(maxBytes) }
    place(error.table, error.index, error.field)
  }

  /// What the storage could not do.
  init(_ failure: StorageFailure, retryAfter: Int) {
    switch failure {
    case .missingParent(let table, let index, let field):
      self.init(409, "missing-parent")
      place(table, index, field)
    case .missingBlob(let table, let index, let field):
      self.init(409, "missing-blob")
      place(table, index, field)
    case .unknownPage:
      self.init(400, "bad-query")
    case .unavailable(let text):
      self = .later(503, "unavailable", seconds: retryAfter)
      cause = text
    case .full(let text):
      self = .later(503, "storage-full", seconds: retryAfter)
      cause = text
    case .broken(let text):
      self.init(500, "internal")
      cause = text
    }
  }

  private mutating func place(_ table: ContractTable?, _ index: Int?, _ field: String?) {
    if let table { details["table"] = .string(table.rawValue) }
    if let index { details["index"] = JSONValue(index) }
    if let field { details["field"] = .string(field) }
  }

  var response: ReceiverResponse {
    var body: JSONObject = ["error": .string(slug)]
    for member in details.members { body[member.key] = member.value }
    return ReceiverResponse(status: status, headers: headers, body: JSONValue.object(body).bytes())
  }
}

extension ReceiverResponse {
  /// A JSON document that no cache keeps.
  init(_ status: Int = 200, json: JSONValue) {
    self.init(status: status, headers: ["Cache-Control": "no-store"], body: json.bytes())
  }
}
