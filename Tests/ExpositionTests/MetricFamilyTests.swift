import Exposition
import SeededRandom
import Testing

@Suite struct MetricFamilyTests {
  @Test func samplesHaveHelpAndType() {
    var family = MetricFamily("box_up", .gauge, "Whether it is up.")
    family.add(1.0)
    family.add(Int64(3), ("source", "gpsd"), ("reason", "overlong"))
    #expect(
      family.text == """
        # HELP box_up Whether it is up.
        # TYPE box_up gauge
        box_up 1
        box_up{source="gpsd",reason="overlong"} 3

        """)
  }

  @Test func whatIsUnknownHasNoSampleAndAFamilyWithoutOneNoText() {
    for value in [nil, Double.nan, .infinity, -.infinity] {
      #expect(MetricFamily.gauge("a", "b.", value).text.isEmpty)
    }
    let (count, flag): (Int64?, Bool?) = (nil, nil)
    #expect(MetricFamily.counter("a", "b.", count).text == "")
    #expect(MetricFamily.gauge("a", "b.", flag).text == "")
  }

  @Test(arguments: [
    (0.25, "0.25"), (-0.0006, "-0.0006"), (1e-7, "1e-07"), (1_783_156_350.5, "1783156350.5"),
    (9_007_199_254_740_992, "9007199254740992"), (1e300, "1e+300"),
  ])
  func numbersAreAsShortAsTheyCanBe(value: Double, text: String) {
    #expect(MetricFamily.gauge("a", "b.", value).text.hasSuffix("\na \(text)\n"))
  }

  @Test func labelsAreEscaped() {
    var family = MetricFamily("a", .gauge, "b.")
    family.add(1.0, ("l", "x\"y\\z\nend"))
    #expect(family.text.hasSuffix("a{l=\"x\\\"y\\\\z\\nend\"} 1\n"))
  }

  @Test func histogramsAddUp() {
    var family = MetricFamily("a_seconds", .histogram, "b.")
    family.add(bounds: [0.1, 1], counts: [4, 2, 1], sum: 3.5)
    #expect(
      family.text == """
        # HELP a_seconds b.
        # TYPE a_seconds histogram
        a_seconds_bucket{le="0.1"} 4
        a_seconds_bucket{le="1"} 6
        a_seconds_bucket{le="+Inf"} 7
        a_seconds_sum 3.5
        a_seconds_count 7

        """)
  }

  @Test func nothingOverflows() {
    var family = MetricFamily("a", .histogram, "b.")
    family.add(bounds: [1], counts: [.max, .max], sum: 0)
    #expect(!family.text.isEmpty)
  }
}
