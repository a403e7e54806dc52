import FlightAnalysis
import FlightModel
import FlightPicture
import Waypoints

/// The map with its legend, in which each layer can be switched off.
struct MapSection {
  let flight: ReportFlight

  /// Those that the map draws, in the order of its legend.
  private var shapes: [ReportShape] {
    let shapes = ReportShape.all(flight.analysis.distances).filter { $0.route(flight.facts) != nil }
    return FlightLayers.Route.Kind.allCases.flatMap { kind in shapes.filter { $0.kind == kind } }
  }

  private var hasTask: Bool { flight.facts.task?.points.isEmpty == false }

  func write(to page: inout HTMLText) {
    page.element("section", ["class": "map"]) { page in
      page.element("h2", text: "Track")
      page.element("figure") { page in
        for format in FlightPanels.Format.allCases {
          page.element("div", ["class": format.rawValue]) { page in
            page.verbatim(
              flight.panels.map(format, title: "The track from above", description: description))
          }
        }
        guard flight.panels.hasTrack else { return }
        page.element("figcaption", ["class": "legend"]) { page in
          writeClimb(to: &page)
          writeLayers(to: &page)
        }
      }
    }
  }

  private func writeClimb(to page: inout HTMLText) {
    page.element("div", ["class": "climb"]) { page in
      page.element("span", text: "sink")
      for (ink, from) in FlightPanels.climbClasses(in: flight.units.vertical) {
        page.element("span", ["class": "step"]) { page in
          page.element("i", ["style": "background:var(\(ink.property))"], text: "")
          page.element("small", text: from)
        }
      }
      page.element("span", text: "climb, \(flight.units.vertical.name)")
    }
  }

  private func writeLayers(to page: inout HTMLText) {
    guard hasTask || !shapes.isEmpty else { return }
    page.element("div", ["class": "layers"]) { page in
      if hasTask { writeLayer(.task, "Task", isShown: true, to: &page) }
      for shape in shapes {
        guard let kind = shape.kind else { continue }
        let length = flight.units.named(distance: shape.distance.sphereM)
        writeLayer(
          kind, "\(shape.name), \(length)", isShown: kind == shownFirst, to: &page)
      }
    }
  }

  private func writeLayer(
    _ kind: FlightLayers.Route.Kind, _ words: String, isShown: Bool, to page: inout HTMLText
  ) {
    page.element("label") { page in
      page.void(
        "input",
        isShown
          ? ["type": "checkbox", "id": "show-\(kind)", "checked": "checked"]
          : ["type": "checkbox", "id": "show-\(kind)"])
      page.verbatim(FlightPanels.swatch(kind))
      page.text(words)
    }
  }

  /// The shape that is shown until the reader chooses: a triangle if it is the greater part of what
  /// was flown, else the longest way.
  private var shownFirst: FlightLayers.Route.Kind? {
    let lengths = shapes.map { ($0.kind, $0.distance.sphereM) }
    let longest = lengths.filter { $0.0 != .triangle && $0.0 != .faiTriangle }.max { $0.1 < $1.1 }
    let triangle = lengths.first { $0.0 == .faiTriangle } ?? lengths.first { $0.0 == .triangle }
    if let triangle, triangle.1 > (longest?.1 ?? 0) / 2 { return triangle.0 }
    return longest?.0 ?? nil
  }

  private var description: String {
    var parts = ["The track, coloured by climb and sink, north up"]
    if !flight.facts.takeoffPlace.isEmpty {
      parts.append("take-off at \(flight.facts.takeoffPlace.cut(to: 80))")
    }
    if !flight.facts.landingPlace.isEmpty {
      parts.append("landing at \(flight.facts.landingPlace.cut(to: 80))")
    }
    if hasTask { parts.append("the task with its zones") }
    parts += shapes.map {
      "\($0.name.lowercased()) of \(flight.units.named(distance: $0.distance.sphereM))"
    }
    return parts.joined(separator: ", ") + "."
  }
}
