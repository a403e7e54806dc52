import Elevation
import FlightAnalysis
import FlightModel
import FlightPicture

/// The fixes as the drawings take them. Altitudes that cannot be are left out, and so is a column
/// that says the same from end to end: there was no such sensor.
struct PictureTrack {
  private(set) var points: [PicturePoint] = []

  /// The ground is drawn below the line that it is true of: in the scale of the pressure altitude,
  /// if `prefersPressure`, else of the receiver's.
  init(
    _ fixes: [TrackFix], _ indices: [Int], ground: FlightGround? = nil,
    prefersPressure: Bool = false
  ) {
    let hasGNSS = Self.varies(fixes, indices, \.gnssAltitudeM)
    let hasPressure = Self.varies(fixes, indices, \.pressureAltitudeM)
    points.reserveCapacity(indices.count)
    for index in indices {
      let fix = fixes[index]
      let groundM = prefersPressure ? ground?.onPressure(index) : ground?.onGNSS(index)
      points.append(
        PicturePoint(
          time: fix.time, position: fix.position,
          gnssAltitudeCm: hasGNSS ? Self.centimetres(fix.gnssAltitudeM) : nil,
          pressureAltitudeCm: hasPressure ? Self.centimetres(fix.pressureAltitudeM) : nil,
          groundCm: groundM.flatMap { Self.centimetres(Int32($0.rounded())) }))
    }
  }

  private static func centimetres(_ metres: Int32?) -> Int32? {
    guard let metres, AltitudeSource.believable.contains(metres) else { return nil }
    return metres * 100
  }

  private static func varies(
    _ fixes: [TrackFix], _ indices: [Int], _ altitude: KeyPath<TrackFix, Int32?>
  ) -> Bool {
    let values = indices.lazy.compactMap { fixes[$0][keyPath: altitude] }
    guard let first = values.first else { return false }
    return values.contains { $0 != first }
  }
}
