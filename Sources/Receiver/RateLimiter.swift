import Glibc
import Synchronization

/// How often something may happen: so many at once, then one an interval.
package struct RateLimit: Equatable, Sendable {
  package var burst: Int64
  package var intervalMs: Int64

  package init(burst: Int64, intervalMs: Int64) {
    self.burst = burst
    self.intervalMs = intervalMs
  }
}

/// A bucket of permits that refills with time, kept as the time at which it will be full again.
struct TokenBucket: Sendable {
  private(set) var fullAtMs: Int64 = .min

  /// Takes a permit; otherwise the milliseconds until there is one.
  mutating func take(_ limit: RateLimit, nowMs: Int64) -> Int64? {
    let start = max(fullAtMs, nowMs)
    let wait = start - nowMs - (limit.burst - 1) * limit.intervalMs
    if wait > 0 { return wait }
    fullAtMs = start + limit.intervalMs
    return nil
  }
}

/// Limits attempts by address and in all. Memory is bounded: addresses that nothing is remembered of
/// share a bucket when the table is full.
final class RateLimiter: Sendable {
  private struct State {
    var all = TokenBucket()
    var others = TokenBucket()
    var peers: [String: TokenBucket] = [:]
  }

  private let ofPeer: RateLimit
  private let inAll: RateLimit
  private let capacity: Int
  private let state = Mutex(State())

  init(ofPeer: RateLimit, inAll: RateLimit, capacity: Int = 4096) {
    self.ofPeer = ofPeer
    self.inAll = inAll
    self.capacity = capacity
  }

  /// Counts an attempt; otherwise the milliseconds until the next is allowed.
  func attempt(from peer: String, nowMs: Int64) -> Int64? {
    let network = Self.network(of: peer)
    return state.withLock { state in
      if state.peers[network] == nil, state.peers.count >= capacity {
        state.peers = state.peers.filter { $0.value.fullAtMs > nowMs }
      }
      if state.peers[network] == nil, state.peers.count >= capacity {
        if let wait = state.others.take(ofPeer, nowMs: nowMs) { return wait }
      } else if let wait = state.peers[network, default: TokenBucket()].take(ofPeer, nowMs: nowMs) {
        return wait
      }
      return state.all.take(inAll, nowMs: nowMs)
    }
  }

  /// One address of IPv4, and the 64 leading bits of IPv6, which one customer has whole
  /// (inet_pton(3)).
  static func network(of peer: String) -> String {
    var six = in6_addr()
    guard peer.utf8.count <= 64, inet_pton(AF_INET6, peer, &six) == 1 else {
      return String(peer.prefix(64))
    }
    let bytes = withUnsafeBytes(of: &six) { Array($0) }
    let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 255 && bytes[11] == 255
    if isMapped { return bytes.suffix(4).map { String($0) }.joined(separator: ".") }
    return bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":") + "/64"
  }
}
