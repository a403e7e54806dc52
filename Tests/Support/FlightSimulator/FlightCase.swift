import FlightModel

/// A named flight that can be written as a log: for fixtures, the demo and the benchmark.
package struct FlightCase: Sendable {
  package var name: String
  /// One line for a list of cases.
  package var summary: String
  package var plan: FlightPlan
  package var log: NMEALog
  /// Writes a second receiver's log of the same flight.
  package var hasSecondReceiver = false
  /// Changes what the receiver reports.
  package var faults: @Sendable ([SimulatedFix]) -> [SimulatedFix] = { $0 }
  /// Puts a receiver's and a line's faults between the sentences.
  package var hasGarbage = false

  /// The case's flight with its faults.
  package var flight: SimulatedFlight { SimulatedFlight(plan).with(faults) }

  /// The files of the case by name, each with its bytes; `command` stands at their head.
  package func files(command: String) -> [(name: String, bytes: [UInt8])] {
    let flight = flight
    let head = Array("# \(command)\n".utf8)
    let sent =
      hasGarbage
      ? log.bytesWithFaults(of: flight.fixes, seed: plan.seed) : log.bytes(of: flight.fixes)
    let truth = TruthFile(name: name, command: command, flight: flight)
    var files = [
      ("flight.nmea", head + sent), ("truth.json", truth.json), ("truth.csv", truth.csv),
    ]
    if hasSecondReceiver {
      let second = SimulatedFlight(plan.seenBy(receiver: 2)).with(faults)
      files.append(("second.nmea", head + log.bytes(of: second.fixes)))
    }
    return files
  }

  /// Every named case.
  package static let all: [FlightCase] = [
    FlightCase(
      name: "demo", summary: "aerotow, thermals both ways, a triangle and home: about 35 minutes",
      plan: .demo, log: NMEALog(skyEvery: 60)),
    FlightCase(
      name: "bench", summary: "the demo's flight at 10 fixes a second, satellites each second",
      plan: FlightPlan.demo.at(rate: 10), log: NMEALog(skyEvery: 10)),
    FlightCase(
      name: "bench-flarm", summary: "the same behind a FLARM with PGRMZ at each fix",
      plan: FlightPlan.demo.at(rate: 10),
      log: NMEALog(skyEvery: 10, pressure: .upperCase, hasTraffic: true)),
    FlightCase(
      name: "winch-circuit", summary: "a winch launch and a circuit, 2 minutes in the air",
      plan: .winchCircuit, log: NMEALog(skyEvery: 10)),
    FlightCase(
      name: "minute", summary: "one minute on the ground and off by winch",
      plan: .minute, log: NMEALog(skyEvery: 10)),
    FlightCase(
      name: "minute-10hz", summary: "the same at 10 fixes a second",
      plan: FlightPlan.minute.at(rate: 10), log: NMEALog(skyEvery: 50)),
    FlightCase(
      name: "minute-flarm",
      summary: "the same behind a FLARM: PGRMZ, PFLAU, PFLAA, a NoTrack target",
      plan: .minute, log: NMEALog(pressure: .upperCase, hasTraffic: true)),
    FlightCase(
      name: "minute-softrf",
      summary: "the same with PGRMZ in lower-case feet before GGA, which spoils gpsd's altHAE",
      plan: .minute, log: NMEALog(pressure: .lowerCase, pressurePlace: .beforeGGA, hasTraffic: true)
    ),
    FlightCase(
      name: "minute-garbage", summary: "the same with line faults between the sentences",
      plan: .minute, log: NMEALog(), hasGarbage: true),
    FlightCase(
      name: "minute-two-receivers", summary: "the same seen by two receivers",
      plan: .minute, log: NMEALog(skyEvery: 10), hasSecondReceiver: true),
    FlightCase(
      name: "minute-lost-fix", summary: "the same with 8 seconds without and 5 without height",
      plan: .minute, log: NMEALog(skyEvery: 1),
      faults: { fixes in
        let start = FlightPlan.minute.start
        return fixes.void(start.range(after: 40, seconds: 8))
          .twoDimensional(start.range(after: 50, seconds: 5))
      }),
    FlightCase(
      name: "minute-cold-start",
      summary: "the same with 5 seconds of 1980 at 0/0 before the first good fix",
      plan: .minute, log: NMEALog(),
      faults: { fixes in
        let first = FlightPlan.minute.start.range(seconds: 5)
        return fixes.atNullIsland(first)
          .withDate(CivilDate(year: 1980, month: 1, day: 6), first)
      }),
    FlightCase(
      name: "foot-launch", summary: "a paraglider's foot launch", plan: .footLaunch(),
      log: NMEALog(skyEvery: 60)),
    FlightCase(
      name: "slow-ridge", summary: "20 minutes at 0 to 15 km/h over ground", plan: .slowRidge(),
      log: NMEALog(skyEvery: 60)),
    FlightCase(
      name: "relaunch", summary: "two winch launches", plan: .relaunch(),
      log: NMEALog(skyEvery: 60)),
  ]

  /// The case of a name, or nil.
  package static func named(_ name: String) -> FlightCase? { all.first { $0.name == name } }

  init(
    name: String, summary: String, plan: FlightPlan, log: NMEALog, hasSecondReceiver: Bool = false,
    hasGarbage: Bool = false,
    faults: @escaping @Sendable ([SimulatedFix]) -> [SimulatedFix] = { $0 }
  ) {
    self.name = name
    self.summary = summary
    self.plan = plan
    self.log = log
    self.hasSecondReceiver = hasSecondReceiver
    self.hasGarbage = hasGarbage
    self.faults = faults
  }
}

extension FlightPlan {
  /// The same flight at another rate.
  package func at(rate: Int) -> FlightPlan {
    var plan = self
    plan.rate = rate
    return plan
  }

  /// The same flight seen by another receiver.
  package func seenBy(receiver: UInt64) -> FlightPlan {
    var plan = self
    plan.receiverSeed = receiver
    return plan
  }

  /// The demo's flight: a tow, five climbs around a triangle, a circuit.
  package static let demo = FlightPlan(
    seed: 1911, field: Coordinate(latitudeE7: 504_989_000, longitudeE7: 99_539_000),
    fieldElevation: 901, geoidSeparation: 48.2, wind: Wind(from: 240, speed: 4.5),
    legs: [
      .ground(seconds: 100), .aerotow(releaseHeight: 600), .glide(heading: 195, seconds: 70),
      .thermal(.left, gain: 370, strength: 2.0), .glide(heading: 172, seconds: 240),
      .thermal(.right, gain: 330, strength: 2.2), .glide(heading: 185, seconds: 40),
      .glide(heading: 312, seconds: 290), .thermal(.left, gain: 210, strength: 1.5),
      .glide(heading: 330, seconds: 130), .thermal(.right, gain: 200, strength: 2.7),
      .glide(heading: 60, seconds: 230), .home, .land, .ground(seconds: 100),
    ], runwayHeading: 240)

  /// A winch launch and straight into the circuit.
  package static let winchCircuit = FlightPlan(
    seed: 3,
    legs: [
      .ground(seconds: 60), .winch(releaseHeight: 300), .home, .land, .ground(seconds: 60),
    ])

  /// Sixty seconds: on the ground, then off by winch and away.
  package static let minute = FlightPlan(
    seed: 2,
    legs: [
      .ground(seconds: 25), .winch(releaseHeight: 250), .glide(heading: 200, seconds: 5),
    ])
}

extension FlightCase {
  /// A generated flight of a seed, not one of the named.
  package static func generated(
    seed: UInt64, climbs: Int, launch: FlightPlan.Launch
  ) -> FlightCase {
    FlightCase(
      name: "generated", summary: "generated",
      plan: .generated(seed: seed, climbs: climbs, launch: launch), log: NMEALog(skyEvery: 60))
  }
}
