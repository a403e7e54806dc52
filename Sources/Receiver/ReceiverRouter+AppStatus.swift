import JSON

extension ReceiverRouter {
  /// What a device may do here; with a token, how that stands.
  func appStatus(
    _ request: ReceiverRequest, _ record: inout RequestRecord
  ) throws -> ReceiverResponse {
    let version = version(of: request)
    let standing = configuration.versions.standing(of: version)
    var body: JSONObject = [
      "version": versionBlock(version, standing),
      "messages": .array(configuration.messages.map(Self.json)),
    ]
    if let text = Self.bearer(of: request) {
      body["deviceToken"] = try tokenBlock(text, version, standing, &record)
    }
    if configuration.isExtended {
      body["capabilities"] = .array(ServerCapability.allCases.map { .string($0.rawValue) })
    }
    return ReceiverResponse(json: .object(body))
  }

  private func versionBlock(_ version: String?, _ standing: VersionStanding) -> JSONValue {
    let installed = version ?? "unknown"
    var block: JSONObject = [
      "installed": .string(installed),
      "latest": .string(configuration.versions.latest ?? installed),
      "status": .string(standing.rawValue),
    ]
    if standing != .current {
      block["message"] = configuration.versions.message.map { .string($0) }
    }
    return .object(block)
  }

  /// A token that is not known stands as a revoked one: its account is gone, or it never was.
  private func tokenBlock(
    _ text: String, _ version: String?, _ standing: VersionStanding, _ record: inout RequestRecord
  ) throws -> JSONValue {
    guard var token = try tokens.find(text) else {
      return ["state": .string(DeviceTokenState.revoked.rawValue), "expiresAt": .null]
    }
    let state = DeviceTokenState(of: token, nowMs: clock.wallMs())
    if state == .valid {
      record.account = token.accountID
      token = tokens.use(Caller(token: token, version: version, standing: standing), log: log)
    }
    return ["state": .string(state.rawValue), "expiresAt": .integer(token.expiresAtMs)]
  }

  private static func json(_ message: StatusMessage) -> JSONValue {
    var object: JSONObject = ["id": .string(message.id), "type": .string(message.kind.rawValue)]
    object["title"] = message.title.map { .string($0) }
    object["body"] = .string(message.body)
    object["action"] = message.action.map { .string($0) }
    return .object(object)
  }
}

/// What a server can do beyond the strict dialect, as App Status names it.
package enum ServerCapability: String, CaseIterable, Sendable {
  /// The extended dialect, and reading back.
  case extended
  /// Bodies with `Content-Encoding: gzip`.
  case gzip
  /// `/api/blobs`.
  case blobs
}
