import FlightModel
import FlightSimulator

@main struct Placeholder {
  static func main() {
    for (name, plan) in [
      ("short", FlightPlan.shortFlight()), ("gen", .generated(seed: 3, climbs: 5)),
      ("relaunch", .relaunch()), ("foot", .footLaunch()), ("ridge", .slowRidge()),
      ("wave", .wave()), ("genw", .generated(seed: 4, climbs: 4, launch: .winch)),
    ] {
      let flight = SimulatedFlight(plan)
      print(name, flight.fixes.count)
      for t in flight.flights {
        print(
          "  ", t.movingFrom.rfc3339, t.takeoff.rfc3339, t.release?.rfc3339 ?? "-", t.landing.rfc3339,
          t.standstill.rfc3339, t.durationSeconds, t.heightGainCm, t.highestCm, t.thermalsLeft,
          t.thermalsRight, flight.fixes.due(in: t).count, flight.fixes.heightGainCm(in: t))
      }
      print("   end", flight.fixes.last!.position, plan.field.distance(to: flight.fixes.last!.position))
    }
  }
}
