package import RecordingModel

/// Joins samples that a metric leaves out into ranges: those of one reason at most 2 s apart make one.
///
/// A run is given out when it is over, and a long one in pieces of a minute, so that a power cut costs
/// no more; the store joins pieces that touch.
package struct ExclusionRuns: Sendable {
  package static let longestBreakMs: Int64 = 2_000
  static let pieceMs: Int64 = 60_000

  private let boardID: String
  private var open: [MetricExclusionRange] = []

  package init(boardID: String) { self.boardID = boardID }

  /// Takes the next sample's reasons, in the order of time; the ranges that end with it.
  package mutating func take(
    _ reasons: Set<MetricExclusionRange.Reason>, at ms: Int64
  ) -> [MetricExclusionRange] {
    if reasons.isEmpty, open.isEmpty { return [] }
    var over: [MetricExclusionRange] = []
    for index in open.indices.reversed() {
      let isBroken = ms < open[index].endMs || ms - open[index].endMs > Self.longestBreakMs
      if isBroken || ms - open[index].startMs >= Self.pieceMs {
        over.append(open.remove(at: index))
      }
    }
    for reason in reasons { extend(reason, to: ms) }
    return over
  }

  /// Ends every run.
  package mutating func close() -> [MetricExclusionRange] {
    defer { open = [] }
    return open
  }

  private mutating func extend(_ reason: MetricExclusionRange.Reason, to ms: Int64) {
    guard let index = open.firstIndex(where: { $0.reason == reason }) else {
      open.append(
        MetricExclusionRange(
          boardID: boardID, reason: reason, startMs: ms, endMs: ms, sampleCount: 1))
      return
    }
    open[index].endMs = ms
    if open[index].sampleCount < .max { open[index].sampleCount += 1 }
  }
}
