import Elevation
import FlightAnalysis
import FlightModel
import FlightPicture

/// The flight's statistics, its parts if there are several, and the engine's runs.
struct StatisticsSection {
  private static let mostRows = 50

  let flight: ReportFlight
  private var units: ReadingUnits { flight.units }

  func write(to page: inout HTMLText) {
    let statistics = heights + speeds + times
    if !statistics.isEmpty {
      page.element("section", ["class": "statistics"]) { page in
        page.element("h2", text: "Statistics")
        page.element("dl") { page in
          for (label, value) in statistics {
            page.element("div") { page in
              page.element("dt", text: label)
              page.element("dd", text: value)
            }
          }
        }
      }
    }
    writeParts(to: &page)
    writeEngine(to: &page)
  }

  private var heights: [(String, String)] {
    let statistics = flight.analysis.statistics
    return [
      ("Highest", statistics.highestAltitudeM.map { units.named(height: $0) }),
      ("Lowest", statistics.lowestAltitudeM.map { units.named(height: $0) }),
      ("Highest above ground", height(flight.facts.ground?.highest)),
      ("Lowest above ground on the way", height(flight.facts.ground?.lowest)),
      ("Strongest climb, 20 s", statistics.strongestClimbMPerS.map(units.named(climb:))),
      ("Strongest sink, 20 s", statistics.strongestSinkMPerS.map(units.named(climb:))),
    ].known
  }

  private var speeds: [(String, String)] {
    let statistics = flight.analysis.statistics
    return [
      ("Mean cruise speed", statistics.averageCruiseSpeedMPerS.map(units.named(speed:))),
      ("Fastest over ground", statistics.fastestGroundSpeedMPerS.map(units.named(speed:))),
      ("Glide ratio in cruise", statistics.glideRatio.map { ReportNumber.decimal($0, 1) }),
      ("Length of the track", statistics.trackLengthM.map(units.named(distance:))),
    ].known
  }

  private var times: [(String, String)] {
    let statistics = flight.analysis.statistics
    let parts = [
      ("Circling", statistics.circlingMs), ("Cruise", statistics.cruiseMs),
      ("Engine running", statistics.poweredMs),
    ].filter { $0.1 > 0 }.map { ($0.0, CalendarText.duration(milliseconds: $0.1)) }
    let release = flight.analysis.release.map { moment in
      let altitude = flight.altitude(moment.index).map { ", \(units.named(height: $0))" } ?? ""
      let ground = flight.facts.ground?.height(moment.index).map {
        ", \(units.named(height: $0)) above ground"
      }
      return (
        "Release",
        ReportNumber.time(moment.time, seconds: true) + " UTC" + altitude + (ground ?? "")
      )
    }
    let sport = flight.analysis.sport.map { ("Sport", $0.word) }
    return parts + [release, sport].compactMap { $0 }
  }

  /// A height above ground with its time.
  private func height(_ mark: FlightGround.Mark?) -> String? {
    mark.map { mark in
      let time = flight.fix(mark.index).map { ", \(ReportNumber.time($0.time)) UTC" } ?? ""
      return units.named(height: mark.heightM) + time
    }
  }

  private func writeParts(to page: inout HTMLText) {
    let parts = flight.analysis.parts
    guard parts.count > 1 else { return }
    var table = ReportTable(
      caption: "Take-offs and landings",
      columns: [
        .init(title: "No."), .init(title: "Take-off", unit: "UTC"),
        .init(title: "Landing", unit: "UTC"), .init(title: "Time"),
      ])
    for (index, part) in parts.prefix(Self.mostRows).enumerated() {
      let length = part.landing.flatMap { landing in
        part.takeoff.map { landing.time.milliseconds(since: $0.time) }
      }
      table.rows.append([
        .text("\(index + 1)"), .text(part.takeoff.clock), .text(part.landing.clock),
        .text(length.map { ReportNumber.clock(milliseconds: $0) } ?? ReportNumber.none),
      ])
    }
    page.element("section") { page in
      page.element("h2", text: "\(parts.count) flights in one file")
      table.write(to: &page)
    }
  }

  private func writeEngine(to page: inout HTMLText) {
    let runs = flight.analysis.engineRuns
    guard !runs.isEmpty else { return }
    var table = ReportTable(
      caption: "Runs of the engine",
      columns: [
        .init(title: "Start", unit: "UTC"), .init(title: "Time"),
        .init(title: "From – to", unit: units.altitude.name),
        .init(title: "Sensor", isNumber: false),
      ])
    for run in runs.prefix(Self.mostRows) {
      let ends = [run.fixes.lowerBound, run.fixes.upperBound]
      let times = ends.compactMap { flight.fix($0)?.time }
      let heights = ends.map { units.text(height: flight.altitude($0)) }
      guard times.count == 2 else { continue }
      table.rows.append([
        .text(ReportNumber.time(times[0], seconds: true)),
        .text(ReportNumber.clock(milliseconds: times[1].milliseconds(since: times[0]))),
        .text(heights.joined(separator: " – ")), .text(run.sensor.word),
      ])
    }
    page.element("section") { page in
      page.element("h2", text: "Engine")
      table.write(to: &page)
    }
  }
}

extension [(String, String?)] {
  /// Those that are known.
  fileprivate var known: [(String, String)] {
    compactMap { label, value in value.map { (label, $0) } }
  }
}

extension FlightMoment? {
  fileprivate var clock: String {
    map { ReportNumber.time($0.time, seconds: true) } ?? "not recorded"
  }
}

extension Sport {
  fileprivate var word: String {
    switch self {
    case .glider: "glider"
    case .paraglider: "paraglider"
    case .hangGlider: "hang glider"
    }
  }
}

extension EngineRun.Sensor {
  fileprivate var word: String {
    switch self {
    case .noise: "noise (ENL)"
    case .meansOfPropulsion: "propulsion (MOP)"
    case .revolutions: "revolutions (RPM)"
    }
  }
}
