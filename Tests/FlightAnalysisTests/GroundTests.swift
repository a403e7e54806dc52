import FlightAnalysis
import FlightModel
import Testing

/// What moves on the ground or stands in the air.
@Suite struct GroundTests {
  @Test func nothingHasNoFlight() {
    #expect(AnalysedFlight.figures([]) == AnalysedFlight())
    var maker = TrackMaker()
    maker.note()
    #expect(AnalysedFlight.figures(maker.fixes).parts.isEmpty)
    maker.stand(600)
    #expect(AnalysedFlight.figures(maker.fixes).parts.isEmpty)
    let void = maker.fixes.map { fix in
      var fix = fix
      fix.isValid = false
      return fix
    }
    #expect(AnalysedFlight.figures(void).parts.isEmpty)
  }

  @Test func aDriveOnFlatLandIsNoFlight() {
    var maker = TrackMaker()
    maker.stand(60)
    maker.fly(300, speed: 25, climb: 0.01)
    maker.stand(60)
    #expect(AnalysedFlight.figures(maker.fixes).parts.isEmpty)
  }

  @Test func drivesBesideAFlightAreLeftOut() {
    var maker = TrackMaker()
    maker.drive(climb: 0.7)
    maker.stand(400)
    let takeoff = maker.time
    maker.fly(6, speed: 5)
    maker.fly(120, speed: 10, climb: -1)
    maker.fly(180, speed: 9, climb: 1.5, turn: 20)
    maker.fly(300, speed: 10, climb: -1.1)
    maker.land(at: maker.altitude - 20, speed: 9)
    let landing = maker.time
    maker.stand(300)
    maker.drive(climb: -0.6)
    let analysed = AnalysedFlight.figures(maker.fixes)
    #expect(analysed.parts.count == 1)
    #expect(abs(seconds(analysed.takeoff, after: takeoff)) <= 5)
    #expect(abs(seconds(analysed.landing, after: landing)) <= 8)
  }

  @Test func walkingAboutOnTheLaunchIsNoFlight() {
    var maker = TrackMaker()
    for leg in 0..<12 {
      maker.heading = Double(leg * 70)
      maker.fly(20, speed: 1.6)
      maker.stand(10)
    }
    let takeoff = maker.time
    maker.fly(3, speed: 3)
    maker.fly(400, speed: 7, climb: -1)
    #expect(abs(seconds(AnalysedFlight.figures(maker.fixes).takeoff, after: takeoff)) <= 5)
  }

  @Test func aHoverInWaveIsFlight() {
    var maker = TrackMaker()
    maker.stand(60)
    maker.winch()
    maker.fly(600, speed: 30, climb: 3)
    for leg in 0..<40 {
      maker.heading = leg % 2 == 0 ? 0 : 180
      maker.fly(30, speed: leg % 3 == 0 ? 0.3 : 3.5, climb: leg % 4 == 0 ? 0.4 : -0.3)
    }
    maker.heading = 200
    maker.land()
    maker.stand(90)
    let analysed = AnalysedFlight.figures(maker.fixes)
    #expect(analysed.parts.count == 1)
    #expect(analysed.phases.allSatisfy { $0.kind == .launch || $0.kind == .cruise })
  }

  @Test func aLandingOnTheHillIsOne() {
    var maker = TrackMaker()
    maker.stand(60)
    for _ in 0..<2 {
      maker.fly(4, speed: 3)
      maker.fly(200, speed: 9, climb: 1, turn: 18)
      maker.land(at: maker.altitude - 60, speed: 9)
      maker.stand(240)
    }
    #expect(AnalysedFlight.figures(maker.fixes).parts.count == 2)
  }

  @Test func withoutAnyAltitudeSpeedTells() {
    var maker = TrackMaker()
    maker.hasPressure = false
    maker.stand(60)
    let takeoff = maker.time
    maker.fly(600, speed: 25)
    maker.fly(5, speed: 5)
    maker.stand(60)
    let analysed = AnalysedFlight.figures(maker.fixes)
    #expect(analysed.parts.count == 1)
    #expect(abs(seconds(analysed.takeoff, after: takeoff)) <= 5)
    #expect(analysed.landing != nil)
    #expect(analysed.heightGainM == 0 && analysed.statistics.highestAltitudeM == nil)
  }
}

extension TrackMaker {
  /// Along a road for ten minutes, with stops.
  fileprivate mutating func drive(climb: Double) {
    for leg in 0..<5 {
      heading += leg % 2 == 0 ? 40 : -55
      fly(100, speed: 15, climb: climb)
      fly(12, speed: 0)
    }
  }
}
