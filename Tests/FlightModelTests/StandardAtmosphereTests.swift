import FlightModel
import Testing

@Suite struct StandardAtmosphereTests {
  /// ICAO Doc 7488, table 1: pressure in hPa at geopotential altitudes.
  @Test(arguments: [
    (1013.25, 0.0), (898.746, 1000), (701.085, 3000), (540.199, 5000), (264.363, 10_000),
    (226.321, 11_000), (120.446, 15_000), (54.749, 20_000), (1139.29, -1000),
  ])
  func pressureBecomesAltitude(pressure: Double, altitude: Double) throws {
    let found = try #require(StandardAtmosphere.altitudeM(pressureHPa: pressure))
    #expect(abs(found - altitude) < 1)
  }

  @Test func altitudeFallsSteadilyWithPressure() throws {
    var last = Double.infinity
    for tenths in stride(from: 100, through: 12_000, by: 7) {
      let altitude = try #require(StandardAtmosphere.altitudeM(pressureHPa: Double(tenths) / 10))
      #expect(altitude < last)
      last = altitude
    }
  }

  @Test(arguments: [0, -1, 9.9, 1200.1, .nan, .infinity])
  func impossiblePressuresAreNone(pressure: Double) {
    #expect(StandardAtmosphere.altitudeM(pressureHPa: pressure) == nil)
  }
}
