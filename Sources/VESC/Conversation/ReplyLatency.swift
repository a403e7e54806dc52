/// How long replies take over a link, and so how long one is waited for.
struct ReplyLatency: Equatable, Sendable {
  /// Which CAN ids answer is found out by asking each of them.
  private static let pingMs: Int64 = 5_000
  private static let leastMs: Int64 = 1_000
  private static let mostMs: Int64 = 4_000

  /// Mean of the last replies, ms; nil before the first.
  private(set) var typicalMs: Double?

  mutating func take(milliseconds: Int64) {
    let sample = Double(max(0, min(milliseconds, Self.mostMs)))
    typicalMs = typicalMs.map { $0 + (sample - $0) / 8 } ?? sample
  }

  /// Four times what is usual, at least 1 s.
  func timeoutMs(of question: VESCRequest.Question) -> Int64 {
    if question == .pingCAN { return Self.pingMs }
    return min(max(Int64((typicalMs ?? 0) * 4), Self.leastMs), Self.mostMs)
  }
}
