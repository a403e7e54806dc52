/// A hash function that takes its message in pieces, SHA-256 for example.
///
/// Pure targets hash through this, so that they need no library. A conforming type is a value: a
/// copy goes on independently of the original.
package protocol MessageDigest: Sendable {
  /// Takes the next bytes of the message.
  mutating func update(_ bytes: [UInt8])

  /// The digest of the bytes taken since the start or the last call; begins a new message.
  mutating func finish() -> [UInt8]
}

/// A private key that signs whole messages, Ed25519 for example.
package protocol MessageSigner: Sendable {
  /// The public key that belongs to it, as raw bytes.
  var publicKeyBytes: [UInt8] { get }

  /// The signature of a message, as raw bytes.
  func sign(_ message: [UInt8]) throws -> [UInt8]
}
