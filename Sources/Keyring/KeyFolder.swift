import Bytes
package import Crypto
import Glibc
package import Linux

/// Why a key cannot be read or kept.
package enum KeyringError: Error, Sendable, CustomStringConvertible {
  case system(SystemError)
  case crypto(CryptoError)
  /// A file that should hold a key holds something else. A private key is never replaced by itself:
  /// files signed with it would no longer verify.
  case unusable(path: String)

  package var description: String {
    switch self {
    case .system(let error): error.description
    case .crypto(let error): error.description
    case .unusable(let path):
      "read key \(path): it holds no key; restore it from a backup or move it aside"
    }
  }
}

/// The folder `keys` of the state directory: the device's own key pair and the public keys that
/// this box trusts.
///
/// `device.ed25519` (0600) holds the private key as 64 hexadecimal digits, `device.pub` the public
/// one, `trusted/FINGERPRINT.pub` further recorders' public keys.
package struct KeyFolder: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  package var privateKeyPath: String { path + "/device.ed25519" }
  package var publicKeyPath: String { path + "/device.pub" }
  package var trustedFolder: String { path + "/trusted" }

  /// The device's private key, made at the first call. `name` goes into the public key's file.
  /// The private key is on the disk before it is returned, so no file is signed with a lost key.
  package func deviceKey(name: String) throws(KeyringError) -> Ed25519.PrivateKey {
    let key: Ed25519.PrivateKey
    if Files.exists(privateKeyPath) {
      key = try existingKey()
    } else {
      key = try newKey()
    }
    if try devicePublicKey()?.bytes != key.publicKeyBytes,
      let named = NamedPublicKey(bytes: key.publicKeyBytes, name: name)
    {
      try write(Array((named.line + "\n").utf8), to: publicKeyPath, mode: 0o644)
    }
    return key
  }

  /// The device's public key; nil as long as the daemon has made none.
  package func devicePublicKey() throws(KeyringError) -> NamedPublicKey? {
    guard Files.exists(publicKeyPath) else { return nil }
    return try Self.publicKey(atPath: publicKeyPath)
  }

  /// The device's own key first, then the others by file name. Files that cannot be used are
  /// left out and returned beside.
  package func trustedKeys() throws(KeyringError) -> (keys: [NamedPublicKey], broken: [String]) {
    var keys: [NamedPublicKey] = []
    var broken: [String] = []
    if let own = try devicePublicKey() { keys.append(own) }
    guard Files.exists(trustedFolder) else { return (keys, broken) }
    let names: [String]
    do { names = try Files.names(in: trustedFolder) } catch { throw .system(error) }
    for name in names where name.hasSuffix(".pub") {
      do throws(KeyringError) {
        let key = try Self.publicKey(atPath: "\(trustedFolder)/\(name)")
        if !keys.contains(where: { $0.bytes == key.bytes }) { keys.append(key) }
      } catch {
        broken.append(error.description)
      }
    }
    return (keys, broken)
  }

  /// Trusts a key from now on; its file's path.
  @discardableResult
  package func trust(_ key: NamedPublicKey) throws(KeyringError) -> String {
    let file = "\(trustedFolder)/\(key.fingerprint).pub"
    try makeFolder(trustedFolder, mode: 0o755)
    try write(Array((key.line + "\n").utf8), to: file, mode: 0o644)
    return file
  }

  /// The key in a `*.pub` file.
  package static func publicKey(atPath path: String) throws(KeyringError) -> NamedPublicKey {
    let bytes: [UInt8]
    do { bytes = try Files.read(path, limit: 4096) } catch { throw .system(error) }
    guard let key = NamedPublicKey(text: String(decoding: bytes, as: UTF8.self)) else {
      throw .unusable(path: path)
    }
    return key
  }

  private func existingKey() throws(KeyringError) -> Ed25519.PrivateKey {
    let bytes: [UInt8]
    do { bytes = try Files.read(privateKeyPath, limit: 4096) } catch { throw .system(error) }
    let digits = bytes.prefix { ASCII.isPrintable($0) && $0 != ASCII.space }
    guard let secret = Hexadecimal.decode(String(decoding: digits, as: UTF8.self)),
      secret.count == Ed25519.keyByteCount
    else { throw .unusable(path: privateKeyPath) }
    do { return try Ed25519.PrivateKey(rawBytes: secret) } catch { throw .crypto(error) }
  }

  private func newKey() throws(KeyringError) -> Ed25519.PrivateKey {
    let key: Ed25519.PrivateKey
    let secret: [UInt8]
    do {
      key = try Ed25519.PrivateKey.generate()
      secret = try key.rawBytes()
    } catch { throw .crypto(error) }
    try makeFolder(path, mode: 0o750)
    try makeFolder(trustedFolder, mode: 0o755)
    try write(
      Array((Hexadecimal.encode(secret) + "\n").utf8), to: privateKeyPath, mode: 0o600)
    return key
  }

  // A service's umask hides what it makes from the group, which must be able to read public keys:
  // modes are set outright.

  private func write(_ bytes: [UInt8], to file: String, mode: mode_t) throws(KeyringError) {
    do {
      try Files.replace(file, with: bytes, mode: mode)
      try systemCall("chmod", file) { chmod(file, mode) }
    } catch { throw .system(error) }
  }

  private func makeFolder(_ folder: String, mode: mode_t) throws(KeyringError) {
    if Files.exists(folder) { return }
    do {
      try Files.makeFolder(folder, mode: mode)
      try systemCall("chmod", folder) { chmod(folder, mode) }
    } catch { throw .system(error) }
  }
}
