import CCrypto

/// Random bytes that nobody can foresee, for keys and tokens.
package enum SecureRandom {
  /// Fresh random bytes (RAND_priv_bytes); at most 1 MiB a call.
  package static func bytes(count: Int) throws(CryptoError) -> [UInt8] {
    let limit = 1 << 20
    guard (0...limit).contains(count) else {
      throw CryptoError(
        operation: "draw random bytes", cause: .wrongLength(expected: limit, got: count),
        hint: "ask for 0 to \(limit) bytes")
    }
    var bytes = [UInt8](repeating: 0, count: count)
    guard count == 0 || RAND_priv_bytes(&bytes, Int32(count)) == 1 else {
      throw .fromQueue("draw random bytes", hint: "wait for the kernel's randomness and try again")
    }
    return bytes
  }
}
