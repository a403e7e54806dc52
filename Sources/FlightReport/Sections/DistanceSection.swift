import FlightAnalysis
import FlightModel
import FlightPicture

/// The best distances: a small map of each drawn shape, and a table of all.
struct DistanceSection {
  let flight: ReportFlight
  private var units: ReadingUnits { flight.units }

  func write(to page: inout HTMLText) {
    let shapes = ReportShape.all(flight.analysis.distances)
    guard !shapes.isEmpty || flight.analysis.bestTwoHours != nil else { return }
    page.element("section", ["class": "distances"]) { page in
      page.element("h2", text: "Distances")
      page.element("div", ["class": "insets"]) { page in
        for shape in shapes { writeInset(shape, to: &page) }
      }
      table(shapes).write(to: &page)
    }
  }

  private func writeInset(_ shape: ReportShape, to page: inout HTMLText) {
    guard let route = shape.route(flight.facts) else { return }
    page.element("figure") { page in
      page.verbatim(flight.panels.inset(route, title: "\(shape.name) over the track"))
      page.element("figcaption") { page in
        page.element("span", text: shape.name)
        page.element("b", text: units.text(distance: shape.distance.sphereM))
        page.element("small", text: " \(units.distance.name)")
      }
    }
  }

  private func table(_ shapes: [ReportShape]) -> ReportTable {
    let unit = units.distance.name
    var table = ReportTable(
      caption: "Best distances of the flight",
      columns: [
        .init(title: "Shape", isNumber: false), .init(title: "FAI sphere", unit: unit),
        .init(title: "WGS84", unit: unit), .init(title: "Legs", unit: unit, isNumber: false),
      ])
    for shape in shapes {
      table.rows.append(row(shape.name, shape.distance, legs(shape)))
    }
    if let run = flight.analysis.bestTwoHours {
      let speed = units.named(speed: run.speedKmh / 3.6)
      table.rows.append(row("Best two hours", run.distance, speed))
    }
    return table
  }

  private func row(
    _ name: String, _ distance: FlightDistance, _ note: String
  ) -> [ReportTable.Cell] {
    [
      .text(name), .text(units.text(distance: distance.sphereM, decimals: 3)),
      .text(units.text(distance: distance.wgs84M, decimals: 3)), .text(note),
    ]
  }

  /// The legs; of a triangle with their parts of the whole.
  private func legs(_ shape: ReportShape) -> String {
    let legs = shape.legs(flight.facts)
    let whole = legs.reduce(0, +)
    let isTriangle = shape.kind == .triangle || shape.kind == .faiTriangle
    return legs.map { leg in
      let length = units.text(distance: leg)
      return isTriangle && whole > 0 ? "\(length) (\(ReportNumber.percent(leg / whole)))" : length
    }.joined(separator: " + ")
  }
}
