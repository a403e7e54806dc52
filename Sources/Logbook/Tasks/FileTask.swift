package import FlightAnalysis
import FlightModel
package import IGC
package import Waypoints

extension IGCFile {
  /// The task that was declared for the flight: the last declaration before take-off, or where there
  /// is none the last of all, which does not count (`TaskEvaluation.isDeclared`). Zones are those of
  /// the file's L records, else the given ones. Nil if nothing was declared.
  package func task(
    takeoff: FlightMoment?, _ defaults: ZoneDefaults = ZoneDefaults()
  ) -> FlightTask? {
    let declared = tasks.map { FlightTask($0, defaults) }
    let inTime = declared.last { TaskEvaluation.isDeclared($0, before: takeoff) }
    guard let task = inTime ?? declared.last else { return nil }
    return RecordedZones(records: comments.lazy.map { Array("L\($0)".utf8) }).applied(to: task)
  }
}
