import Crypto

/// A one-time code, `K7QM3P-XW4TB9-HRCAWD`: six characters that find it, twelve that prove it. The
/// letters I and O and the digits 0 and 1 do not occur; case, blanks and hyphens play no part.
package struct OneTimeCode: Equatable, Sendable {
  /// Finds the code; not secret.
  package let lookup: String
  /// 60 random bits.
  package let secret: String

  private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)
  private static let lookupCount = 6
  private static let count = 18

  /// Reads what a person typed; nil for what can be no code.
  package init?(_ text: String) {
    guard text.utf8.count <= ReceiverLimits.bearer else { return nil }
    let bytes = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
      .map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    guard bytes.count == Self.count, bytes.allSatisfy(Self.alphabet.contains) else { return nil }
    lookup = String(decoding: bytes.prefix(Self.lookupCount), as: UTF8.self)
    secret = String(decoding: bytes.dropFirst(Self.lookupCount), as: UTF8.self)
  }

  /// A new code from random bytes: one for each character.
  init(random: RandomBytes) throws {
    let text = try random(Self.count).map { Self.alphabet[Int($0 & 31)] }
    lookup = String(decoding: text.prefix(Self.lookupCount), as: UTF8.self)
    secret = String(decoding: text.dropFirst(Self.lookupCount), as: UTF8.self)
  }

  /// As it is shown and read aloud.
  package var text: String { "\(lookup)-\(secret.prefix(6))-\(secret.suffix(6))" }

  /// What is kept of it (scrypt).
  func stored(
    accountID: String, expiresAtMs: Int64, random: RandomBytes
  ) throws -> StoredCode {
    let salt = try random(16)
    return StoredCode(
      lookup: lookup, accountID: accountID, salt: salt,
      hash: try Scrypt.hash(Array(secret.utf8), salt: salt), expiresAtMs: expiresAtMs)
  }
}

/// Where random bytes come from: so many of them.
package typealias RandomBytes = @Sendable (Int) throws -> [UInt8]
