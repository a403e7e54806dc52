import Waypoints

/// A zone as WeGlide's rule sets know it.
struct WeGlideZone: Equatable {
  enum Kind: String {
    case line = "LINE"
    case cylinder = "CYLINDER"
    /// A sector with a cylinder around its corner.
    case keyhole = "KEYHOLE"
    /// A sector, away from both neighbours, that has no end at WeGlide.
    case quadrant = "SYMMETRIC_QUADRANT"
  }

  /// Start, turnpoints and finish of a rule set.
  struct Rules {
    var start: WeGlideZone
    var turnpoint: WeGlideZone?
    var finish: WeGlideZone
  }

  private static let mile = 1609.344
  /// Of a keyhole's sector, m.
  private static let sectorM = 20_000.0
  /// In place of a quadrant without an end: nobody turns so far behind a point, m.
  private static let endlessM = 50_000.0

  var kind: Kind
  /// Of a keyhole, of its cylinder; m.
  var radiusM: Double

  init(_ kind: Kind, _ radiusM: Double) {
    self.kind = kind
    self.radiusM = radiusM
  }

  /// By the names of rule sets: DMSt, FAI, assigned areas, Grand Prix, of countries. The areas of a task
  /// have radii of their own.
  static let rules: [String: Rules] = [
    "D": Rules(
      start: Self(.cylinder, 1000), turnpoint: Self(.quadrant, endlessM),
      finish: Self(.cylinder, 1000)),
    "F": Rules(
      start: Self(.line, 5000), turnpoint: Self(.keyhole, 500), finish: Self(.cylinder, 3000)),
    "AA": Rules(start: Self(.line, 5000), finish: Self(.cylinder, 3000)),
    "GP": Rules(
      start: Self(.line, 2500), turnpoint: Self(.cylinder, 500), finish: Self(.line, 250)),
    "UK": Rules(
      start: Self(.line, 5000), turnpoint: Self(.keyhole, 500), finish: Self(.line, 5000)),
    "FR": Rules(
      start: Self(.line, 500), turnpoint: Self(.keyhole, 500), finish: Self(.line, 500)),
    "P": Rules(
      start: Self(.line, 5000), turnpoint: Self(.keyhole, 500), finish: Self(.cylinder, 2000)),
    "US": Rules(
      start: Self(.cylinder, 5 * mile), turnpoint: Self(.keyhole, mile),
      finish: Self(.cylinder, 5 * mile)),
  ]

  /// The same at a point that looks in this direction.
  func zone(_ direction: ObservationZone.Direction) -> ObservationZone {
    switch kind {
    case .line: ObservationZone(direction: direction, isLine: true, r1M: radiusM)
    case .cylinder: ObservationZone(r1M: radiusM)
    case .keyhole:
      ObservationZone(
        direction: direction, r1M: Self.sectorM, a1Deg: 45, r2M: radiusM, a2Deg: 180)
    case .quadrant: ObservationZone(direction: direction, r1M: radiusM, a1Deg: 45)
    }
  }
}
