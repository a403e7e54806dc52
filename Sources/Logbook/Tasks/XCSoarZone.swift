import Waypoints
import XML

/// XCSoar's observation zones as those of a task. Sizes that its files do not tell are those of its
/// manual.
enum XCSoarZone {
  /// The kind of a task's point.
  enum Role: Equatable {
    case start, turn, area, finish

    init(_ type: String) {
      switch type {
      case "Start": self = .start
      case "Area": self = .area
      case "Finish": self = .finish
      default: self = .turn
      }
    }
  }

  /// Nil for a kind that is not known, or one without a usable size.
  static func zone(_ element: XMLElement, _ role: Role) -> ObservationZone? {
    let zone = shape(element, role)
    return zone.flatMap { $0.isSane ? $0 : nil }
  }

  /// m; nil where the file has none that can be.
  static func radius(_ element: XMLElement) -> Double? {
    element.number("radius").flatMap { $0 > 0 && $0 <= 20_000_000 ? $0 : nil }
  }

  private static func shape(_ element: XMLElement, _ role: Role) -> ObservationZone? {
    switch element.attributes["type"] {
    case "Line": line(element, role)
    case "Cylinder": radius(element).map { ObservationZone(r1M: $0) }
    case "MatCylinder": ObservationZone(r1M: 1609.344)
    case "Sector": sector(element)
    // Of a turnpoint its sides have no end, which nothing here needs.
    case "FAISector":
      ObservationZone(r1M: role == .start || role == .finish ? 1000 : 20_000, a1Deg: 45)
    case "SymmetricQuadrant":
      ObservationZone(r1M: radius(element) ?? 10_000, a1Deg: (element.number("angle") ?? 90) / 2)
    case "Keyhole": keyhole(10_000, 90)
    case "CustomKeyhole":
      keyhole(
        radius(element) ?? 10_000, element.number("angle") ?? 90,
        element.number("inner_radius") ?? 500)
    case "BGAStartSector": ObservationZone(r1M: 5000, a1Deg: 90)
    case "BGAFixedCourse": keyhole(20_000, 90)
    case "BGAEnhancedOption": keyhole(10_000, 180)
    default: nil
    }
  }

  /// As wide as `length`, across the task.
  private static func line(_ element: XMLElement, _ role: Role) -> ObservationZone? {
    guard let length = element.number("length") else { return nil }
    let direction: ObservationZone.Direction =
      role == .start ? .next : role == .finish ? .previous : .symmetric
    return ObservationZone(direction: direction, isLine: true, r1M: length / 2)
  }

  private static func keyhole(
    _ radiusM: Double, _ angleDeg: Double, _ innerM: Double = 500
  ) -> ObservationZone {
    ObservationZone(r1M: radiusM, a1Deg: angleDeg / 2, r2M: innerM, a2Deg: 180)
  }

  /// From one radial clockwise to another; both the same is all around.
  private static func sector(_ element: XMLElement) -> ObservationZone? {
    guard let radius = radius(element), let first = element.number("start_radial"),
      let last = element.number("end_radial")
    else { return nil }
    let half = first == last ? 180 : turned(last - first) / 2
    return ObservationZone(
      direction: .fixed, r1M: radius, a1Deg: half == 0 ? 180 : half,
      r2M: element.number("inner_radius") ?? 0, a12Deg: turned(first + half))
  }

  /// 0 to 360.
  private static func turned(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    return rest < 0 ? rest + 360 : rest
  }
}
