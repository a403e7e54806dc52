import FlightModel
import FlightSimulator

/// The flights of a run, one simulation after the other, as one stream of fixes.
struct SoakFlights: Sequence, IteratorProtocol {
  /// A fix and the moment from which its plan's monotonic clock counts.
  struct Received {
    var fix: SimulatedFix
    var bootedAt: MonotonicInstant
  }

  /// In the order of their starts, none of which lies within the plan before it.
  let plans: [FlightPlan]
  private var rest: ArraySlice<FlightPlan>
  private var running: FlightSimulation?
  private var finished: [FlightTruth] = []

  init(_ plans: [FlightPlan]) {
    self.plans = plans
    rest = plans[...]
  }

  /// Ground time, two short flights, ground time, and one long flight from before the first midnight
  /// until after the second, which is also the new year's, then a short one.
  static func day(hours: Double) -> SoakFlights {
    let short = FlightPlan.shortFlight(seed: 24, rate: 10).legs
    var plan = FlightPlan.longFlight(hours: hours, rate: 10)
    plan.start = UTCInstant(
      CivilDate(year: 2026, month: 12, day: 30), millisecondOfDay: 82_500_000)
    plan.legs =
      [.ground(seconds: 600)] + short + [.ground(seconds: 600)] + short + [.ground(seconds: 300)]
      + plan.legs + [.ground(seconds: 900)] + short + [.ground(seconds: 600)]
    return SoakFlights([plan])
  }

  /// Three flights on three days, with nothing received between: the first and the last are in the
  /// air at midnight.
  static func short() -> SoakFlights {
    let starts: [(day: Int, ms: Int64)] = [(30, 86_000_000), (31, 43_200_000), (31, 86_000_000)]
    return SoakFlights(
      starts.enumerated().map { index, start in
        var plan = FlightPlan.generated(seed: UInt64(index + 1), climbs: 4, rate: 10)
        plan.start = UTCInstant(
          CivilDate(year: 2026, month: 12, day: start.day), millisecondOfDay: start.ms)
        plan.legs.append(.ground(seconds: 300))
        return plan
      })
  }

  /// What is known of every flight so far.
  var truths: [FlightTruth] { finished + (running?.flights ?? []) }

  /// The next fix, on a monotonic clock that runs through all plans.
  mutating func next() -> Received? {
    while true {
      if let fix = running?.next(), let plan = running?.plan {
        let elapsed = plan.start.milliseconds(since: plans[0].start)
        return Received(
          fix: fix, bootedAt: MonotonicInstant(nanoseconds: (30_000 + elapsed) * 1_000_000))
      }
      finished = truths
      running = nil
      guard let plan = rest.popFirst() else { return nil }
      running = FlightSimulation(plan)
    }
  }
}
