package import FlightModel

/// A simulated flight, one fix at a time: for replays too long to keep.
///
/// The motion runs in steps of 50 ms whatever the rate, so that one seed flies the same flight at
/// 1 and at 20 fixes a second.
package struct FlightSimulation: Sequence, IteratorProtocol, Sendable {
  package let plan: FlightPlan
  private var pilot: Pilot
  private var receiver: ReceiverModel
  private var keeper = TruthKeeper()
  private var steps: Int64 = 0

  package init(_ plan: FlightPlan) {
    self.plan = plan
    pilot = Pilot(plan)
    receiver = ReceiverModel(plan)
  }

  /// The truth of the flights so far; complete when `next` has returned nil.
  package var flights: [FlightTruth] { keeper.flights }

  /// The next fix, or nil after the last leg.
  package mutating func next() -> SimulatedFix? {
    let stepsPerFix = Int64(20 / plan.rate)
    while !pilot.isFinished {
      let elapsedMs = steps * 50
      let isDue = steps % stepsPerFix == 0
      let fix = isDue ? receiver.measure(pilot.airframe, plan, elapsedMs: elapsedMs) : nil
      if let fix { keeper.measure(fix.ellipsoidAltitudeCm) }
      advance()
      if let fix { return fix }
    }
    return nil
  }

  private mutating func advance() {
    steps += 1
    let time = plan.start.advanced(byMilliseconds: steps * 50)
    for event in pilot.advance() { keeper.on(event, at: time) }
    receiver.step(Pilot.step, pilot.airframe)
  }
}

/// A whole simulated flight: every fix and what is known of it.
package struct SimulatedFlight: Sendable {
  package var plan: FlightPlan
  package var fixes: [SimulatedFix]
  /// One entry a flight: two after a relaunch.
  package var flights: [FlightTruth]

  package init(_ plan: FlightPlan) {
    var simulation = FlightSimulation(plan)
    var fixes: [SimulatedFix] = []
    while let fix = simulation.next() { fixes.append(fix) }
    self.plan = plan
    self.fixes = fixes
    flights = simulation.flights
  }

  /// The truth of the first flight.
  package var truth: FlightTruth { flights[0] }

  /// The same flight with its fixes changed, as `transform` says.
  package func with(_ transform: ([SimulatedFix]) -> [SimulatedFix]) -> SimulatedFlight {
    var copy = self
    copy.fixes = transform(fixes)
    return copy
  }
}

extension Array where Element == SimulatedFix {
  /// The fixes as the recorder gets them.
  package func asFixes(
    receiver: ReceiverID = ReceiverID("/dev/simulated"),
    bootedAt: MonotonicInstant = MonotonicInstant(nanoseconds: 30_000_000_000)
  ) -> [Fix] {
    map { Fix($0, receiver: receiver, bootedAt: bootedAt) }
  }

  /// The fixes that a file of this flight must hold: from `margin` before take-off to `margin` after
  /// landing, without those that have no position.
  package func due(in flight: FlightTruth, margin: Int = 20) -> ArraySlice<SimulatedFix> {
    let located = filter { $0.mode >= .twoDimensional }
    guard let first = located.firstIndex(where: { $0.trueTime >= flight.takeoff }),
      let last = located.lastIndex(where: { $0.trueTime <= flight.landing })
    else { return [] }
    return located[Swift.max(0, first - margin)...Swift.min(located.count - 1, last + margin)]
  }

  /// The greatest gain between a low and a later high measured ellipsoid altitude from take-off to
  /// landing, cm: the truth's `heightGainCm`, for fixes that were changed.
  package func heightGainCm(in flight: FlightTruth) -> Int32 {
    var lowest = Int32.max
    var gain: Int32 = 0
    for fix in self
    where fix.mode == .threeDimensional && fix.trueTime >= flight.takeoff
      && fix.trueTime <= flight.landing
    {
      lowest = Swift.min(lowest, fix.ellipsoidAltitudeCm)
      gain = Swift.max(gain, fix.ellipsoidAltitudeCm - lowest)
    }
    return gain
  }
}
