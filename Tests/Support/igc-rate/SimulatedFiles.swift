import Crypto
import FlightModel
import FlightSimulator
import IGC
import Linux

/// Files of simulated flights to measure on: a glider's day at 1 Hz with five extensions, an
/// afternoon without any, and an hour at 10 Hz; or a logbook of short flights.
enum SimulatedFiles {
  private struct Kind {
    var name: String
    var hours: Double
    var rate: Int
    var extensions: Set<FixExtension>
  }

  private static let kinds = [
    Kind(
      name: "day.igc", hours: 8, rate: 1,
      extensions: [.fixAccuracy, .satellitesInUse, .groundSpeed, .trueTrack, .verticalSpeed]),
    Kind(name: "afternoon.igc", hours: 4, rate: 1, extensions: []),
    Kind(name: "ten-hertz.igc", hours: 1, rate: 10, extensions: [.groundSpeed]),
  ]

  /// Writes them into a folder.
  static func write(to folder: String) throws {
    for kind in kinds {
      let fixes = SimulatedFlight(.longFlight(hours: kind.hours, rate: kind.rate)).fixes
      try Files.replace("\(folder)/\(kind.name)", with: file(of: fixes, kind))
    }
  }

  /// Writes so many short flights into a folder, each of another day and another course.
  static func writeLogbook(of count: Int, to folder: String) throws {
    for number in 0..<count {
      var plan = FlightPlan.generated(seed: UInt64(number), climbs: 2)
      plan.start = plan.start.advanced(byMilliseconds: -Int64(number) * 86_400_000)
      let name = "flight-\(number).igc"
      let kind = Kind(name: name, hours: 0, rate: 1, extensions: [])
      try Files.replace("\(folder)/\(name)", with: file(of: SimulatedFlight(plan).fixes, kind))
    }
  }

  private static func file(of fixes: [SimulatedFix], _ kind: Kind) -> [UInt8] {
    let header = FileHeader(
      recorder: RecorderIdentity(serial: "T01")!, declaration: Declaration(pilot: "Ada Example"),
      firmwareVersion: "1", hardwareVersion: "simulated", receiver: "simulated",
      pressureSensor: "simulated", flightOfDay: 1, extensions: kind.extensions,
      rate: FixRate(perSecond: kind.rate))
    var writer = IGCWriter(header: header, digest: SHA256(), key: nil)
    var bytes: [UInt8] = []
    for fix in fixes {
      writer.append(
        IGCFix(
          time: fix.time, quality: .threeDimensional, position: fix.position,
          pressureAltitudeCm: fix.pressureAltitudeCm, ellipsoidAltitudeCm: fix.ellipsoidAltitudeCm,
          horizontalErrorCm: 300, satellitesUsed: fix.satellitesUsed,
          groundSpeedCmPerS: fix.groundSpeedCmPerS, trackCentiDeg: fix.trackCentiDeg,
          varioCmPerS: fix.climbCmPerS))
      bytes += writer.drain()
    }
    writer.finish()
    return bytes + writer.drain()
  }
}
