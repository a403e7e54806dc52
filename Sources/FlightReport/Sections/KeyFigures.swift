import FlightAnalysis
import FlightModel
import FlightPicture

/// The figures that a pilot looks for first, as cards.
struct KeyFigures {
  let flight: ReportFlight
  private var units: ReadingUnits { flight.units }

  private struct Figure {
    var label: String
    var value: String
    var unit: String
    var note = ""
  }

  func write(to page: inout HTMLText) {
    let figures = distanceFigures + heightFigures
    guard !figures.isEmpty else { return }
    page.element("section", ["class": "figures", "aria-label": "Key figures"]) { page in
      page.element("dl") { page in for figure in figures { write(figure, to: &page) } }
    }
  }

  private func write(_ figure: Figure, to page: inout HTMLText) {
    page.element("div") { page in
      page.element("dt", text: figure.label)
      page.element("dd") { page in
        page.element("b", text: figure.value)
        page.element("small", text: " " + figure.unit)
        if !figure.note.isEmpty { page.element("span", text: figure.note) }
      }
    }
  }

  private var distanceFigures: [Figure] {
    let distances = flight.analysis.distances
    let longest = distances.fiveTurnpoints ?? distances.threeTurnpoints ?? distances.straight
    var figures: [Figure] = []
    if let longest {
      figures.append(
        Figure(
          label: "Distance", value: units.text(distance: longest.sphereM),
          unit: units.distance.name, note: turnpoints(longest)))
    }
    if let triangle = distances.faiTriangle ?? distances.triangle {
      let isFAI = distances.faiTriangle != nil
      figures.append(
        Figure(
          label: isFAI ? "FAI triangle" : "Triangle",
          value: units.text(distance: triangle.sphereM), unit: units.distance.name))
    }
    if let run = flight.analysis.bestTwoHours {
      figures.append(
        Figure(
          label: "Best two hours", value: units.text(speed: run.speedKmh / 3.6),
          unit: units.speed.name))
    }
    return figures
  }

  private func turnpoints(_ distance: FlightDistance) -> String {
    switch distance.points.count - 2 {
    case ...0: "straight"
    case 1: "one turnpoint"
    case let count: "\(count) turnpoints"
    }
  }

  private var heightFigures: [Figure] {
    let analysis = flight.analysis
    var figures: [Figure] = []
    if analysis.heightGainM > 0 {
      figures.append(
        Figure(
          label: "Height gain", value: units.text(height: analysis.heightGainM),
          unit: units.altitude.name))
    }
    if let highest = analysis.statistics.highestAltitudeM {
      figures.append(
        Figure(
          label: "Highest", value: units.text(height: highest), unit: units.altitude.name,
          note: flight.altitudeSource == .pressure ? "pressure altitude" : ""))
    }
    if let climb = analysis.circling.bestClimbMPerS {
      let circling = analysis.circling
      let count = circling.left + circling.right + circling.mixed
      figures.append(
        Figure(
          label: "Best climb", value: units.text(climb: climb), unit: units.vertical.name,
          note: count > 1 ? "of \(count) climbs" : ""))
    }
    return figures
  }
}
