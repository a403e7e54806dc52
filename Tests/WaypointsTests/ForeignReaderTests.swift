import FlightModel
import Glibc
import Linux
import SeededRandom
import TestSupport
import Testing
import Waypoints

/// Other people's reader on our files. It needs the Python packages of
/// Tests/Foreign/requirements.txt.
@Suite(
  .enabled(
    if: getenv("BAROGRAPH_FOREIGN_PYTHON") != nil,
    "set BAROGRAPH_FOREIGN_PYTHON to a Python with the packages of Tests/Foreign/requirements.txt"))
struct ForeignReaderTests {
  @Test func anyFileIsReadAlikeByAerofiles() async throws {
    let folder = TemporaryFolder()
    var paths: [String] = []
    var expected: [String] = []
    for seed in UInt64(0)..<60 {
      var chance = SeededGenerator(seed: seed)
      let file = simple(AnyCUPFile.make(&chance))
      paths.append(folder.file("\(seed).cup"))
      try write(file.bytes(), to: paths.last!)
      // What was written, with the tasks' waypoints among the others.
      expected += lines(CUPFile.read(file.bytes()).file)
    }
    let python = String(cString: try #require(getenv("BAROGRAPH_FOREIGN_PYTHON")))
    let outcome = try await ChildProcess.run(
      [python, PackageFolder.root + "/Tests/Foreign/cup-reader.py"] + paths)
    #expect(outcome.ending == .exit(0), "\(outcome.output.suffix(5))")
    #expect(outcome.output.count == expected.count)
    let first = zip(outcome.output, expected).first { $0 != $1 }
    #expect(first.map { [$0, $1] } == nil, "the first that differs, theirs and ours")
  }

  /// A file without what aerofiles does not know: styles beyond 17, long countries, fractions of
  /// degrees, other starts, points in full; it also drops blanks inside quotes, and takes a name that
  /// begins with an asterisk for a comment.
  private func simple(_ file: CUPFile) -> CUPFile {
    var file = file
    file.waypoints = file.waypoints.map(simple)
    let known = file.waypoints
    file.tasks = file.tasks.enumerated().map { number, task in
      var task = task
      task.name = "Task \(number)"
      task.takeOff = task.takeOff == nil ? nil : known[0]
      task.landing = task.landing == nil ? nil : known[known.count - 1]
      task.otherStarts = []
      task.points = task.points.enumerated().map { index, point in
        .init(waypoint: known[index % known.count], zone: point.zone.map(simple))
      }
      return task
    }
    return file
  }

  private func simple(_ waypoint: Waypoint) -> Waypoint {
    var waypoint = waypoint
    waypoint.name = trimmed(String(waypoint.name.drop { $0 == "*" || $0 == " " }))
    waypoint.code = trimmed(waypoint.code)
    waypoint.description = trimmed(waypoint.description)
    waypoint.country = waypoint.country.count == 2 ? waypoint.country : ""
    if waypoint.style.rawValue > 17 { waypoint.style = .normal }
    return waypoint
  }

  private func simple(_ zone: ObservationZone) -> ObservationZone {
    var zone = zone
    zone.a1Deg.round()
    zone.a2Deg.round()
    zone.a12Deg.round(.down)
    return zone
  }

  private func trimmed(_ text: String) -> String {
    var text = text.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }

  private func lines(_ file: CUPFile) -> [String] {
    [line("file", file.waypoints.count, file.tasks.count)] + file.waypoints.map(line)
      + file.tasks.flatMap(lines)
  }

  private func line(_ fields: Any?...) -> String {
    fields.map { $0.map { "\($0)" } ?? "" }.joined(separator: "\t")
  }

  private func thousandths(_ value: Double?) -> Int? { value.map { Int(($0 * 1000).rounded()) } }

  private func line(_ place: Waypoint) -> String {
    line(
      "waypoint", place.name, place.code, place.country,
      Int((place.position.latitude * 60_000).rounded()),
      Int((place.position.longitude * 60_000).rounded()), thousandths(place.elevationM),
      thousandths(place.runwayLengthM), place.style.rawValue, place.runwayDirectionDeg,
      place.frequency, place.description)
  }

  private func lines(_ task: CUPTask) -> [String] {
    let path = [task.takeOff] + task.points.map { $0.waypoint } + [task.landing]
    let time = task.options.taskTimeS.map {
      [$0 / 3600, $0 / 60 % 60, $0 % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
        .joined(separator: ":")
    }
    let head = (["task", task.name] + path.map { $0?.name ?? "???" }).joined(separator: "\t")
    let zones = task.points.enumerated().compactMap { index, point in
      point.zone.map { line($0, index) }
    }
    return [head, line("options", time)] + zones
  }

  private func line(_ zone: ObservationZone, _ index: Int) -> String {
    let isKeyhole = zone.r2M > 0
    return line(
      "zone", index, zone.direction.rawValue, thousandths(zone.r1M),
      isKeyhole ? thousandths(zone.r2M) : nil, Int(zone.a1Deg),
      isKeyhole || zone.a2Deg > 0 ? Int(zone.a2Deg) : nil,
      zone.a12Deg > 0 ? Int(zone.a12Deg) : nil, zone.isLine ? "True" : "False")
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    #expect(fclose(file) == 0)
  }
}
