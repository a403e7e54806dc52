import Bytes
import FlightAnalysis
import FlightModel
import FlightPicture

/// One flight as an HTML page that needs nothing else: no network, no script, no font.
package enum ReportPage {
  /// The page's bytes (UTF-8), well-formed as XML too; below 400 kB however long the flight. What is
  /// not known is left out.
  package static func html(_ facts: ReportFacts) -> [UInt8] {
    let flight = ReportFlight(facts)
    var page = HTMLText()
    page.verbatim(Array("<!DOCTYPE html>\n".utf8))
    page.element("html", ["xmlns": "http://www.w3.org/1999/xhtml", "lang": "en"]) { page in
      page.element("head") { page in writeHead(flight, to: &page) }
      page.element("body") { page in
        ReportHead(flight: flight).write(to: &page)
        page.element("main", ["class": "column"]) { page in writeParts(flight, to: &page) }
        writeFoot(flight, to: &page)
      }
    }
    return page.bytes
  }

  private static func writeHead(_ flight: ReportFlight, to page: inout HTMLText) {
    page.void("meta", ["charset": "utf-8"])
    page.void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    page.void("meta", ["name": "color-scheme", "content": "light dark"])
    page.element("title", text: ReportHead.title(flight))
    page.element("style") { page in page.verbatim(Array(ReportStyle.text.utf8)) }
  }

  private static func writeParts(_ flight: ReportFlight, to page: inout HTMLText) {
    KeyFigures(flight: flight).write(to: &page)
    MapSection(flight: flight).write(to: &page)
    BarogramSection(flight: flight).write(to: &page)
    TaskSection(flight: flight).write(to: &page)
    DistanceSection(flight: flight).write(to: &page)
    ThermalSection(flight: flight).write(to: &page)
    StatisticsSection(flight: flight).write(to: &page)
    writeComments(flight.facts.comments, to: &page)
  }

  /// A paragraph for each line, of the first 20,000 characters.
  private static func writeComments(_ comments: String, to page: inout HTMLText) {
    let lines = comments.cut(to: 20_000).split { $0.isNewline }.prefix(300)
    guard !lines.isEmpty else { return }
    page.element("section", ["class": "comments"]) { page in
      page.element("h2", text: "Comments")
      for line in lines {
        page.element("p") { $0.paragraph(String(line)) }
      }
    }
  }

  private static func writeFoot(_ flight: ReportFlight, to page: inout HTMLText) {
    let sound = flight.facts.fixes.scoringIndices.count
    page.element("footer", ["class": "column"]) { page in
      page.element("p") { page in
        page.text("Made by Barograph from \(sound == 1 ? "one fix" : "\(sound) fixes"). ")
        page.text("All times are UTC. ")
        page.text("Distances are on the FAI sphere of 6371 km unless it says WGS84; ")
        page.text("speeds are over the ground. \(flight.altitudeNote)\(flight.groundNote)")
      }
    }
  }
}
