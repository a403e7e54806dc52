/// Short names of sources for columns and labels: by kind, since ids and addresses tell of people. Two
/// of a kind are told apart by their order.
package enum SourceNames {
  package static func all(of sources: [SourceStatus]) -> [String] {
    var seen: [String: Int] = [:]
    return sources.map { source in
      let kind = source.isGPSD ? "gpsd" : source.kind ?? "instrument"
      seen[kind, default: 0] += 1
      let count = seen[kind] ?? 1
      return count == 1 ? kind : "\(kind)-\(count)"
    }
  }
}
