/// A SeeYou CUP file: waypoints, and tasks over them.
package struct CUPFile: Equatable, Sendable {
  /// What is read of one file at most; what is beyond counts as bad lines.
  package enum Limit {
    package static let waypoints = 200_000
    package static let tasks = 10_000
    /// Of one task, start to finish.
    package static let points = 200
  }

  package var waypoints: [Waypoint]
  package var tasks: [CUPTask]

  package init(waypoints: [Waypoint] = [], tasks: [CUPTask] = []) {
    self.waypoints = waypoints
    self.tasks = tasks
  }

  /// Reads a file: what can be used, and which lines could not. It never fails; a file that is no CUP
  /// file has bad lines only.
  package static func read(_ bytes: [UInt8]) -> (file: CUPFile, badLines: BadLines) {
    var reader = CUPReader()
    for line in TextLines(bytes) { reader.read(line.number, line.bytes) }
    return reader.finish()
  }
}
