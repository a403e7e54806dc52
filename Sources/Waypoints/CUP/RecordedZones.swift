import Bytes

/// The zones that loggers and programs write into the L records of an IGC file, in the words of CUP
/// files: `LSEEYOU OZ=0,Style=1,R1=3000m,A1=45`, `LXCMOZ=…`, `LLXVOZ=…`; -1 is the start, 0 the first
/// turnpoint.
package struct RecordedZones: Equatable, Sendable {
  /// More lines are not looked at.
  private static let most = 1000

  /// By the task's point, 0 is the start.
  package private(set) var zones: [Int: ObservationZone] = [:]
  /// Of an assigned-area task, s.
  package private(set) var minimumTimeS: Int64?

  /// Takes the lines of the first who wrote any, usually the recorder before take-off; later programs
  /// add theirs behind. `records` are whole L records, as bytes without line ends.
  package init(records: some Sequence<[UInt8]>) {
    var writer: [UInt8]?
    for record in records.lazy.filter({ $0.first == UInt8(ascii: "L") }).prefix(Self.most) {
      guard record.count <= 1024, let (who, fields) = Self.split(record) else { continue }
      if let writer, writer != who { continue }
      if take(fields) { writer = who }
    }
  }

  /// The task with these zones in place of its own.
  package func applied(to task: FlightTask) -> FlightTask {
    var task = task
    for (index, zone) in zones where task.points.indices.contains(index) {
      task.points[index].zone = zone
    }
    task.minimumTimeS = minimumTimeS ?? task.minimumTimeS
    return task
  }

  /// Who wrote a record, and its fields; nil for one of another kind.
  private static func split(_ record: [UInt8]) -> ([UInt8], [ArraySlice<UInt8>])? {
    for word in ["OZ=", "TSK,"] {
      guard let start = record.firstRange(of: Array(word.utf8))?.lowerBound, start <= 9 else {
        continue
      }
      let who = CommaFields.trimmed(record[1..<start])
      return (Array(who), CommaFields.split(record[start...]))
    }
    return nil
  }

  private mutating func take(_ fields: [ArraySlice<UInt8>]) -> Bool {
    if let found = try? ZoneFields(fields) {
      guard found.number >= -1, found.number < CUPFile.Limit.points else { return false }
      zones[found.number + 1] = found.zone
      return true
    }
    var options = CUPOptions()
    for case let field? in fields.map(CUPField.init) { try? options.take(field) }
    guard let time = options.taskTimeS, time > 0 else { return false }
    minimumTimeS = time
    return true
  }
}
