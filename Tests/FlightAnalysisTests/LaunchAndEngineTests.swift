import FlightAnalysis
import FlightModel
import FlightSimulator
import Testing

@Suite struct LaunchAndEngineTests {
  @Test(arguments: 1...2) func aWinchLetsGoAtTheTop(seed: UInt64) throws {
    let flight = SimulatedFlight(.generated(seed: seed, climbs: 1, launch: .winch))
    let analysed = AnalysedFlight.figures(flight.fixes.track())
    #expect(abs(seconds(analysed.release, after: try #require(flight.truth.release))) <= 8)
    #expect(analysed.phases.first?.kind == .launch)
    #expect(analysed.phases.first?.fixes.upperBound == analysed.release?.index)
  }

  @Test func aTowLetsGoWhereItStopsToClimb() throws {
    let flight = SimulatedFlight(.demo)
    let release = AnalysedFlight.figures(flight.fixes.track()).release
    #expect(abs(seconds(release, after: try #require(flight.truth.release))) <= 8)
  }

  @Test(arguments: 1...2) func nobodyLetsGoOfAFootLaunch(seed: UInt64) {
    for plan in [FlightPlan.footLaunch(seed: seed), .slowRidge(seed: seed, minutes: 4)] {
      #expect(AnalysedFlight.figures(SimulatedFlight(plan).fixes.track()).release == nil)
    }
  }

  private func selfLaunch(
    running: TrackFix.Engine, idle: TrackFix.Engine, blips: Bool = false
  ) -> [TrackFix] {
    var maker = TrackMaker()
    maker.engine = idle
    maker.stand(100)
    maker.engine = running
    maker.stand(20)
    maker.fly(5, speed: 15)
    maker.fly(240, speed: 28, climb: 2)
    maker.engine = idle
    for _ in 0..<10 {
      maker.fly(50, speed: 30, climb: -0.8)
      if blips {
        maker.engine = running
        maker.fly(5, speed: 30, climb: -0.8)
        maker.engine = idle
      }
    }
    maker.land()
    maker.stand(60)
    return maker.fixes
  }

  static let sensors: [(TrackFix.Engine, TrackFix.Engine, EngineRun.Sensor)] = [
    (.init(noiseLevel: 812), .init(noiseLevel: 120), .noise),
    (.init(meansOfPropulsion: 700), .init(meansOfPropulsion: 3), .meansOfPropulsion),
    (.init(revolutions: 5400), .init(revolutions: 0), .revolutions),
    (.init(revolutions: 540), .init(revolutions: 0), .revolutions),
  ]

  @Test(arguments: sensors)
  func anEngineThatLaunchesIsARunAndNoRelease(
    running: TrackFix.Engine, idle: TrackFix.Engine, sensor: EngineRun.Sensor
  ) {
    let analysed = AnalysedFlight.figures(
      selfLaunch(running: running, idle: idle, blips: true))
    #expect(analysed.engineRuns == [EngineRun(sensor: sensor, fixes: 100...365)])
    #expect(analysed.release == nil)
    #expect(analysed.phases.first?.kind == .powered)
    #expect(abs(analysed.statistics.poweredMs - 245_000) <= 5000)
  }

  @Test func shortBreaksDoNotPartARunAndHalfwayLevelsKeepIt() {
    var maker = TrackMaker()
    for (level, seconds) in [
      (100, 100), (600, 40), (400, 200), (300, 20), (600, 30), (100, 200), (700, 25), (90, 100),
    ] {
      maker.engine = .init(noiseLevel: Int16(level))
      maker.fly(Double(seconds), speed: 30, climb: 1)
    }
    #expect(
      AnalysedFlight.figures(maker.fixes).engineRuns == [
        EngineRun(sensor: .noise, fixes: 100...390)
      ])
  }

  @Test func aNoiseSensorThatIsNeverQuietIsNotBelieved() {
    let loud = selfLaunch(running: .init(noiseLevel: 900), idle: .init(noiseLevel: 850))
    #expect(AnalysedFlight.figures(loud).engineRuns.isEmpty)
  }
}
