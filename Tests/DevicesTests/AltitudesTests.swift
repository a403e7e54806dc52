import Devices
import Testing

@Suite("Altitudes")
struct AltitudesTests {
  private func judge(_ ellipsoid: Double, _ meanSea: Double, _ separation: Double) -> Altitudes {
    Altitudes(
      ellipsoid: ellipsoid, meanSea: meanSea, separation: separation, latitude: 47.3769,
      longitude: 8.5417)
  }

  @Test func keepsHeightsThatAgree() {
    let heights = judge(1547, 1500, 47)
    #expect(heights.ellipsoid == 1547)
    #expect(heights.meanSea == 1500)
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

  /// PGRMZ after GGA, and a sentence behind it ends the cycle: the mean-sea height is the pressure's.
  @Test func repairsAMeanSeaHeightMadeFromPressure() {
    let heights = judge(1547, 959.8152, 47)
    #expect(heights.ellipsoid == 1547)
    #expect(heights.meanSea == 1500)
    #expect(heights.verdict == .repaired)
    #expect(!heights.spoilsClimb)
  }

  /// Both from PGRMZ, within the first second only: another report of the instant is to be preferred.
  @Test func suspectsHeightsThatAgreeOnPressure() {
    #expect(judge(1004.8347, 959.8152, 45.0195).verdict == .suspect)
  }

  @Test func believesASingleHeight() {
    #expect(judge(.nan, 1500, .nan).meanSea == 1500)
    #expect(judge(1547, .nan, .nan).ellipsoid == 1547)
    #expect(judge(1547, 1200, .nan).verdict == .consistent)
  }
}
