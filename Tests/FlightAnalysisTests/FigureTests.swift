import FlightAnalysis
import FlightModel
import FlightSimulator
import Testing

@Suite struct FigureTests {
  /// Winch, 300 s straight at 30 m/s sinking 1 m/s, a climb of 2 m/s for 200 s, straight home.
  private var flight: [TrackFix] {
    var maker = TrackMaker()
    maker.stand(30)
    maker.winch()
    maker.fly(300, speed: 30, climb: -0.9)
    maker.fly(200, speed: 25, climb: 2, turn: 15)
    maker.fly(30, speed: 30, climb: -6)
    maker.land()
    maker.stand(60)
    return maker.fixes
  }

  @Test func figuresAreThoseOfTheAir() throws {
    let figures = AnalysedFlight.figures(flight).statistics
    #expect(figures.highestAltitudeM.map { abs($0 - 990) <= 2 } ?? false)
    #expect(figures.lowestAltitudeM.map { abs($0 - 560) <= 1 } ?? false)
    #expect(abs(try #require(figures.fastestGroundSpeedMPerS) - 30) <= 1)
    #expect(abs(try #require(figures.strongestClimbMPerS) - 10) <= 0.2)
    #expect(abs(try #require(figures.strongestSinkMPerS) + 6) <= 0.2)
    #expect(abs(try #require(figures.averageCruiseSpeedMPerS) - 27.5) <= 1.5)
    #expect(figures.glideRatio.map { (15...28).contains($0) } ?? false)
    #expect(abs(figures.circlingMs - 200_000) <= 8000)
  }

  @Test func heightGainIsTheLogbooks() {
    for plan in [FlightPlan.demo, .shortFlight(), .wave(minutes: 3), .footLaunch()] {
      let flight = SimulatedFlight(plan)
      let gain = AnalysedFlight.figures(flight.fixes.track(withPressure: false)).heightGainM
      #expect(abs(gain - flight.truth.heightGainCm / 100) <= 2)
    }
  }

  @Test func heightBetweenTwoFlightsIsNoGain() {
    var maker = TrackMaker()
    maker.stand(60)
    for _ in 0..<2 {
      maker.winch()
      maker.land()
      maker.stand(200)
      maker.altitude = 3000
      maker.stand(200)
    }
    #expect(AnalysedFlight.figures(maker.fixes).heightGainM == 300)
  }

  @Test func pressureIsUsedWhereItCanBe() {
    let good = flight
    let gain = AnalysedFlight.figures(good).heightGainM
    var missing = good
    var constant = good
    var wild = good
    for index in good.indices {
      missing[index].pressureAltitudeM = index % 3 == 0 ? nil : good[index].pressureAltitudeM
      constant[index].pressureAltitudeM = 0
      wild[index].pressureAltitudeM = Int32(index * 7919 % 9000)
    }
    for fixes in [missing, constant, wild] {
      let analysed = AnalysedFlight.figures(fixes)
      #expect(abs(analysed.heightGainM - gain) <= 1)
      #expect(analysed.statistics.lowestAltitudeM == 600)
    }
  }

  @Test func aLoneAltitudeIsNoHeight() {
    var fixes = flight
    fixes[300].pressureAltitudeM = 9999
    fixes[400].pressureAltitudeM = -800
    #expect(AnalysedFlight.figures(fixes) == AnalysedFlight.figures(flight))
  }

  @Test func sportsAreToldApart() {
    var hangGlider = TrackMaker()
    hangGlider.wind = (north: -4, east: 5)
    hangGlider.stand(60)
    hangGlider.fly(300, speed: 16, climb: -1)
    hangGlider.fly(300, speed: 13, climb: 1.5, turn: -18)
    hangGlider.fly(600, speed: 17, climb: -1.2)
    #expect(AnalysedFlight.figures(hangGlider.fixes).sport == .hangGlider)
    for (plan, sport) in [
      (FlightPlan.demo, Sport.glider), (.wave(minutes: 8), .glider), (.footLaunch(), .paraglider),
      (.slowRidge(minutes: 6), .paraglider),
    ] {
      let flight = SimulatedFlight(plan)
      #expect(AnalysedFlight.figures(flight.fixes.track()).sport == sport)
      #expect(AnalysedFlight.figures(flight.fixes.every(4).track()).sport == sport)
    }
  }

  @Test func aSportIsNotGuessed() {
    var maker = TrackMaker()
    maker.fly(600, speed: 19, climb: -1)
    #expect(AnalysedFlight.figures(maker.fixes).sport == nil)
    #expect(AnalysedFlight.figures(maker.fixes) { $0.sport = .hangGlider }.sport == .hangGlider)
  }

  @Test func aParagliderInAGaleIsOne() {
    var maker = TrackMaker()
    maker.wind = (north: 0, east: -8)
    for _ in 0..<4 {
      maker.fly(180, speed: 11, climb: 2, turn: 20)
      maker.heading = 270
      maker.fly(200, speed: 11, climb: -1.2)
    }
    #expect(AnalysedFlight.figures(maker.fixes).sport == .paraglider)
  }
}
