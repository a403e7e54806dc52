import FlightAnalysis
import FlightModel
import FlightPicture

/// The climbs, one a row.
struct ThermalSection {
  /// More rows than this nobody reads.
  private static let mostRows = 150

  let flight: ReportFlight
  private var units: ReadingUnits { flight.units }

  func write(to page: inout HTMLText) {
    let climbs = flight.climbs
    guard !climbs.isEmpty else { return }
    page.element("section", ["class": "thermals"]) { page in
      page.element("h2", text: "Circling")
      page.element("p", ["class": "lead"], text: summary)
      table(climbs.prefix(Self.mostRows)).write(to: &page)
      if climbs.count > Self.mostRows {
        page.element("p", text: "And \(climbs.count - Self.mostRows) more.")
      }
    }
  }

  private var summary: String {
    let circling = flight.analysis.circling
    let counts = [
      (circling.left, "to the left"), (circling.right, "to the right"),
      (circling.mixed, "both ways"),
    ].filter { $0.0 > 0 }.map { "\($0) \($1)" }
    let climbs = counts.isEmpty ? "" : "Climbs: " + counts.joined(separator: ", ") + ". "
    return climbs + "Circling took \(ReportNumber.percent(circling.share)) of the flight."
  }

  private func table(
    _ climbs: ArraySlice<(turn: FlightPhase.Turn, phase: FlightPhase)>
  ) -> ReportTable {
    var table = ReportTable(
      caption: "Circling in the order of flight",
      columns: [
        .init(title: "No.", isNumber: false, isExtra: true), .init(title: "Start", unit: "UTC"),
        .init(title: "Time"),
        .init(title: "Gain", unit: units.altitude.name),
        .init(title: "Climb", unit: units.vertical.name),
        .init(title: "Turn", isNumber: false),
        .init(title: "From – to", unit: units.altitude.name),
      ])
    let best = climbs.map { abs($0.phase.climbMPerS) }.max() ?? 0
    for (index, (turn, phase)) in climbs.enumerated() {
      let climb = phase.climbMPerS
      let (low, high) = (phase.fixes.lowerBound, phase.fixes.upperBound)
      let start = flight.fix(low)?.time
      table.rows.append([
        .text("\(index + 1)"), .text(start.map { ReportNumber.time($0) } ?? ReportNumber.none),
        .text(ReportNumber.clock(milliseconds: phase.durationMs)),
        .text(units.text(height: phase.heightChangeM)),
        .bar(
          units.text(climb: climb), share: best > 0 ? max(0, climb) / best : 0,
          FlightPanels.climbInk(climb)),
        .text(turn.word), .text("\(altitude(low)) – \(altitude(high))"),
      ])
    }
    return table
  }

  private func altitude(_ index: Int) -> String {
    units.text(height: flight.altitude(index))
  }
}

extension FlightPhase.Turn {
  fileprivate var word: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .mixed: "both"
    }
  }
}
