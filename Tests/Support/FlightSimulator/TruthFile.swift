import Bytes
import FlightModel

/// Writes what is true of a log beside it: `truth.json` with the expected values, `truth.csv` with
/// every fix as the receiver reports it.
package struct TruthFile: Sendable {
  package var name: String
  /// The command that made the log.
  package var command: String
  package var flight: SimulatedFlight

  package init(name: String, command: String, flight: SimulatedFlight) {
    self.name = name
    self.command = command
    self.flight = flight
  }

  /// The columns of `csv`.
  package static let columns = [
    "epochMs", "mode", "latE7", "lonE7", "ellipsoidCm", "mslCm", "pressureCm", "speedCmPerS",
    "trackCentiDeg", "climbCmPerS", "satellites",
  ]

  /// One line a fix, after a line of column names.
  package var csv: [UInt8] {
    var bytes = Array((Self.columns.joined(separator: ",") + "\n").utf8)
    for fix in flight.fixes {
      let values: [Int64] = [
        fix.time.milliseconds, Int64(fix.mode.rawValue), Int64(fix.position.latitudeE7),
        Int64(fix.position.longitudeE7), Int64(fix.ellipsoidAltitudeCm),
        Int64(fix.meanSeaAltitudeCm), Int64(fix.pressureAltitudeCm),
        Int64(fix.groundSpeedCmPerS), Int64(fix.trackCentiDeg), Int64(fix.climbCmPerS),
        Int64(fix.satellitesUsed),
      ]
      bytes += values.map { String($0) }.joined(separator: ",").utf8
      bytes.append(ASCII.lineFeed)
    }
    return bytes
  }

  /// The expected values. Times are RFC 3339 and, with the suffix `Ms`, milliseconds since 1970.
  package var json: [UInt8] {
    let located = flight.fixes.count { $0.mode >= .twoDimensional }
    let plan = flight.plan
    var lines = [
      text("name", name), text("command", command), number("seed", Int64(plan.seed)),
      number("rate", Int64(plan.rate)), number("fixes", Int64(located)),
      number("fixesWithoutPosition", Int64(flight.fixes.count - located)),
    ]
    if let first = flight.fixes.first, let last = flight.fixes.last {
      lines += moment("firstFix", first.time) + moment("lastFix", last.time)
      lines.append(number("geoidSeparationCm", Int64(first.geoidSeparationCm)))
    }
    let flights = flight.flights.map { "    {\n" + members($0) + "\n    }" }
    lines.append("  \"flights\": [\n" + flights.joined(separator: ",\n") + "\n  ]")
    return Array(("{\n" + lines.joined(separator: ",\n") + "\n}\n").utf8)
  }

  private func members(_ truth: FlightTruth) -> String {
    var lines = moment("movingFrom", truth.movingFrom) + moment("takeoff", truth.takeoff)
    if let release = truth.release { lines += moment("release", release) }
    if truth.hasLanded {
      lines += moment("landing", truth.landing) + moment("standstill", truth.standstill)
      lines.append(number("durationSeconds", truth.durationSeconds))
      lines.append(number("fixesDue", Int64(flight.fixes.due(in: truth).count)))
    }
    lines += [
      number("heightGainCm", Int64(truth.heightGainCm)),
      number("highestEllipsoidCm", Int64(truth.highestCm)),
      number("thermalsLeft", Int64(truth.thermalsLeft)),
      number("thermalsRight", Int64(truth.thermalsRight)),
    ]
    return lines.map { "    " + $0 }.joined(separator: ",\n")
  }

  private func text(_ key: String, _ value: String) -> String { "  \"\(key)\": \"\(value)\"" }
  private func number(_ key: String, _ value: Int64) -> String { "  \"\(key)\": \(value)" }
  private func moment(_ key: String, _ time: UTCInstant) -> [String] {
    [text(key, time.rfc3339), number(key + "Ms", time.milliseconds)]
  }
}
