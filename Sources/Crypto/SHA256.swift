import Bytes
import CCrypto

/// SHA-256 (FIPS 180-4) of a message taken in pieces; a value, so a copy goes on by itself.
///
/// libcrypto allocates its context as Swift allocates memory: a context that cannot be had ends the
/// program, as any allocation that fails does.
package struct SHA256: MessageDigest {
  /// Bytes in a digest.
  package static let byteCount = 32

  private var context = DigestContext()

  package init() {}

  /// Takes the next bytes of the message (EVP_DigestUpdate).
  package mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// Takes the next bytes of the message from memory of any kind (EVP_DigestUpdate).
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&context) { context = DigestContext(copying: context) }
    context.update(bytes)
  }

  /// The 32 bytes of the digest; begins a new message (EVP_DigestFinal_ex).
  package mutating func finish() -> [UInt8] {
    if !isKnownUniquelyReferenced(&context) { context = DigestContext(copying: context) }
    return context.finish()
  }

  /// The digest of a whole message, 32 bytes.
  package static func digest(of bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256()
    digest.update(bytes)
    return digest.finish()
  }
}

/// Owns an EVP_MD_CTX. Only its one `SHA256` touches it, after making sure that it is the only one.
private final class DigestContext: @unchecked Sendable {
  private let handle: OpaquePointer

  init() {
    handle = EVP_MD_CTX_new()!
    begin()
  }

  init(copying other: DigestContext) {
    handle = EVP_MD_CTX_new()!
    precondition(EVP_MD_CTX_copy_ex(handle, other.handle) == 1, "EVP_MD_CTX_copy_ex failed")
  }

  deinit { EVP_MD_CTX_free(handle) }

  private func begin() {
    precondition(EVP_DigestInit_ex(handle, EVP_sha256(), nil) == 1, "EVP_DigestInit_ex failed")
  }

  func update(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    let result = EVP_DigestUpdate(handle, bytes.baseAddress, bytes.count)
    precondition(result == 1, "EVP_DigestUpdate failed")
  }

  func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    precondition(EVP_DigestFinal_ex(handle, &digest, nil) == 1, "EVP_DigestFinal_ex failed")
    begin()
    return digest
  }
}
