/// One fix of a flight as its file tells it, in the order of the file.
package struct TrackFix: Equatable, Sendable {
  /// What the noise and engine sensors said with a fix; nil is not recorded.
  package struct Engine: Equatable, Sendable {
    /// ENL, 0 to 999.
    package var noiseLevel: Int16?
    /// MOP, 0 to 999.
    package var meansOfPropulsion: Int16?
    /// RPM.
    package var revolutions: Int32?

    package init(
      noiseLevel: Int16? = nil, meansOfPropulsion: Int16? = nil, revolutions: Int32? = nil
    ) {
      self.noiseLevel = noiseLevel
      self.meansOfPropulsion = meansOfPropulsion
      self.revolutions = revolutions
    }
  }

  package var time: UTCInstant
  package var position: Coordinate
  /// Validity A: a position in three dimensions.
  package var isValid: Bool
  /// Above 1013.25 hPa (ISA), m; nil where the file has no pressure sensor.
  package var pressureAltitudeM: Int32?
  /// As the receiver gave it, m; nil where the fix is void.
  package var gnssAltitudeM: Int32?
  package var engine: Engine

  package init(
    time: UTCInstant, position: Coordinate, isValid: Bool = true, pressureAltitudeM: Int32? = nil,
    gnssAltitudeM: Int32? = nil, engine: Engine = Engine()
  ) {
    self.time = time
    self.position = position
    self.isValid = isValid
    self.pressureAltitudeM = pressureAltitudeM
    self.gnssAltitudeM = gnssAltitudeM
    self.engine = engine
  }
}

extension [TrackFix] {
  /// The indices of the fixes that distances and times are taken from: validity A and a time later
  /// than that of the one before.
  package var scoringIndices: [Int] {
    var indices: [Int] = []
    indices.reserveCapacity(count)
    var latest = UTCInstant(milliseconds: .min)
    for (index, fix) in enumerated() where fix.isValid && fix.time > latest {
      indices.append(index)
      latest = fix.time
    }
    return indices
  }
}
