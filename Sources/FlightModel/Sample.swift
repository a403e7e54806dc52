/// One reading of any instrument beside the GNSS receiver.
package struct Sample: Equatable, Sendable {
  /// What was read.
  package enum Reading: Equatable, Sendable {
    /// Pressure altitude above 1013.25 hPa (ISA), cm.
    case pressureAltitudeCm(Int32)
    /// Vertical speed of the air mass or the glider by a vario, cm/s, up positive.
    case varioCmPerS(Int32)
    /// Beats a minute.
    case heartRate(Int16)
    /// Oxygen saturation, percent.
    case oxygenSaturation(Int16)
  }

  /// The link that it came through, `/dev/ttyUSB0` for example.
  package var source: String
  package var receivedAt: MonotonicInstant
  package var reading: Reading

  package init(source: String, receivedAt: MonotonicInstant, reading: Reading) {
    self.source = source
    self.receivedAt = receivedAt
    self.reading = reading
  }
}
