package import FlightModel

/// An altitude and what it is measured from: the number alone says nothing.
package struct InstrumentAltitude: Equatable, Sendable {
  package enum Reference: String, Sendable {
    /// The 1013.25 hPa surface of the standard atmosphere: pressure altitude.
    case standard
    /// The pressure surface set by the pilot.
    case qnh
    /// Satellites.
    case gnss
    /// One of these by model or setting of the instrument.
    case unknown
  }

  package var metres: Double
  package var reference: Reference

  package init(metres: Double, reference: Reference) {
    self.metres = metres
    self.reference = reference
  }
}

/// Three components along the instrument's axes.
package struct InstrumentVector: Equatable, Sendable {
  package var x: Double?
  package var y: Double?
  package var z: Double?
}

/// Position and time as an instrument adds them to its own readings (`XCTRC`).
package struct InstrumentPosition: Equatable, Sendable {
  package var date: CivilDate?
  package var time: TimeOfDay?
  package var latitudeDegrees: Double?
  package var longitudeDegrees: Double?
  package var groundSpeedMPerS: Double?
  package var trackDegrees: Double?
}

/// What one sentence of an instrument says of the air and the glider; nil where it says nothing.
package struct InstrumentReading: Equatable, Sendable {
  package var altitude: InstrumentAltitude?
  package var staticPressureHPa: Double?
  package var dynamicPressurePa: Double?
  package var totalPressureHPa: Double?
  package var qnhHPa: Double?
  /// Vertical speed, compensated for energy where the instrument does that.
  package var varioMPerS: Double?
  /// The varios behind the first, where a sentence holds those of a whole second.
  package var laterVariosMPerS: [Double?] = []
  package var averageVarioMPerS: Double?
  /// Vertical speed of the air.
  package var nettoMPerS: Double?
  package var trueAirspeedMPerS: Double?
  package var indicatedAirspeedMPerS: Double?
  package var headingDegrees: Double?
  /// Where the wind comes from.
  package var windDirectionDegrees: Double?
  package var windSpeedMPerS: Double?
  package var accelerationMPerS2: InstrumentVector?
  package var rotationDegreesPerS: InstrumentVector?
  package var loadFactorG: Double?
  /// Right wing down positive.
  package var rollDegrees: Double?
  /// Nose up positive.
  package var pitchDegrees: Double?
  package var temperatureDegC: Double?
  package var humidityPercent: Double?
  package var airDensityGPerM3: Double?
  package var voltageV: Double?
  package var batteryPercent: Double?
  package var isLoggerRunning: Bool?
  package var isSpeedToFly: Bool?
  package var flap: String?
  package var engineNoiseLevel: Int?
  /// Dimensions of the position behind a `PGRMZ`.
  package var fixDimensions: Int?
  /// Seconds of the instrument's own clock.
  package var clockS: Double?
  package var position: InstrumentPosition?
  /// Keys of a sentence in pairs that are not known.
  package var unknownKeys: [String] = []

  package init() {}

  /// Pressure altitude above 1013.25 hPa, m: from the static pressure, or said to be one.
  package var pressureAltitudeM: Double? {
    if let altitude = staticPressureHPa.flatMap(StandardAtmosphere.altitudeM(pressureHPa:)) {
      return altitude
    }
    return altitude?.reference == .standard ? altitude?.metres : nil
  }
}
