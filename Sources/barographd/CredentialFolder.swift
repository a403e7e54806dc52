import Glibc
import JSON
import Linux
import SyncEngine

/// The Device Token in the state directory, a file of mode 0600; and tokens that the server has not
/// been told to forget yet, a debt of this box that outlives an account's data. A systemd credential
/// `barograph.device-token` of the same form counts where there is no file.
struct CredentialFolder: CredentialStore {
  /// Of the token.
  let path: String
  /// The file of the tokens that are void.
  let revoked: String

  private var token: String { path + "/device-token" }

  func load() async throws -> DeviceCredential? {
    if Files.exists(token) { return try read(token).first?.credential }
    let dead = try voided()
    return try given().flatMap { given in
      dead.contains { $0.credential.token == given.token } ? nil : given
    }
  }

  func save(_ credential: DeviceCredential) async throws {
    try write([Entry(credential: credential)], to: token)
  }

  func remove(mustRevoke: Bool) async throws {
    guard let credential = try? await load() else { return try Files.remove(token) }
    if mustRevoke { try await queueRevocation(of: credential) }
    try Files.remove(token)
  }

  func queueRevocation(of credential: DeviceCredential) async throws {
    let known = try voided().filter { $0.credential != credential }
    try write(known + [Entry(credential: credential)], to: revoked)
  }

  func revocations() async throws -> [DeviceCredential] {
    try voided().filter { !$0.isTold }.map(\.credential)
  }

  func revoked(_ credential: DeviceCredential) async throws {
    var rest = try voided().filter { $0.credential != credential }
    // systemd gives it again at the next start, when it must not come to life.
    if (try? given())?.token == credential.token {
      rest.append(Entry(credential: credential, isTold: true))
    }
    if rest.isEmpty { try Files.remove(revoked) } else { try write(rest, to: revoked) }
  }

  /// What systemd gives.
  private func given() throws -> DeviceCredential? {
    guard let folder = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }),
      Files.exists("\(folder)/barograph.device-token")
    else { return nil }
    return try read("\(folder)/barograph.device-token").first?.credential
  }

  private func voided() throws -> [Entry] { Files.exists(revoked) ? try read(revoked) : [] }

  private func read(_ file: String) throws -> [Entry] {
    let json = try JSONValue.parse(try Files.readSecret(file, limit: 65_536))
    return (json["tokens"]?.array ?? []).compactMap { item in
      DeviceCredential(item).map { Entry(credential: $0, isTold: item["told"]?.bool ?? false) }
    }
  }

  private func write(_ entries: [Entry], to file: String) throws {
    if !Files.exists(path) { try Files.makeFolder(path, mode: 0o700) }
    let json: JSONValue = ["tokens": .array(entries.map(\.json))]
    try Files.replace(file, with: json.bytes() + [0x0A], mode: 0o600)
  }
}

/// A token in a file.
private struct Entry {
  var credential: DeviceCredential
  /// Whether the server knows that it is void.
  var isTold = false

  var json: JSONValue {
    guard isTold, case .object(var object) = credential.json else { return credential.json }
    object["told"] = true
    return .object(object)
  }
}

extension DeviceCredential {
  fileprivate var json: JSONValue {
    [
      "server": .string(origin.text), "token": .string(token), "account_id": .string(accountID),
      "expires_at_ms": JSONValue(expiresAtMs),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let origin = json["server"]?.string.flatMap(ServerOrigin.init),
      let token = json["token"]?.string, let account = json["account_id"]?.string
    else { return nil }
    self.init(
      origin: origin, token: token, accountID: account,
      expiresAtMs: json["expires_at_ms"]?.integer)
  }
}
