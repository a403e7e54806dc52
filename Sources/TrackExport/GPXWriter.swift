import Bytes
import FlightModel

/// GPX 1.1: one track, a new segment after a pause of five minutes.
struct GPXWriter: TrackWriter {
  private static let pauseMs: Int64 = 300_000

  let passes = 1
  private let name: String
  private let declaration: Declaration
  private let altitude: ExportedAltitude
  private var last: UTCInstant?

  init(_ document: TrackDocument) {
    name = document.name
    declaration = document.declaration
    altitude = ExportedAltitude(document.fixes)
  }

  func begin(_ pass: Int, _ bytes: inout [UInt8]) {
    bytes.append(
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Barograph" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xsi:schemaLocation="http://www.topografix.com/GPX/1/1 \
        http://www.topografix.com/GPX/1/1/gpx.xsd">
        <metadata>

        """)
    bytes.append(element: "name", name, indent: "  ")
    bytes.append(element: "desc", altitude.note, indent: "  ")
    if !declaration.pilot.isEmpty {
      bytes.append(text: "  <author>\n")
      bytes.append(element: "name", declaration.pilot, indent: "    ")
      bytes.append(text: "  </author>\n")
    }
    bytes.append(text: "</metadata>\n<trk>\n")
    bytes.append(element: "name", name, indent: "  ")
    bytes.append(element: "desc", declaration.summary, indent: "  ")
  }

  mutating func write(_ fix: TrackFix, _ index: Int, _ pass: Int, _ bytes: inout [UInt8]) {
    if let last {
      if fix.time.milliseconds(since: last) > Self.pauseMs {
        bytes.append(text: "  </trkseg>\n  <trkseg>\n")
      }
    } else {
      bytes.append(text: "  <trkseg>\n")
    }
    last = fix.time
    // The schema has longitudes below 180 only.
    let east = fix.position.longitudeE7
    bytes.append(text: "    <trkpt lat=\"")
    bytes.append(degreesE7: fix.position.latitudeE7)
    bytes.append(text: "\" lon=\"")
    bytes.append(degreesE7: east == 1_800_000_000 ? -east : east)
    bytes.append(text: "\">")
    if let metres = altitude.of(fix) { bytes.append(text: "<ele>\(metres)</ele>") }
    bytes.append(text: "<time>")
    bytes.append(fix.time)
    bytes.append(text: "</time></trkpt>\n")
  }

  func end(_ pass: Int, _ bytes: inout [UInt8]) {
    if last != nil { bytes.append(text: "  </trkseg>\n") }
    bytes.append(text: "</trk>\n</gpx>\n")
  }
}
