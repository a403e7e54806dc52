import FlightAnalysis
import FlightModel
import IGC
import Settings
import Store
import SyncContract
import Waypoints

/// The task that a flight's file declares, and how the flight fared on it.
struct DeclaredTask {
  let task: FlightTask

  /// The last task of the C records that was declared before take-off, with the zones that the file
  /// tells of; nil if there is none.
  init?(_ file: IGCFile, _ flight: AnalysedFlight, _ defaults: ZoneDefaults) {
    let declared = file.tasks.map { FlightTask($0, defaults) }.filter {
      $0.points.count >= 2 && TaskEvaluation.isDeclared($0, before: flight.takeoff)
    }
    guard let last = declared.last else { return nil }
    let records = file.comments.lazy.map { [UInt8(ascii: "L")] + Array($0.utf8) }
    task = RecordedZones(records: records).applied(to: last)
  }

  /// The contract's fields of a flight on this task.
  func fields(_ file: IGCFile, _ flight: AnalysedFlight) -> [String: ContractValue] {
    let whole = FlightPart(takeoff: flight.takeoff, landing: flight.landing)
    let result = TaskEvaluation.evaluate(task, on: file.track, part: whole)
    return [
      "isTaskCompleted": .bool(result.isCompleted),
      "declaredDistanceM": .rounded(result.declaredDistanceM),
      "completedDistanceM": .rounded(result.completedDistanceM),
      "taskSpeedCentiKmh": .speed(result.speedMPerS),
    ]
  }

  /// The fields of a flight without a task.
  static let none: [String: ContractValue] = [
    "isTaskCompleted": .null, "declaredDistanceM": .null, "completedDistanceM": .null,
    "taskSpeedCentiKmh": .null,
  ]
}

extension ZoneDefaults {
  /// The zones of the account's settings.
  init(_ settings: StoredSettings) {
    self.init()
    start = Self.zone(.start, settings)
    turnpoint = Self.zone(.turnpoint, settings)
    finish = Self.zone(.finish, settings)
  }

  private static func zone(_ keys: ZoneSettings, _ settings: StoredSettings) -> ObservationZone {
    func number(_ key: SettingKey) -> Int { Int(settings.value(of: key).integer ?? 0) }
    return ObservationZone(
      direction: .init(rawValue: number(keys.direction)) ?? .symmetric,
      isLine: settings.value(of: keys.isLine) == .bool(true), r1M: Double(number(keys.r1M)),
      a1Deg: Double(number(keys.a1Deg)))
  }
}
