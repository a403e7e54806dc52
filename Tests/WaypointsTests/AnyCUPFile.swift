import FlightModel
import SeededRandom
import Waypoints

/// Files by chance, of values that a CUP file can hold: positions of whole thousandths of a minute.
enum AnyCUPFile {
  static func make(_ chance: inout SeededGenerator) -> CUPFile {
    var waypoints: [Waypoint] = []
    for number in 0..<Int.random(in: 0...6, using: &chance) {
      waypoints.append(waypoint(number, &chance))
    }
    var tasks: [CUPTask] = []
    for _ in 0..<(waypoints.isEmpty ? 0 : Int.random(in: 0...3, using: &chance)) {
      tasks.append(task(waypoints, &chance))
    }
    return CUPFile(waypoints: waypoints, tasks: tasks)
  }

  static func position(_ chance: inout SeededGenerator) -> Coordinate {
    func degreesE7(_ most: Int, _ chance: inout SeededGenerator) -> Int32 {
      let thousandths = Int.random(in: -most * 60_000...most * 60_000, using: &chance)
      return Int32((Double(thousandths) / 60_000 * 1e7).rounded())
    }
    return Coordinate(latitudeE7: degreesE7(90, &chance), longitudeE7: degreesE7(180, &chance))
  }

  private static func waypoint(_ number: Int, _ chance: inout SeededGenerator) -> Waypoint {
    let millimetres = Int.random(in: -400_000...8_000_000, using: &chance)
    let isAirfield = Bool.random(using: &chance)
    return Waypoint(
      name: text(&chance) + "\(number)", code: text(&chance),
      country: ["", "DE", "museum"].randomElement(using: &chance)!, position: position(&chance),
      elevationM: Bool.random(using: &chance) ? Double(millimetres) / 1000 : nil,
      style: WaypointStyle.allCases.randomElement(using: &chance)!,
      runwayDirectionDeg: isAirfield ? Int.random(in: 0...359, using: &chance) : nil,
      runwayLengthM: isAirfield
        ? Double(Int.random(in: 0...4_000_000, using: &chance)) / 1000 : nil,
      frequency: isAirfield ? "123.500" : "", description: text(&chance))
  }

  private static func text(_ chance: inout SeededGenerator) -> String {
    let letters: [Character] = ["a", "Ü", "\"", ",", " ", "=", "-", "*", "€", "\\", "'", "滑"]
    return String(
      (0..<Int.random(in: 0...8, using: &chance)).map { _ in letters.randomElement(using: &chance)!
      })
  }

  private static func zone(_ chance: inout SeededGenerator) -> ObservationZone? {
    guard Bool.random(using: &chance) else { return nil }
    func thousandths(_ range: ClosedRange<Int>, _ chance: inout SeededGenerator) -> Double {
      Double(Int.random(in: range, using: &chance)) / 1000
    }
    return ObservationZone(
      direction: ObservationZone.Direction.allCases.randomElement(using: &chance)!,
      isLine: Bool.random(using: &chance), isAssignedArea: Bool.random(using: &chance),
      r1M: thousandths(1...50_000_000, &chance), a1Deg: thousandths(0...180_000, &chance),
      r2M: thousandths(0...5_000_000, &chance), a2Deg: thousandths(0...180_000, &chance),
      a12Deg: thousandths(0...359_999, &chance),
      lowestM: Bool.random(using: &chance) ? thousandths(1...1_000_000, &chance) : nil,
      highestM: Bool.random(using: &chance) ? thousandths(1...9_000_000, &chance) : nil)
  }

  private static func task(_ places: [Waypoint], _ chance: inout SeededGenerator) -> CUPTask {
    func place(_ chance: inout SeededGenerator) -> Waypoint {
      // Some points are no waypoint of the file.
      Int.random(in: 0..<5, using: &chance) == 0
        ? waypoint(Int.random(in: 0...9, using: &chance), &chance)
        : places.randomElement(using: &chance)!
    }
    var options = CUPOptions()
    if Bool.random(using: &chance) {
      options.taskTimeS = Int64.random(in: 0...36_000, using: &chance)
      options.opensAtS = Int64.random(in: 0..<86_400, using: &chance)
      options.nearDistanceM = Double(Int.random(in: 0...9_000, using: &chance)) / 10
      options.usesWaypoints = Bool.random(using: &chance)
      options.bonus = Int.random(in: -5...500, using: &chance)
    }
    return CUPTask(
      name: text(&chance), takeOff: Bool.random(using: &chance) ? place(&chance) : nil,
      points: (0..<Int.random(in: 2...7, using: &chance)).map { _ in
        CUPTask.Point(waypoint: place(&chance), zone: zone(&chance))
      }, landing: Bool.random(using: &chance) ? place(&chance) : nil,
      otherStarts: Bool.random(using: &chance) ? [places[0]] : [], options: options)
  }
}
