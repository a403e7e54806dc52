/// The settings of the zone that a task's point gets whose file has none; one of start, turnpoint and
/// finish.
package struct ZoneSettings: Equatable, Sendable {
  /// As CUP files number them: 0 fixed, 1 symmetric, 2 to the next point, 3 to the one before, 4 to
  /// the start.
  package let direction: SettingKey
  package let isLine: SettingKey
  /// Outer radius, m.
  package let r1M: SettingKey
  /// Half the angle, degrees.
  package let a1Deg: SettingKey

  private init(
    _ point: String, _ name: String, direction: Int64, isLine: Bool, r1M: Int64, a1Deg: Int64
  ) {
    self.direction = SettingKey(
      "zone\(point)Direction", .account, .integer(direction, in: 0...4),
      "Where the zone of a \(name) looks: 0 fixed, 1 symmetric, 2 next, 3 previous, 4 start.")
    self.isLine = SettingKey(
      "zone\(point)IsLine", .account, .bool(isLine), "Whether the zone of a \(name) is a line.")
    self.r1M = SettingKey(
      "zone\(point)R1M", .account, .integer(r1M, in: 0...50_000),
      "The radius of the zone of a \(name), or half the length of its line, in metres.")
    self.a1Deg = SettingKey(
      "zone\(point)A1Deg", .account, .integer(a1Deg, in: 0...180),
      "Half the angle of the zone of a \(name), in degrees; 180 is a cylinder.")
  }

  package static let start = ZoneSettings(
    "Start", "start", direction: 1, isLine: true, r1M: 1000, a1Deg: 180)
  package static let turnpoint = ZoneSettings(
    "Turnpoint", "turnpoint", direction: 1, isLine: false, r1M: 3000, a1Deg: 45)
  package static let finish = ZoneSettings(
    "Finish", "finish", direction: 1, isLine: true, r1M: 1000, a1Deg: 180)

  package static let all = [start, turnpoint, finish]

  package var keys: [SettingKey] { [direction, isLine, r1M, a1Deg] }
}
