import FlightAnalysis
import FlightModel
import FlightPicture

/// The head of the page: when, who, what, from where to where.
struct ReportHead {
  let flight: ReportFlight

  func write(to page: inout HTMLText) {
    page.element("header", ["class": "hero"]) { page in
      if flight.panels.hasTrack { page.verbatim(flight.panels.silhouette()) }
      page.element("div", ["class": "column"]) { page in
        page.element("p", ["class": "eyebrow"], text: flight.facts.title)
        page.element("h1", text: heading)
        if !crew.isEmpty { page.element("p", ["class": "crew"], text: crew) }
        writeWay(to: &page)
      }
    }
  }

  /// The title of the page: pilot and date as far as known.
  static func title(_ flight: ReportFlight) -> String {
    let parts = [
      flight.facts.declaration.pilot, flight.date.map { CalendarText.date($0) } ?? "",
      flight.facts.title,
    ].filter { !$0.isEmpty }
    return parts.isEmpty ? "Flight" : parts.joined(separator: ", ")
  }

  private var heading: String { flight.date.map { CalendarText.date($0) } ?? "Flight" }

  private var crew: String {
    let declared = flight.facts.declaration
    let people = [declared.pilot, declared.crew].filter { !$0.isEmpty }.joined(separator: " and ")
    let glider = [declared.gliderType, declared.registration, declared.competitionID]
      .filter { !$0.isEmpty }.joined(separator: " ")
    return [people, glider, declared.competitionClass].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }

  private func writeWay(to page: inout HTMLText) {
    guard flight.takeoffTime != nil || flight.landingTime != nil else { return }
    page.element("dl", ["class": "way"]) { page in
      writeEnd("Take-off", flight.takeoffTime, flight.facts.takeoffPlace, to: &page)
      if flight.analysis.durationMs > 0 {
        page.element("div", ["class": "between"]) { page in
          page.element("dt", text: "Duration")
          page.element(
            "dd", text: CalendarText.duration(milliseconds: flight.analysis.durationMs))
        }
      }
      writeEnd("Landing", flight.landingTime, flight.facts.landingPlace, to: &page)
    }
  }

  private func writeEnd(
    _ word: String, _ time: UTCInstant?, _ place: String, to page: inout HTMLText
  ) {
    page.element("div") { page in
      page.element("dt", text: word)
      page.element("dd") { page in
        page.element("b", text: time.map { ReportNumber.time($0) + " UTC" } ?? "not recorded")
        if !place.isEmpty { page.element("span", text: place) }
      }
    }
  }
}
