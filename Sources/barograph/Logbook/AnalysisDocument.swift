import Elevation
import FlightAnalysis
import FlightModel
import IGC
import JSON
import Waypoints

/// An analysis as JSON: metres, seconds, m/s for climbs, km/h for speeds, times in UTC; null where
/// there is none. `badLines` are B lines alone.
enum AnalysisDocument {
  static func json(_ file: AnalysedFile) -> JSONValue {
    let (counts, flight) = (file.source.file.counts, file.flight)
    let fixes = file.source.file.track
    return [
      "file": .string(file.source.name), "analysisVersion": JSONValue(AnalysedFlight.version),
      "validFixes": JSONValue(counts.validFixes), "voidFixes": JSONValue(counts.voidFixes),
      "badLines": JSONValue(counts.badLines), "badOtherLines": JSONValue(counts.badOtherLines),
      "duplicateTimes": JSONValue(counts.duplicateTimes),
      "backwardTimes": JSONValue(counts.backwardTimes), "midnight": JSONValue(counts.midnights),
      "defects": .array(file.source.file.defects.map(defect)),
      "takeoff": time(flight.takeoff), "landing": time(flight.landing),
      "release": time(flight.release), "parts": .array(flight.parts.map(part)),
      "duration": JSONValue(Double(flight.durationMs) / 1000, places: 3),
      "heightGain": JSONValue(flight.heightGainM), "circling": circling(flight.circling),
      "distances": distances(flight.distances, fixes),
      "bestTwoHours": flight.bestTwoHours.map { run($0, fixes) } ?? nil,
      "task": task(file), "sport": JSONValue(flight.sport?.name),
      "engineRuns": .array(flight.engineRuns.map { engine($0, fixes) }),
      "statistics": statistics(flight.statistics), "ground": ground(file),
    ]
  }

  private static func defect(_ defect: LineDefect) -> JSONValue {
    ["line": JSONValue(defect.line), "cause": .string("\(defect.cause)")]
  }

  private static func time(_ moment: FlightMoment?) -> JSONValue {
    JSONValue(moment?.time.rfc3339)
  }

  private static func part(_ part: FlightPart) -> JSONValue {
    ["takeoff": time(part.takeoff), "landing": time(part.landing)]
  }

  private static func circling(_ circling: CirclingSummary) -> JSONValue {
    [
      "left": JSONValue(circling.left), "right": JSONValue(circling.right),
      "mixed": JSONValue(circling.mixed),
      "bestClimb": JSONValue(circling.bestClimbMPerS, places: 2),
      "share": JSONValue(circling.share, places: 4),
    ]
  }

  private static func distances(_ all: FlightDistances, _ fixes: [TrackFix]) -> JSONValue {
    let shapes: [(String, FlightDistance?)] = [
      ("straight", all.straight), ("oneTurnpoint", all.oneTurnpoint),
      ("twoTurnpoints", all.twoTurnpoints), ("threeTurnpoints", all.threeTurnpoints),
      ("fiveTurnpoints", all.fiveTurnpoints), ("outAndReturn", all.outAndReturn),
      ("triangle", all.triangle), ("faiTriangle", all.faiTriangle),
    ]
    var object = JSONObject()
    for (name, distance) in shapes {
      object[name] = distance.map { self.distance($0, fixes) } ?? nil
    }
    return .object(object)
  }

  private static func distance(_ distance: FlightDistance, _ fixes: [TrackFix]) -> JSONValue {
    [
      "sphere": JSONValue(distance.sphereM, places: 2),
      "wgs84": JSONValue(distance.wgs84M, places: 2),
      "points": .array(distance.points.map { point(fixes[$0], $0) }),
    ]
  }

  private static func point(_ fix: TrackFix, _ index: Int) -> JSONValue {
    [
      "fix": JSONValue(index), "time": .string(fix.time.rfc3339),
      "latitude": JSONValue(fix.position.latitude, places: 7),
      "longitude": JSONValue(fix.position.longitude, places: 7),
    ]
  }

  private static func run(_ run: SpeedRun, _ fixes: [TrackFix]) -> JSONValue {
    [
      "distance": JSONValue(run.distance.sphereM, places: 2),
      "wgs84": JSONValue(run.distance.wgs84M, places: 2),
      "speed": JSONValue(run.speedKmh, places: 3),
      "points": .array(run.distance.points.map { point(fixes[$0], $0) }),
    ]
  }

  private static func task(_ file: AnalysedFile) -> JSONValue {
    guard let task = file.task else { return nil }
    let result = file.result
    return [
      "name": .string(task.name), "declaredAt": JSONValue(task.declaredAt?.rfc3339),
      "counts": .bool(result != nil),
      "points": .array(
        task.points.enumerated().map { index, point in
          let reached = result?.reached.first { $0.point == index }
          return [
            "name": .string(point.waypoint.name),
            "latitude": JSONValue(point.waypoint.position.latitude, places: 7),
            "longitude": JSONValue(point.waypoint.position.longitude, places: 7),
            "reached": JSONValue(reached?.moment.time.rfc3339),
          ]
        }),
      "starts": JSONValue(result?.startCount), "completed": JSONValue(result?.isCompleted),
      "declaredDistance": JSONValue(result?.declaredDistanceM, places: 2),
      "completedDistance": JSONValue(result?.completedDistanceM, places: 2),
      "duration": JSONValue(result?.taskTimeMs.map { Double($0) / 1000 }, places: 3),
      "speed": JSONValue(result?.speedMPerS.map { $0 * 3.6 }, places: 3),
    ]
  }

  private static func engine(_ run: EngineRun, _ fixes: [TrackFix]) -> JSONValue {
    let sensor =
      switch run.sensor {
      case .noise: "ENL"
      case .meansOfPropulsion: "MOP"
      case .revolutions: "RPM"
      }
    return [
      "sensor": .string(sensor), "from": .string(fixes[run.fixes.lowerBound].time.rfc3339),
      "to": .string(fixes[run.fixes.upperBound].time.rfc3339),
    ]
  }

  /// Heights above ground; null where no ground is known.
  private static func ground(_ file: AnalysedFile) -> JSONValue {
    guard let ground = file.ground else { return nil }
    let fixes = file.source.file.track
    return [
      "highest": mark(ground.highest, fixes), "lowest": mark(ground.lowest, fixes),
      "release": JSONValue(file.flight.release.flatMap { ground.height($0.index) }, places: 0),
      "missingTiles": .array(ground.missing.map { .string("\($0)") }),
    ]
  }

  private static func mark(_ mark: FlightGround.Mark?, _ fixes: [TrackFix]) -> JSONValue {
    guard let mark else { return nil }
    return [
      "height": JSONValue(mark.heightM, places: 0), "fix": JSONValue(mark.index),
      "time": .string(fixes[mark.index].time.rfc3339),
    ]
  }

  private static func statistics(_ all: FlightStatistics) -> JSONValue {
    [
      "cruiseSpeed": JSONValue(all.averageCruiseSpeedMPerS.map { $0 * 3.6 }, places: 2),
      "highestAltitude": JSONValue(all.highestAltitudeM),
      "lowestAltitude": JSONValue(all.lowestAltitudeM),
      "fastestGroundSpeed": JSONValue(all.fastestGroundSpeedMPerS.map { $0 * 3.6 }, places: 2),
      "strongestClimb": JSONValue(all.strongestClimbMPerS, places: 2),
      "strongestSink": JSONValue(all.strongestSinkMPerS, places: 2),
      "trackLength": JSONValue(all.trackLengthM, places: 1),
      "glideRatio": JSONValue(all.glideRatio, places: 2),
      "circling": JSONValue(Double(all.circlingMs) / 1000, places: 3),
      "cruise": JSONValue(Double(all.cruiseMs) / 1000, places: 3),
      "powered": JSONValue(Double(all.poweredMs) / 1000, places: 3),
    ]
  }
}
