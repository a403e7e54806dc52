import Bytes

/// Writes CUP files as any program reads them: UTF-8, CR LF, eleven columns, metres.
struct CUPWriter {
  private var text = "name,code,country,lat,lon,elev,style,rwdir,rwlen,freq,desc\r\n"
  /// The waypoints that are in the file, by name.
  private var places: [String: Waypoint] = [:]

  mutating func write(_ waypoint: Waypoint) {
    let waypoint = waypoint.writable
    line(Self.line(waypoint))
    if places[waypoint.name] == nil { places[waypoint.name] = waypoint }
  }

  /// Writes the task's waypoints that are not in the file yet and whose names are free.
  mutating func writePlaces(of task: CUPTask) {
    let ends = [task.takeOff, task.landing].compactMap { $0 }
    for waypoint in ends + task.points.map(\.waypoint) + task.otherStarts
    where places[waypoint.writable.name] == nil {
      write(waypoint)
    }
  }

  mutating func beginTasks() { text += "-----Related Tasks-----\r\n" }

  mutating func write(_ task: CUPTask) {
    let path = ([task.takeOff] + task.points.map { $0.waypoint } + [task.landing])
      .map { $0?.writable }
    line(([task.name] + path.map { $0?.name ?? "???" }).map(Self.quoted).joined(separator: ","))
    if let options = task.options.line { line(options) }
    for (index, waypoint) in path.enumerated() {
      // Another place has the name: the point is told in full.
      if let waypoint, waypoint.name == "???" || places[waypoint.name] != waypoint {
        line("Point=\(index)," + Self.line(waypoint))
      }
    }
    for (index, point) in task.points.enumerated() {
      if let zone = point.zone {
        line((["ObsZone=\(index)"] + zone.cupFields).joined(separator: ","))
      }
    }
    let starts = task.otherStarts.map(\.writable).filter { places[$0.name] == $0 }
    if !starts.isEmpty {
      line("STARTS=" + starts.map { Self.quoted($0.name) }.joined(separator: ","))
    }
  }

  func finish() -> [UInt8] { Array(text.utf8) }

  private mutating func line(_ content: String) { text += content + "\r\n" }

  private static func line(_ waypoint: Waypoint) -> String {
    let direction = waypoint.runwayDirectionDeg.map { String($0, width: 3) }
    return [
      quoted(waypoint.name), quoted(waypoint.code), country(waypoint.country),
      CUPCoordinate.latitude(waypoint.position), CUPCoordinate.longitude(waypoint.position),
      waypoint.elevationM.map { LengthText.write($0) } ?? "", String(waypoint.style.rawValue),
      direction ?? "", waypoint.runwayLengthM.map { LengthText.write($0) } ?? "",
      quoted(waypoint.frequency), quoted(waypoint.description),
    ].joined(separator: ",")
  }

  /// In quotes, quotes doubled; empty stays empty.
  private static func quoted(_ text: String) -> String {
    if text.isEmpty { return "" }
    let text = text.writable
    guard text.utf8.contains(UInt8(ascii: "\"")) else { return "\"" + text + "\"" }
    let bytes = text.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }

  /// Two letters stand bare, as readers expect it.
  private static func country(_ text: String) -> String {
    text.utf8.count <= 3 && text.allSatisfy { $0.isASCII && $0.isLetter } ? text : quoted(text)
  }
}

extension Waypoint {
  /// As it can stand in a file: every text in one line, and never without a name.
  fileprivate var writable: Waypoint {
    var waypoint = self
    waypoint.code = code.writable
    waypoint.name = name.isEmpty ? (code.isEmpty ? "Point" : code.writable) : name.writable
    return waypoint
  }
}

extension String {
  /// With control characters as blanks.
  fileprivate var writable: String {
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return self }
    let bytes = utf8.map { $0 < 0x20 || $0 == 0x7F ? ASCII.space : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ObservationZone {
  fileprivate var rounded: ObservationZone {
    var zone = self
    zone.r1M = max(1, r1M.rounded())
    zone.r2M = r2M.rounded()
    for angle in [\ObservationZone.a1Deg, \.a2Deg, \.a12Deg] {
      zone[keyPath: angle] = (self[keyPath: angle] * 10).rounded() / 10
    }
    // Rounded up it would be no direction.
    if zone.a12Deg >= 360 { zone.a12Deg = 0 }
    zone.lowestM = lowestM?.rounded()
    zone.highestM = highestM?.rounded()
    return zone
  }
}

extension FlightTask {
  /// Its zones in the words of a CUP file, as loggers write them into L records after their name: -1
  /// is the start. `RecordedZones` reads them. To whole metres and tenths of degrees, so that a line
  /// has room for everything.
  package var zoneRecords: [String] {
    var lines = points.enumerated().map { index, point in
      (["OZ=\(index - 1)"] + point.zone.rounded.cupFields).joined(separator: ",")
    }
    if let minimumTimeS {
      var options = CUPOptions()
      options.taskTimeS = minimumTimeS
      if let line = options.line { lines.append("TSK," + line.dropFirst("Options,".count)) }
    }
    return lines
  }
}

extension CUPFile {
  /// The file's bytes. Waypoints of tasks that are not among `waypoints` are added to them. Positions
  /// are rounded to 1/1000 minute, lengths to the millimetre.
  package func bytes() -> [UInt8] {
    var writer = CUPWriter()
    for waypoint in waypoints { writer.write(waypoint) }
    for task in tasks { writer.writePlaces(of: task) }
    if !tasks.isEmpty { writer.beginTasks() }
    for task in tasks { writer.write(task) }
    return writer.finish()
  }
}
