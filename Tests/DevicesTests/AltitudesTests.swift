import Devices
import Testing

@Suite("Altitudes")
struct AltitudesTests {
  private func judge(_ ellipsoid: Double, _ meanSea: Double, _ separation: Double) -> Altitudes {
    var judge = AltitudeJudge()
    return judge.judge(ellipsoid: ellipsoid, meanSea: meanSea, separation: separation)
  }

  @Test func keepsHeightsThatAgree() {
    let heights = judge(1547.1, 1500.1, 47)
    #expect(heights.ellipsoid == 1547.1)
    #expect(heights.meanSea == 1500.1)
    #expect(heights.verdict == .consistent)
  }

  /// PGRMZ before GGA: gpsd bases the ellipsoid height on it, with its own geoid model.
  @Test func repairsAnEllipsoidHeightMadeFromPressure() {
    let heights = judge(1004.8347, 1500, 47)
    #expect(heights.ellipsoid == 1547)
    #expect(heights.meanSea == 1500)
    #expect(heights.verdict == .repaired)
    #expect(heights.spoilsClimb)
  }

  /// PGRMZ behind GGA, and a later sentence ends the cycle: the mean-sea height is the pressure's.
  @Test func repairsAMeanSeaHeightMadeFromPressure() {
    let heights = judge(1547, 959.8152, 47)
    #expect(heights.ellipsoid == 1547)
    #expect(heights.meanSea == 1500)
    #expect(heights.verdict == .repaired)
    #expect(!heights.spoilsClimb)
  }

  /// 1524 m are 5000 ft: a true height that looks like a pressure's must not cost 500 m.
  @Test func isNotFooledByATrueHeightOfWholeFeet() {
    var judge = AltitudeJudge()
    for tenths in 15_200...15_300 {
      let meanSea = Double(tenths) / 10
      let heights = judge.judge(ellipsoid: 1004.8347, meanSea: meanSea, separation: 47)
      #expect(heights.ellipsoid == meanSea + 47)
    }
  }

  @Test func forgetsAHabitThatHasChanged() {
    var judge = AltitudeJudge()
    _ = judge.judge(ellipsoid: 1004.8347, meanSea: 1500, separation: 47)
    var heights: Altitudes?
    for feet in 3000..<3030 {
      let meanSea = Double(feet) * 0.3048
      heights = judge.judge(ellipsoid: 1547, meanSea: meanSea, separation: 47)
    }
    #expect(heights?.ellipsoid == 1547)
    #expect(heights?.meanSea == 1500)
  }

  /// Both from PGRMZ, within the first second: another report of the instant is to be preferred.
  @Test func suspectsHeightsThatAgreeOnPressure() {
    #expect(judge(1004.8347, 959.8152, 45.0195).verdict == .suspect)
  }

  @Test func believesASingleHeight() {
    #expect(judge(.nan, 1500, .nan).meanSea == 1500)
    #expect(judge(1547, .nan, .nan).ellipsoid == 1547)
    #expect(judge(1547, 1200, .nan).verdict == .consistent)
  }
}
