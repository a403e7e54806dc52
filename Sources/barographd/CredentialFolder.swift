import Glibc
import JSON
import Linux
import SyncEngine

/// The Device Token in the state directory, a file of mode 0600; and tokens that the server has not
/// been told to forget yet. A systemd credential `barograph.device-token` of the same form counts
/// where there is no file.
struct CredentialFolder: CredentialStore {
  let path: String

  private var token: String { path + "/device-token" }
  private var revoked: String { path + "/revocations" }

  func load() async throws -> DeviceCredential? {
    if Files.exists(token) { return try read(token).first }
    guard let folder = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }),
      Files.exists("\(folder)/barograph.device-token")
    else { return nil }
    let given = try read("\(folder)/barograph.device-token").first
    let dead = try await revocations()
    return dead.contains { $0.token == given?.token } ? nil : given
  }

  func save(_ credential: DeviceCredential) async throws { try write([credential], to: token) }

  func remove(mustRevoke: Bool) async throws {
    guard let credential = try? await load() else { return try Files.remove(token) }
    if mustRevoke { try write(try await revocations() + [credential], to: revoked) }
    try Files.remove(token)
  }

  func queueRevocation(of credential: DeviceCredential) async throws {
    try write(try await revocations() + [credential], to: revoked)
  }

  func revocations() async throws -> [DeviceCredential] {
    Files.exists(revoked) ? try read(revoked) : []
  }

  func revoked(_ credential: DeviceCredential) async throws {
    let rest = try await revocations().filter { $0 != credential }
    if rest.isEmpty { try Files.remove(revoked) } else { try write(rest, to: revoked) }
  }

  private func read(_ file: String) throws -> [DeviceCredential] {
    let json = try JSONValue.parse(try Files.readSecret(file, limit: 65_536))
    return (json["tokens"]?.array ?? []).compactMap(DeviceCredential.init)
  }

  private func write(_ credentials: [DeviceCredential], to file: String) throws {
    if !Files.exists(path) { try Files.makeFolder(path, mode: 0o700) }
    let json: JSONValue = ["tokens": .array(credentials.map(\.json))]
    try Files.replace(file, with: json.bytes() + [0x0A], mode: 0o600)
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
