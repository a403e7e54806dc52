/// Why a line was refused; nothing of it is used.
package enum SentenceFault: String, Error, Hashable, Sendable, CaseIterable {
  /// Longer than the interface allows.
  case tooLong
  /// Holds a byte below 0x20, or 0x7F.
  case controlCharacter
  /// Begins neither with `$` nor with a keyword of an instrument that has none.
  case notASentence
  /// Has no `*`.
  case checksumMissing
  /// Has something other than two hexadecimal digits behind `*`.
  case checksumMalformed
  /// Was altered on the way.
  case checksumMismatch
  /// A new `$` came before the line was whole.
  case interrupted
}
