import Bytes
import CCrypto

/// Ed25519 signatures (RFC 8032) over whole messages; no context, no pre-hashing.
package enum Ed25519 {
  /// Bytes in a raw private or public key.
  package static let keyByteCount = 32
  /// Bytes in a signature.
  package static let signatureByteCount = 64

  /// Whether a signature is that of the message under a raw public key; false for a key or
  /// signature of a wrong length.
  package static func isValid(signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
    guard let key = try? PublicKey(rawBytes: publicKey) else { return false }
    return key.isValid(signature, of: message)
  }

  /// A key that signs.
  package struct PrivateKey: MessageSigner {
    private let handle: KeyHandle
    /// The raw public key, 32 bytes.
    package let publicKeyBytes: [UInt8]

    /// A new key from the system's randomness.
    package static func generate() throws(CryptoError) -> PrivateKey {
      try PrivateKey(rawBytes: SecureRandom.bytes(count: keyByteCount))
    }

    /// From the 32 secret bytes of RFC 8032, 5.1.5 (EVP_PKEY_new_raw_private_key).
    package init(rawBytes: [UInt8]) throws(CryptoError) {
      let operation = "import Ed25519 private key"
      let hint = "restore the key file from a backup or let a new key be made"
      try Self.checkLength(rawBytes, keyByteCount, operation, hint)
      guard
        let key = EVP_PKEY_new_raw_private_key(
          EVP_PKEY_ED25519, nil, rawBytes, rawBytes.count)
      else { throw .fromQueue(operation, hint: hint) }
      handle = KeyHandle(key)
      publicKeyBytes = try handle.rawBytes(EVP_PKEY_get_raw_public_key, "derive Ed25519 public key")
    }

    /// The 32 secret bytes, for keeping the key (EVP_PKEY_get_raw_private_key).
    package func rawBytes() throws(CryptoError) -> [UInt8] {
      try handle.rawBytes(EVP_PKEY_get_raw_private_key, "export Ed25519 private key")
    }

    /// The 64-byte signature of a message (EVP_DigestSign).
    package func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
      let hint = "check that the installed libcrypto allows Ed25519"
      guard let context = EVP_MD_CTX_new() else {
        throw .fromQueue("sign with Ed25519", hint: hint)
      }
      defer { EVP_MD_CTX_free(context) }
      var signature = [UInt8](repeating: 0, count: signatureByteCount)
      var length = signature.count
      guard EVP_DigestSignInit(context, nil, nil, nil, handle.key) == 1,
        EVP_DigestSign(context, &signature, &length, message, message.count) == 1,
        length == signatureByteCount
      else { throw .fromQueue("sign with Ed25519", hint: hint) }
      return signature
    }

    fileprivate static func checkLength(
      _ bytes: [UInt8], _ expected: Int, _ operation: String, _ hint: String
    ) throws(CryptoError) {
      guard bytes.count != expected else { return }
      throw CryptoError(
        operation: operation, cause: .wrongLength(expected: expected, got: bytes.count), hint: hint)
    }
  }

  /// A key that checks signatures.
  package struct PublicKey: Sendable, Equatable {
    private let handle: KeyHandle
    /// The key's 32 bytes (RFC 8032, 5.1.2).
    package let rawBytes: [UInt8]

    /// From 32 raw bytes (EVP_PKEY_new_raw_public_key).
    package init(rawBytes: [UInt8]) throws(CryptoError) {
      let operation = "import Ed25519 public key"
      let hint = "give the key as 32 bytes, 64 hexadecimal digits"
      try PrivateKey.checkLength(rawBytes, keyByteCount, operation, hint)
      guard
        let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, rawBytes, rawBytes.count)
      else { throw .fromQueue(operation, hint: hint) }
      handle = KeyHandle(key)
      self.rawBytes = rawBytes
    }

    package static func == (left: Self, right: Self) -> Bool { left.rawBytes == right.rawBytes }

    /// Whether a signature is that of the message (EVP_DigestVerify); leaves the thread's error
    /// queue empty when it is not.
    package func isValid(_ signature: [UInt8], of message: [UInt8]) -> Bool {
      guard signature.count == signatureByteCount, let context = EVP_MD_CTX_new() else {
        return false
      }
      defer { EVP_MD_CTX_free(context) }
      let isValid =
        EVP_DigestVerifyInit(context, nil, nil, nil, handle.key) == 1
        && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
      if !isValid { ERR_clear_error() }
      return isValid
    }
  }
}

/// Owns an EVP_PKEY, which is never changed after it was made; freeing it wipes the secret.
private final class KeyHandle: @unchecked Sendable {
  let key: OpaquePointer

  init(_ key: OpaquePointer) { self.key = key }

  deinit { EVP_PKEY_free(key) }

  func rawBytes(
    _ get: (OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?) -> Int32,
    _ operation: String
  ) throws(CryptoError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Ed25519.keyByteCount)
    var length = bytes.count
    guard get(key, &bytes, &length) == 1, length == bytes.count else {
      throw .fromQueue(operation, hint: "check the installed libcrypto")
    }
    return bytes
  }
}
