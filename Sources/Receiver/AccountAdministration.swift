import Bytes
package import Crypto

/// Why an operator's command could not be done.
package enum AdministrationError: Error, Equatable, CustomStringConvertible, Sendable {
  case badName
  case badID
  case accountExists(String)
  case unknownAccount(String)
  /// No device of the account begins like this, or several do.
  case unknownDevice(String)
  case storage(StorageFailure)
  case crypto(CryptoError)

  package var description: String {
    switch self {
    case .badName: "the name must have 1 to 128 characters and no controls"
    case .badID: "an account id is 1 to 64 of a-z, 0-9 and the hyphen"
    case .accountExists(let id): "there is an account \(id) already; choose another id"
    case .unknownAccount(let id): "there is no account \(id); `account list` names them"
    case .unknownDevice(let id): "\(id) is not exactly one device; `account list` names them"
    case .storage(let failure): "the storage failed: \(failure)"
    case .crypto(let error): "\(error)"
    }
  }
}

/// What an operator does with accounts. Calls block their thread.
package struct AccountAdministration: Sendable {
  /// An account with the devices that were ever signed in.
  package struct Listing: Equatable, Sendable {
    package var account: ReceiverAccount
    package var devices: [Device]
    /// The latest use of any token; nil for never.
    package var lastContactMs: Int64?
  }

  /// A Device Token without anything that could be used.
  package struct Device: Equatable, Sendable {
    /// The first eight hexadecimal digits of the token's SHA-256: names it to `revoke`.
    package var id: String
    package var state: DeviceTokenState
    package var createdAtMs: Int64
    package var expiresAtMs: Int64
    package var lastUsedAtMs: Int64?
    package var version: String?
  }

  private let configuration: ReceiverConfiguration
  private let storage: any ReceiverStorage
  private let blobs: any BlobStorage
  private let clock: ReceiverClock
  private let random: RandomBytes

  package init(
    configuration: ReceiverConfiguration, storage: any ReceiverStorage, blobs: any BlobStorage,
    clock: ReceiverClock = .system, random: @escaping RandomBytes = SecureRandom.bytes
  ) {
    self.configuration = configuration
    self.storage = storage
    self.blobs = blobs
    self.clock = clock
    self.random = random
  }

  /// Makes an account and its first code, which is told this once. Without an id it gets a random
  /// one.
  package func add(
    name: String, id: String? = nil
  ) throws(AdministrationError) -> (account: ReceiverAccount, code: String) {
    guard Self.isName(name) else { throw .badName }
    let id = if let id { id } else { try attempt { Hexadecimal.encode(try random(8)) } }
    guard AccountID.isValid(id) else { throw .badID }
    guard try attempt({ try storage.account(id) }) == nil else { throw .accountExists(id) }
    let account = ReceiverAccount(id: id, name: name, createdAtMs: clock.wallMs())
    try attempt { try storage.add(account) }
    return (account, try code(for: id))
  }

  /// Another one-time code for an account: a further device, or a code that was lost.
  package func code(for id: String) throws(AdministrationError) -> String {
    guard try attempt({ try storage.account(id) }) != nil else { throw .unknownAccount(id) }
    return try attempt {
      let code = try OneTimeCode(random: random)
      let expiry = clock.wallMs() + configuration.codeLifeMs
      try storage.add(code.stored(accountID: id, expiresAtMs: expiry, random: random))
      return code.text
    }
  }

  /// Every account with its devices.
  package func list() throws(AdministrationError) -> [Listing] {
    let now = clock.wallMs()
    return try attempt {
      try storage.accounts().map { account in
        let tokens = try storage.tokens(of: account.id)
        return Listing(
          account: account, devices: tokens.map { Device($0, nowMs: now) },
          lastContactMs: tokens.compactMap(\.lastUsedAtMs).max())
      }
    }
  }

  /// Ends the tokens of an account, or of the one device whose id begins so; how many were ended.
  @discardableResult
  package func revoke(
    _ id: String, device: String? = nil
  ) throws(AdministrationError) -> Int {
    guard try attempt({ try storage.account(id) }) != nil else { throw .unknownAccount(id) }
    var tokens = try attempt { try storage.tokens(of: id) }
    if let device {
      tokens = tokens.filter { !device.isEmpty && Device.id(of: $0).hasPrefix(device) }
      guard tokens.count == 1 else { throw .unknownDevice(device) }
    }
    return try attempt {
      let now = clock.wallMs()
      return try tokens.filter { try storage.revoke(token: $0.hash, atMs: now) }.count
    }
  }

  /// Erases an account. Its tokens end first, so that nothing begins meanwhile; the account goes
  /// after the bytes of its blobs, so that a deletion that was cut off can be done again. What a
  /// request that had begun brings in even after that is loose and goes with a sweep.
  package func delete(_ id: String) throws(AdministrationError) {
    try revoke(id)
    try attempt {
      try eraseBlobs(of: id)
      _ = try storage.delete(account: id, atMs: clock.wallMs())
      try eraseBlobs(of: id)
    }
  }

  /// Removes whatever lies under the account, noted or not.
  private func eraseBlobs(of id: String) throws(StorageFailure) {
    for key in try blobs.keys(of: id) { try blobs.delete(key) }
  }

  private func attempt<Value>(_ body: () throws -> Value) throws(AdministrationError) -> Value {
    do {
      return try body()
    } catch let failure as StorageFailure {
      throw .storage(failure)
    } catch let error as CryptoError {
      throw .crypto(error)
    } catch {
      throw .storage(.broken("\(error)"))
    }
  }

  private static func isName(_ name: String) -> Bool {
    (1...128).contains(name.count) && name.utf8.count <= 512
      && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

}

extension AccountAdministration.Device {
  fileprivate init(_ token: StoredToken, nowMs: Int64) {
    id = Self.id(of: token)
    state = DeviceTokenState(of: token, nowMs: nowMs)
    createdAtMs = token.createdAtMs
    expiresAtMs = token.expiresAtMs
    lastUsedAtMs = token.lastUsedAtMs
    version = token.version
  }

  fileprivate static func id(of token: StoredToken) -> String {
    Hexadecimal.encode(token.hash.prefix(4))
  }
}
