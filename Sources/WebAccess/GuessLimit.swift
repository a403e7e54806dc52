/// Counts wrong tokens by address, so that nobody can try many. The same wrong token again is no
/// guess: a page that was left open after its token was renewed shuts nobody out.
package struct GuessLimit: Sendable {
  /// Different wrong tokens of one address within a window.
  package static let guesses = 10
  package static let windowMs: Int64 = 60_000
  /// Addresses that are remembered; beyond it the one that was heard of least recently is forgotten.
  package static let capacity = 256

  private struct Attempts: Sendable {
    var beganAtMs: Int64
    var lastAtMs: Int64
    var count = 0
    var last = ""
  }

  private var addresses: [String: Attempts] = [:]

  package init() {}

  /// Seconds until tokens of an address are looked at again; nil: they are.
  package func wait(for address: String, nowMs: Int64) -> Int64? {
    guard let attempts = addresses[address], attempts.count >= Self.guesses else { return nil }
    let left = attempts.beganAtMs + Self.windowMs - nowMs
    return left > 0 ? (left + 999) / 1000 : nil
  }

  /// Notes a wrong token.
  package mutating func note(_ token: String, from address: String, nowMs: Int64) {
    var attempts = addresses[address] ?? Attempts(beganAtMs: nowMs, lastAtMs: nowMs)
    if nowMs - attempts.beganAtMs >= Self.windowMs {
      attempts = Attempts(beganAtMs: nowMs, lastAtMs: nowMs)
    }
    let token = String(token.prefix(64))
    if attempts.count == 0 || attempts.last != token { attempts.count += 1 }
    (attempts.last, attempts.lastAtMs) = (token, nowMs)
    if addresses[address] == nil, addresses.count >= Self.capacity { forgetOldest() }
    addresses[address] = attempts
  }

  private mutating func forgetOldest() {
    let oldest = addresses.min { $0.value.lastAtMs < $1.value.lastAtMs }
    if let oldest { addresses[oldest.key] = nil }
  }
}
