import Diagnosis

extension [Finding] {
  /// The first of a check.
  subscript(id: String) -> Finding? { first { $0.id == id } }

  /// Checks that are not good, by id.
  var bad: [String] { filter(\.isBad).map(\.id) }
}

extension UnitState {
  /// A unit in a state of systemd's.
  static func unit(
    _ active: String, load: String = "loaded", file: String = "enabled"
  ) -> UnitState {
    var unit = UnitState()
    (unit.active, unit.load, unit.file) = (active, load, file)
    return unit
  }
}
