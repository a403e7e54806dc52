package import FlightModel

/// Divides a recording's fixes into runs, within which time goes on in small steps.
///
/// A longer step, ahead or back, begins a new run: it may be a gap in the reception, a wrong time
/// or the return from one, which only the rest of the recording tells.
struct RunSplitter: Sendable {
  /// A step longer than this begins a new run, ms: longer than a receiver's pause, shorter than a
  /// wrong clock's error.
  static let longestStep: Int64 = 5000
  /// No more runs than this are told apart, so that memory is bounded; the last one is then endless.
  static let limit = 4096
  /// The years that a file can tell, which has two digits of them.
  private static let possibleTimes =
    UTCInstant(
      CivilDate(year: 1980, month: 1, day: 1))..<UTCInstant(
      CivilDate(year: 2080, month: 1, day: 1))

  /// Where a fix belongs.
  enum Place: Equatable {
    case begins(run: Int)
    case continues(run: Int)
    /// A time that repeats, goes back a little, or is of no possible date.
    case outside
  }

  private var newest: UTCInstant?
  private var run = -1

  /// The place of the next fix in the order of arrival.
  mutating func place(_ time: UTCInstant) -> Place {
    guard Self.possibleTimes.contains(time) else { return .outside }
    guard let newest else { return begin(time) }
    let step = time.milliseconds(since: newest)
    if step.magnitude > Self.longestStep, run + 1 < Self.limit { return begin(time) }
    guard step > 0 else { return .outside }
    self.newest = time
    return .continues(run: run)
  }

  private mutating func begin(_ time: UTCInstant) -> Place {
    run += 1
    newest = time
    return .begins(run: run)
  }
}

/// The runs of a recording, from a first pass over its fixes.
package struct FixRuns: Sendable {
  fileprivate struct Run {
    var first: UTCInstant
    var last: UTCInstant
    var count = 1
  }

  private var splitter = RunSplitter()
  private var runs: [Run] = []

  package init() {}

  /// Takes the time of the next fix in the order of arrival.
  package mutating func take(_ time: UTCInstant) {
    switch splitter.place(time) {
    case .begins: runs.append(Run(first: time, last: time))
    case .continues(let run):
      runs[run].last = time
      runs[run].count += 1
    case .outside: break
    }
  }

  /// The choice of runs that keeps the most fixes while time only goes ahead; the later of two that
  /// are equal, since clocks are set right more often than wrong.
  package func plan() -> RunPlan {
    let isInOrder = zip(runs, runs.dropFirst()).allSatisfy { $0.last < $1.first }
    if isInOrder { return .everything }
    var kept: [Double] = []
    var before: [Int?] = []
    for (index, run) in runs.enumerated() {
      var best = Double(run.count)
      var previous: Int?
      for earlier in 0..<index where runs[earlier].last < run.last {
        let sum = kept[earlier] + run.share(after: runs[earlier].last)
        if sum >= best { (best, previous) = (sum, earlier) }
      }
      kept.append(best)
      before.append(previous)
    }
    return plan(endingWith: kept.indices.max { kept[$0] <= kept[$1] }, before)
  }

  private func plan(endingWith last: Int?, _ before: [Int?]) -> RunPlan {
    var isWanted = [Bool](repeating: false, count: runs.count)
    var next = last
    while let run = next {
      isWanted[run] = true
      next = before[run]
    }
    return RunPlan(isWanted: isWanted)
  }
}

extension FixRuns.Run {
  /// About how many of its fixes are later than a moment within or before it.
  fileprivate func share(after moment: UTCInstant) -> Double {
    guard moment >= first else { return Double(count) }
    let length = Double(last.milliseconds(since: first))
    return Double(count - 1) * Double(last.milliseconds(since: moment)) / length
  }
}

/// Which runs of a recording belong in its file.
package struct RunPlan: Equatable, Sendable {
  /// Nil for all of them.
  private var isWanted: [Bool]?

  /// For a recording whose time only went ahead.
  package static let everything = RunPlan(isWanted: nil)

  fileprivate init(isWanted: [Bool]?) { self.isWanted = isWanted }

  func wants(_ run: Int) -> Bool { isWanted.map { $0.indices.contains(run) && $0[run] } ?? true }
}
