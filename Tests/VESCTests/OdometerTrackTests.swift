import Testing

@testable import VESC

@Suite struct OdometerTrackTests {
  @Test func `nothing is known before the odometer is`() {
    var track = OdometerTrack()
    track.take(steps: 10, metresPerStep: 0.01)
    track.take(steps: 500, metresPerStep: 0.01)
    #expect(track.centimetres == nil)
    track.take(odometerM: 1_000)
    #expect(track.centimetres == 100_000)
  }

  @Test func `steps refine the whole metres`() {
    var track = OdometerTrack()
    track.take(steps: 100, metresPerStep: 0.01)
    track.take(odometerM: 1_000)
    track.take(steps: 250, metresPerStep: 0.01)
    #expect(track.centimetres == 100_150)
    track.take(odometerM: 1_001)
    #expect(track.centimetres == 100_150)
  }

  @Test func `whichever tells first of way that nobody saw, it counts once`() {
    for odometerFirst in [true, false] {
      var track = OdometerTrack()
      track.take(steps: 0, metresPerStep: 0.01)
      track.take(odometerM: 1_000)
      if odometerFirst { track.take(odometerM: 1_500) }
      track.take(steps: 50_000, metresPerStep: 0.01)
      if !odometerFirst { track.take(odometerM: 1_500) }
      #expect(track.centimetres == 150_000)
      track.take(steps: 50_100, metresPerStep: 0.01)
      #expect(track.centimetres == 150_100)
    }
  }

  @Test func `steps that start anew are way since then`() {
    var track = OdometerTrack()
    track.take(steps: 5_000, metresPerStep: 0.01)
    track.take(odometerM: 1_000)
    track.take(steps: 30, metresPerStep: 0.01)
    #expect(track.centimetres == 100_030)
  }

  @Test func `an odometer that falls is followed from there on`() {
    var track = OdometerTrack()
    track.take(odometerM: 1_000)
    track.take(odometerM: 400)
    #expect(track.centimetres == 100_000)
    track.take(odometerM: 402)
    #expect(track.centimetres == 100_200)
  }

  @Test func `without a calibration the odometer alone tells`() {
    var track = OdometerTrack()
    track.take(odometerM: 1_000)
    track.take(steps: 10, metresPerStep: nil)
    track.take(steps: 90_000, metresPerStep: nil)
    track.take(odometerM: 1_001)
    #expect(track.centimetres == 100_100)
  }

  @Test func `absurd steps stay within bounds`() {
    var track = OdometerTrack()
    track.startWithoutOdometer()
    for steps in [0, .max, 0, .max, .min, .max, 5] as [Int32] {
      track.take(steps: steps, metresPerStep: 1e9)
    }
    #expect((track.centimetres ?? .max) <= 10_000_000_000_000)
  }
}
