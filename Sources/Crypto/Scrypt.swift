import CCrypto

/// scrypt (RFC 7914): a hash of a short secret that is slow and large on purpose.
package enum Scrypt {
  /// Bytes in a hash.
  package static let byteCount = 32

  private static let memoryLimit: UInt64 = 64 << 20

  /// The hash of a secret with N = 16384, r = 8, p = 1 (EVP_PBE_scrypt). Takes some 50 ms and 38 MB:
  /// the caller bounds how many run at once.
  package static func hash(_ secret: [UInt8], salt: [UInt8]) throws(CryptoError) -> [UInt8] {
    try hash(secret, salt: salt, cost: (n: 16_384, r: 8, p: 1), count: byteCount)
  }

  static func hash(
    _ secret: [UInt8], salt: [UInt8], cost: (n: UInt64, r: UInt64, p: UInt64), count: Int
  ) throws(CryptoError) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: count)
    let result = secret.withUnsafeBytes { secret in
      EVP_PBE_scrypt(
        secret.baseAddress?.assumingMemoryBound(to: CChar.self), secret.count, salt, salt.count,
        cost.n, cost.r, cost.p, memoryLimit, &hash, hash.count)
    }
    guard result == 1 else {
      throw .fromQueue("hash with scrypt", hint: "leave the process 64 MB of memory for it")
    }
    return hash
  }
}

/// Comparison that takes as long for secrets that differ early as for those that differ late.
package enum ConstantTime {
  /// Whether both have the same bytes (CRYPTO_memcmp); only their lengths show in the time.
  package static func equal(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
  }
}
