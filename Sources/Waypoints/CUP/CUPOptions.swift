import Bytes

/// The options of a task in a CUP file; nil is what the file does not say.
package struct CUPOptions: Equatable, Sendable {
  /// When the start line opens, s of the day in the contest's own time.
  package var opensAtS: Int64?
  /// Designated time, s.
  package var taskTimeS: Int64?
  /// Whether waypoints, not fixes, make the distance.
  package var usesWaypoints: Bool?
  /// Tolerances, m.
  package var nearDistanceM: Double?
  package var nearAltitudeM: Double?
  package var usesMinimumDistance: Bool?
  package var isRandomOrder: Bool?
  package var mostPoints: Int?
  package var mandatoryBefore: Int?
  package var mandatoryAfter: Int?
  package var bonus: Int?

  package init() {}

  /// Takes one `Key=value`; a key that is not known is passed over.
  mutating func take(_ field: CUPField) throws(BadLine) {
    switch field.key {
    case "nostart": opensAtS = try field.seconds()
    case "tasktime": taskTimeS = try field.seconds()
    case "wpdis": usesWaypoints = field.isTrue
    case "neardis": nearDistanceM = try field.length()
    case "nearalt": nearAltitudeM = try field.length()
    case "mindis": usesMinimumDistance = field.isTrue
    case "randomorder": isRandomOrder = field.isTrue
    case "maxpts": mostPoints = try field.count()
    case "beforepts": mandatoryBefore = try field.count()
    case "afterpts": mandatoryAfter = try field.count()
    case "bonus": bonus = try field.count()
    default: break
    }
  }

  /// The line, nil if there is nothing to say.
  var line: String? {
    let fields: [String?] = [
      opensAtS.map { "NoStart=" + CUPField.clock($0) },
      taskTimeS.map { "TaskTime=" + CUPField.clock($0) },
      usesWaypoints.map { "WpDis=" + CUPField.word($0) },
      nearDistanceM.map { "NearDis=" + LengthText.write($0) },
      nearAltitudeM.map { "NearAlt=" + LengthText.write($0) },
      usesMinimumDistance.map { "MinDis=" + CUPField.word($0) },
      isRandomOrder.map { "RandomOrder=" + CUPField.word($0) },
      mostPoints.map { "MaxPts=\($0)" }, mandatoryBefore.map { "BeforePts=\($0)" },
      mandatoryAfter.map { "AfterPts=\($0)" }, bonus.map { "Bonus=\($0)" },
    ]
    let said = fields.compactMap { $0 }
    return said.isEmpty ? nil : (["Options"] + said).joined(separator: ",")
  }
}
