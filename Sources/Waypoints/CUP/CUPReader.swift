import Bytes

/// Reads a CUP file line by line.
struct CUPReader {
  /// Nil before the first line, which may be a header.
  private var columns: WaypointColumns?
  private var file = CUPFile()
  private var badLines = BadLines()
  /// The first waypoint of each name.
  private var places: [String: Waypoint] = [:]
  private var isPastWaypoints = false
  private var task: TaskLines?

  mutating func read(_ number: Int, _ line: ArraySlice<UInt8>) {
    guard line.count <= TextLines.longest else {
      badLines.add(number, "longer than \(TextLines.longest) bytes")
      return
    }
    let line = CommaFields.trimmed(line)
    do {
      if line.isEmpty || line.first == ASCII.asterisk { return }
      if line.starts(with: "-----".utf8) {
        isPastWaypoints = true
      } else if isPastWaypoints {
        try readTask(number, line)
      } else {
        try readWaypoint(line)
      }
    } catch {
      badLines.add(number, error.reason)
    }
  }

  mutating func finish() -> (CUPFile, BadLines) {
    endTask()
    return (file, badLines)
  }

  private mutating func readWaypoint(_ line: ArraySlice<UInt8>) throws(BadLine) {
    let fields = CommaFields.split(line)
    if columns == nil {
      let header = WaypointColumns(header: fields)
      columns = header ?? .usual
      if header != nil { return }
    }
    let columns = columns ?? .usual
    let waypoint = try columns.waypoint(fields)
    guard file.waypoints.count < CUPFile.Limit.waypoints else {
      throw BadLine("too many waypoints")
    }
    file.waypoints.append(waypoint)
    if places[waypoint.name] == nil { places[waypoint.name] = waypoint }
  }

  private mutating func readTask(_ number: Int, _ line: ArraySlice<UInt8>) throws(BadLine) {
    let fields = CommaFields.split(line)
    // A task may be called like one of these lines, but its name is then in quotes.
    let word = String(
      decoding: line.prefix { $0 != ASCII.comma && $0 != Self.equals }, as: UTF8.self
    )
    .lowercased()
    switch word {
    case "options", "obszone", "point", "starts":
      guard task != nil else { throw BadLine("no task stands before this line") }
      try readDetail(word, line, fields)
    default:
      endTask()
      guard file.tasks.count < CUPFile.Limit.tasks else { throw BadLine("too many tasks") }
      task = try TaskLines(number, fields)
    }
  }

  private mutating func readDetail(
    _ word: String, _ line: ArraySlice<UInt8>, _ fields: [ArraySlice<UInt8>]
  ) throws(BadLine) {
    switch word {
    case "options":
      for case let field? in fields.map(CUPField.init) { try task?.options.take(field) }
    case "obszone": try task?.take(try ZoneFields(fields))
    case "starts":
      task?.take(starts: CommaFields.split(line.drop { $0 != Self.equals }.dropFirst()))
    default: try task?.take(point: fields, columns ?? .usual)
    }
  }

  private mutating func endTask() {
    guard let ended = task else { return }
    task = nil
    do { file.tasks.append(try ended.task(places)) } catch {
      badLines.add(ended.number, error.reason)
    }
  }

  private static let equals = UInt8(ascii: "=")
}

/// A task while its lines are read.
private struct TaskLines {
  /// Of its first line.
  let number: Int
  private let name: String
  /// Take-off, start to finish, landing.
  private let names: [String]
  private var zones: [Int: ObservationZone] = [:]
  private var points: [Int: Waypoint] = [:]
  private var starts: [String] = []
  var options = CUPOptions()

  init(_ number: Int, _ fields: [ArraySlice<UInt8>]) throws(BadLine) {
    var names = fields.dropFirst().map(LegacyText.decode)
    // Programs end the line with a comma; an empty landing is meant only where the take-off is empty.
    while names.count > 1, names.last == "", names.first != "" || names[names.count - 2] == "" {
      names.removeLast()
    }
    guard names.count >= 4 else {
      throw BadLine("a task has take-off, start, finish and landing at least")
    }
    guard names.count <= CUPFile.Limit.points + 2 else { throw BadLine("the task is too long") }
    self.number = number
    self.names = names
    name = LegacyText.decode(fields[0])
  }

  mutating func take(_ zone: ZoneFields) throws(BadLine) {
    guard zone.number >= 0, zone.number < names.count - 2 else {
      throw BadLine("the task has no point for the zone")
    }
    zones[zone.number] = zone.zone
  }

  /// `Point=1,` and the columns of a waypoint; 0 is the take-off.
  mutating func take(
    point fields: [ArraySlice<UInt8>], _ columns: WaypointColumns
  ) throws(BadLine) {
    let index = CUPField(fields[0]).flatMap { Int(String($0.value)) }
    guard let index, names.indices.contains(index) else {
      throw BadLine("the task has no such point")
    }
    points[index] = try columns.waypoint(Array(fields.dropFirst()))
  }

  mutating func take(starts fields: [ArraySlice<UInt8>]) {
    starts = fields.prefix(CUPFile.Limit.points).map(LegacyText.decode)
  }

  func task(_ places: [String: Waypoint]) throws(BadLine) -> CUPTask {
    var path: [CUPTask.Point] = []
    for index in 1..<names.count - 1 {
      guard let waypoint = points[index] ?? places[names[index]] else {
        throw BadLine("the file has no waypoint \"\(names[index])\" for the task")
      }
      path.append(CUPTask.Point(waypoint: waypoint, zone: zones[index - 1]))
    }
    let last = names.count - 1
    return CUPTask(
      name: name, takeOff: points[0] ?? end(names[0], places), points: path,
      landing: points[last] ?? end(names[last], places),
      otherStarts: starts.compactMap { places[$0] }, options: options)
  }

  /// Take-off and landing may be unknown: empty, or `???`.
  private func end(_ name: String, _ places: [String: Waypoint]) -> Waypoint? {
    name == "???" ? nil : places[name]
  }
}
