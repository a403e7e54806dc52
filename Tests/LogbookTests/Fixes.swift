import FlightModel
import RecordingModel

/// 2026-07-04T09:00:00Z, when the flights of these tests begin unless they say otherwise.
let start = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 9 * 3_600_000)

/// A 3D fix `milliseconds` after the start, over the Wasserkuppe unless it says otherwise.
func fix(
  at milliseconds: Int64, altitudeCm: Int32? = 95_000, pressureCm: Int32? = nil,
  mode: Fix.Mode = .threeDimensional, marked: Bool = false
) -> FixRecord {
  FixRecord(
    recordedAt: start.advanced(byMilliseconds: milliseconds), mode: mode,
    position: Coordinate(
      latitudeE7: 504_975_000 + Int32(truncatingIfNeeded: milliseconds / 10),
      longitudeE7: 99_500_000 - Int32(truncatingIfNeeded: milliseconds / 20)),
    gnssAltitudeCm: altitudeCm, pressureAltitudeCm: pressureCm, isPilotEvent: marked)
}
