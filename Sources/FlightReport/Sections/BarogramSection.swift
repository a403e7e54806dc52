import FlightAnalysis
import FlightModel
import FlightPicture

/// The barogram with its legend.
struct BarogramSection {
  let flight: ReportFlight

  func write(to page: inout HTMLText) {
    guard flight.panels.hasTrack else { return }
    page.element("section", ["class": "barogram"]) { page in
      page.element("h2", text: "Barogram")
      page.element("figure") { page in
        for format in FlightPanels.Format.allCases {
          page.element("div", ["class": format.rawValue]) { page in
            page.verbatim(
              flight.panels.barogram(
                format, title: "Altitude over time", description: description))
          }
        }
        page.element("figcaption", ["class": "legend"]) { page in
          page.element("div", ["class": "keys"]) { page in writeKeys(to: &page) }
        }
      }
    }
  }

  private func writeKeys(to page: inout HTMLText) {
    let lines = [
      (flight.panels.hasGNSSAltitude, "GNSS altitude", Ink.gnss),
      (flight.panels.hasPressureAltitude, "pressure altitude (1013.25 hPa)", Ink.pressure),
      (flight.panels.hasGround, "ground", Ink.ground),
    ]
    for (isDrawn, words, ink) in lines where isDrawn {
      writeKey("line", words, ink, to: &page)
    }
    let kinds = Set(flight.analysis.phases.compactMap(\.kind.drawn))
    for kind in FlightLayers.Phase.Kind.allCases where kinds.contains(kind) {
      writeKey(kind.rawValue, kind.words, kind.ink, to: &page)
    }
  }

  private func writeKey(_ name: String, _ words: String, _ ink: Ink, to page: inout HTMLText) {
    page.element("span", ["class": "key \(name)"]) { page in
      page.element("i", ["style": "background:var(\(ink.property))"], text: "")
      page.text(words)
    }
  }

  private var description: String {
    let statistics = flight.analysis.statistics
    var parts: [String] = []
    if let low = statistics.lowestAltitudeM, let high = statistics.highestAltitudeM {
      let ends = [low, high].map { flight.units.named(height: $0) }
      parts.append("Between \(ends[0]) and \(ends[1])")
    }
    if let start = flight.takeoffTime { parts.append("take-off \(ReportNumber.time(start)) UTC") }
    if let end = flight.landingTime { parts.append("landing \(ReportNumber.time(end)) UTC") }
    parts.append("\(flight.climbs.count) times circling")
    return parts.joined(separator: ", ") + "."
  }
}

extension FlightLayers.Phase.Kind {
  /// As the legend calls it.
  fileprivate var words: String {
    switch self {
    case .launch: "launch"
    case .left: "circling left"
    case .right: "circling right"
    case .mixed: "circling both ways"
    case .powered: "engine"
    }
  }
}
