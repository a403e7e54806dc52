import JSON

/// What a server says of this version, this token and itself: `GET /api/app-status`.
package struct AppStatus: Equatable, Sendable {
  /// The server's verdict on the version that asks.
  package enum Verdict: String, CaseIterable, Sendable {
    case current
    case updateWarning = "update-warning"
    case onlineBlocked = "online-blocked"
    case appBlocked = "app-blocked"
  }

  package struct Version: Equatable, Sendable {
    package var installed: String
    package var latest: String
    package var status: Verdict
    package var message: String?
  }

  /// Something that a person should read.
  package struct Message: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable { case info, warning, critical }

    package var id: String
    package var kind: Kind
    package var title: String?
    package var body: String
    package var action: String?
  }

  /// What became of the token that was sent along.
  package enum TokenState: Equatable, Sendable {
    case valid(expiresAtMs: Int64?)
    case expired, revoked
  }

  package var version: Version
  package var messages: [Message] = []
  package var deviceToken: TokenState?
  /// What the server can do beyond the strict dialect.
  package var capabilities: Set<String> = []

  /// Messages beyond so many are left out.
  package static let mostMessages = 32
  private static let mostCapabilities = 64

  /// Reads an answer; nil where the version block or the whole is bad. A bad message is left out.
  package init?(_ body: [UInt8]) {
    guard let json = JSONValue.answer(body),
      let version = json["version"].flatMap(Version.init)
    else { return nil }
    self.version = version
    messages = (json["messages"]?.array ?? []).lazy.compactMap(Message.init)
      .prefix(Self.mostMessages).map { $0 }
    deviceToken = json["deviceToken"].flatMap(TokenState.init)
    guard let named = json["capabilities"] else { return }
    // A server must not seem to have lost its dialect because its answer was odd.
    guard let named = named.array else { return nil }
    capabilities = Set(named.prefix(Self.mostCapabilities).compactMap { $0.string })
  }
}

extension AppStatus.Version {
  fileprivate init?(_ json: JSONValue) {
    guard let installed = json["installed"]?.line(atMost: 128),
      let latest = json["latest"]?.line(atMost: 128),
      let status = json["status"]?.string.flatMap(AppStatus.Verdict.init)
    else { return nil }
    self.init(
      installed: installed, latest: latest, status: status,
      message: json["message"]?.line(atMost: 4096))
  }
}

extension AppStatus.Message {
  fileprivate init?(_ json: JSONValue) {
    guard let id = json["id"]?.line(atMost: 128), !id.isEmpty,
      let kind = json["type"]?.string.flatMap(Kind.init),
      let body = json["body"]?.line(atMost: 4096)
    else { return nil }
    let title = json["title"]?.line(atMost: 256)
    let isTitleGood = title != nil || json["title"].map(\.isNull) ?? true
    guard isTitleGood else { return nil }
    self.init(
      id: id, kind: kind, title: title, body: body, action: json["action"]?.line(atMost: 2048))
  }
}

extension AppStatus.TokenState {
  fileprivate init?(_ json: JSONValue) {
    switch json["state"]?.string {
    case "valid":
      let bounds: ClosedRange<Int64> = 0...9_007_199_254_740_991
      self = .valid(
        expiresAtMs: json["expiresAt"]?.integer.flatMap { bounds.contains($0) ? $0 : nil })
    case "expired": self = .expired
    case "revoked": self = .revoked
    default: return nil
    }
  }
}

extension JSONValue {
  /// A text of so many bytes at most that is safe to show: no control but line end and tab.
  fileprivate func line(atMost limit: Int) -> String? {
    guard let string, string.utf8.count <= limit else { return nil }
    let isSafe = string.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar == "\t"
        || (scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
    }
    return isSafe ? string : nil
  }
}
