import JSON

/// Who asks, with which version.
struct Caller {
  var token: StoredToken
  var version: String?
  var standing: VersionStanding
}

extension ReceiverRouter {
  /// The text after `Bearer`; nil without such a header (RFC 6750, 2.1).
  static func bearer(of request: ReceiverRequest) -> String? {
    guard let header = request.headers["authorization"] else { return nil }
    let words = header.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    guard words[1].utf8.count <= ReceiverLimits.bearer else { return "" }
    return String(words[1])
  }

  /// What the device says that it runs, if it is up to 64 printable characters of ASCII.
  func version(of request: ReceiverRequest) -> String? {
    guard let text = request.headers[configuration.versionHeader],
      (1...64).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    return text
  }

  /// Who asks, by a valid token.
  func caller(of request: ReceiverRequest) throws -> Caller {
    guard let text = Self.bearer(of: request) else {
      throw ReceiverFault.unauthorized("unauthorized")
    }
    guard let token = try tokens.find(text) else {
      throw ReceiverFault.unauthorized("invalid-token")
    }
    switch DeviceTokenState(of: token, nowMs: clock.wallMs()) {
    case .valid: break
    case .expired: throw ReceiverFault.unauthorized("expired-token")
    case .revoked: throw ReceiverFault.unauthorized("revoked-token")
    }
    let version = version(of: request)
    return Caller(
      token: token, version: version, standing: configuration.versions.standing(of: version))
  }

  /// Refuses data to a version that is blocked.
  func admit(_ caller: Caller) throws(ReceiverFault) {
    switch caller.standing {
    case .appBlocked: throw ReceiverFault(426, "update-required")
    case .onlineBlocked: throw ReceiverFault(403, "online-blocked")
    case .current, .updateWarning: break
    }
  }

  func describe(_ id: String) throws -> ReceiverResponse {
    guard let account = try storage.account(id) else {
      throw ReceiverFault.unauthorized("invalid-token")
    }
    return ReceiverResponse(json: ["id": .string(account.id), "name": .string(account.name)])
  }

  func revoke(_ caller: Caller) throws -> ReceiverResponse {
    guard try storage.revoke(token: caller.token.hash, atMs: clock.wallMs()) else {
      throw ReceiverFault.unauthorized("revoked-token")
    }
    return ReceiverResponse(status: 204)
  }
}
