import JSON
import SyncContract

/// Rows, rides, sync and account.
extension ControlRouter {
  func serveRows(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .rows(let table): return Self.answer(RowDocument.json(try service.rows(of: table)))
    case .changeRow(let table):
      let json = try Self.json(request.body, hint: "send an object with the fields to set")
      let fields = try Self.read { () throws(DocumentError) in
        try RowDocument.fields(json, of: table)
      }
      return Self.answer(RowDocument.json(try service.change(table, fields)))
    case .openRow(let table):
      let json = try Self.json(request.body, hint: #"send {"id": "…"}"#)
      guard let id = json["id"]?.string, !id.isEmpty else {
        throw ControlError(.badRequest, message: "id is missing", hint: #"send {"id": "…"}"#)
      }
      return Self.answer(["opened": .bool(try service.open(table, id: id))])
    case .deleteRow(let target):
      let identity = try identity(of: target, request.body)
      let isDeleted = try service.delete(target, identity: identity)
      return Self.answer(["deleted": .bool(isDeleted)])
    case .ride(let id): return Self.answer(try service.ride(id: id).json)
    default:
      let limit = try number("limit", of: request, in: 1...1000) ?? 50
      return Self.answer(RideList.json(try service.rides(limit: Int(limit))))
    }
  }

  func serveSync(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .syncNow: return Self.answer(try service.syncNow().json)
    case .syncResume: return Self.answer(try service.resumeSync().json)
    case .syncSwitch:
      let isOn = try flag("on", in: request.body)
      return Self.answer(try service.switchSync(isOn: isOn).json)
    case .syncVerify: return Self.answer(try service.verifySync().json)
    case .account: return Self.answer(try service.account().json)
    case .signIn:
      let (server, code) = try signIn(request.body)
      return Self.answer(try service.signIn(server: server, code: code).json)
    case .signOut: return Self.answer(try service.signOut().json)
    case .resetAccount:
      let path = try service.resetAccount(erasing: try flag("erase", in: request.body))
      return Self.answer(["set_aside": JSONValue(path)])
    default: return Self.answer(try service.syncFacts().json)
    }
  }

  private func identity(
    of target: DeleteTarget, _ body: [UInt8]
  ) throws(ControlError) -> [String] {
    let names = target.identity.map(\.name)
    let hint = "send an object with \(names.joined(separator: " and "))"
    let json = try Self.json(body, hint: hint)
    let texts = names.compactMap { json[$0]?.string }
    guard texts.count == names.count, json.object?.members.count == names.count else {
      throw ControlError(.badRequest, message: "the body does not name one row", hint: hint)
    }
    return texts
  }

  private func flag(_ name: String, in body: [UInt8]) throws(ControlError) -> Bool {
    let hint = "send {\"\(name)\": true} or {\"\(name)\": false}"
    guard let flag = try Self.json(body, hint: hint)[name]?.bool else {
      throw ControlError(.badRequest, message: "the body has no truth value \(name)", hint: hint)
    }
    return flag
  }

  private func signIn(_ body: [UInt8]) throws(ControlError) -> (server: String, code: String) {
    let hint = "send {\"server\": \"https://…\", \"code\": \"…\"}"
    let json = try Self.json(body, hint: hint)
    guard let server = json["server"]?.string, let code = json["code"]?.string,
      (1...255).contains(server.utf8.count), (1...128).contains(code.utf8.count)
    else { throw ControlError(.badRequest, message: "server or code is missing", hint: hint) }
    return (server, code)
  }

  /// A body as JSON.
  static func json(_ body: [UInt8], hint: String) throws(ControlError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue.parse(body)
    } catch {
      throw ControlError(.badRequest, message: "the body is \(error)", hint: hint)
    }
  }

  private static func read<Value>(
    _ decode: () throws(DocumentError) -> Value
  ) throws(ControlError) -> Value {
    do throws(DocumentError) {
      return try decode()
    } catch {
      throw ControlError(
        .badRequest, message: "\(error.field) \(error.cause)",
        hint: "docs/sync-contract.md lists the fields")
    }
  }
}
