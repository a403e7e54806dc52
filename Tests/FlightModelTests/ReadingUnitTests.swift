import FlightModel
import Testing

@Suite struct ReadingUnitTests {
  @Test(arguments: [
    (ReadingUnit.metres, 12.0, 12.0), (.feet, 304.8, 1000), (.kilometres, 1500, 1.5),
    (.miles, 1609.344, 1), (.nauticalMiles, 18_520, 10), (.metresPerSecond, 2, 2),
    (.feetPerSecond, 3.048, 10), (.kilometresPerHour, 10, 36), (.milesPerHour, 44.704, 100),
    (.knots, 514.444_444, 1000), (.celsius, 21, 21), (.fahrenheit, 100, 212),
    (.fahrenheit, -40, -40),
  ])
  func aQuantityIsToldAndTakenBack(unit: ReadingUnit, si: Double, value: Double) {
    #expect(abs(unit.value(si) - value) < 1e-5)
    #expect(abs(unit.si(unit.value(si)) - si) < 1e-9)
  }

  @Test func theUsualUnitIsTheFirstOfEach() {
    let units = ReadingUnits()
    #expect(units.altitude == ReadingUnits.altitudes[0])
    #expect(units.distance == ReadingUnits.distances[0])
    #expect(units.speed == ReadingUnits.speeds[0] && units.wind == ReadingUnits.speeds[0])
    #expect(units.vertical == ReadingUnits.verticals[0])
    #expect(units.temperature == ReadingUnits.temperatures[0])
  }
}
