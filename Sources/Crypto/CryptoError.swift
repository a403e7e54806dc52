import CCrypto

/// Why an operation of libcrypto, or the use of a key, failed.
package struct CryptoError: Error, Equatable, CustomStringConvertible {
  /// What is wrong.
  package enum Cause: Equatable, Sendable {
    /// A key or signature has this many bytes, not those it must have.
    case wrongLength(expected: Int, got: Int)
    /// libcrypto refused, with its own words.
    case refused(String)
  }

  /// What was tried: `import Ed25519 private key`.
  package var operation: String
  package var cause: Cause
  /// What a person can do.
  package var hint: String

  package var description: String {
    switch cause {
    case .wrongLength(let expected, let got):
      "cannot \(operation): \(got) bytes given, \(expected) needed; \(hint)"
    case .refused(let reason): "cannot \(operation): \(reason); \(hint)"
    }
  }

  /// The oldest entry of this thread's error queue, which is emptied (ERR_get_error,
  /// ERR_error_string_n, ERR_clear_error).
  static func fromQueue(_ operation: String, hint: String) -> CryptoError {
    let code = ERR_get_error()
    ERR_clear_error()
    guard code != 0 else {
      return CryptoError(operation: operation, cause: .refused("no reason given"), hint: hint)
    }
    var text = [CChar](repeating: 0, count: 256)
    ERR_error_string_n(code, &text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return CryptoError(
      operation: operation, cause: .refused(String(decoding: bytes, as: UTF8.self)), hint: hint)
  }
}
