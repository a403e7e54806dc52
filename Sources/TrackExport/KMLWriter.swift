import Bytes
import FlightModel

/// KML 2.2 with the track of its extension namespace: all times, then all positions.
struct KMLWriter: TrackWriter {
  let passes = 2
  private let name: String
  private let declaration: Declaration
  private let altitude: ExportedAltitude
  /// A track has an altitude at each position; one that is not known is as the one before.
  private var lastAltitudeM: Int32

  init(_ document: TrackDocument) {
    name = document.name
    declaration = document.declaration
    let altitude = ExportedAltitude(document.fixes)
    self.altitude = altitude
    lastAltitudeM = document.fixes.lazy.filter(\.isValid).compactMap { altitude.of($0) }.first ?? 0
  }

  func begin(_ pass: Int, _ bytes: inout [UInt8]) {
    guard pass == 0 else { return }
    bytes.append(
      text: """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document>

        """)
    bytes.append(element: "name", name, indent: "  ")
    bytes.append(element: "description", altitude.note, indent: "  ")
    bytes.append(
      text: """
          <Style id="track">
            <LineStyle><color>ff1e14b8</color><width>3</width></LineStyle>
          </Style>
          <Placemark>

        """)
    bytes.append(element: "name", name, indent: "    ")
    bytes.append(element: "description", declaration.summary, indent: "    ")
    bytes.append(text: "    <styleUrl>#track</styleUrl>\n    <gx:Track>\n")
    let mode = altitude.source == .none ? "clampToGround" : "absolute"
    bytes.append(element: "altitudeMode", mode, indent: "      ")
  }

  mutating func write(_ fix: TrackFix, _ index: Int, _ pass: Int, _ bytes: inout [UInt8]) {
    guard pass == 1 else {
      bytes.append(text: "      <when>")
      bytes.append(fix.time)
      bytes.append(text: "</when>\n")
      return
    }
    lastAltitudeM = altitude.of(fix) ?? lastAltitudeM
    bytes.append(text: "      <gx:coord>")
    bytes.append(degreesE7: fix.position.longitudeE7)
    bytes.append(ASCII.space)
    bytes.append(degreesE7: fix.position.latitudeE7)
    bytes.append(text: " \(lastAltitudeM)</gx:coord>\n")
  }

  func end(_ pass: Int, _ bytes: inout [UInt8]) {
    guard pass == 1 else { return }
    bytes.append(text: "    </gx:Track>\n  </Placemark>\n</Document>\n</kml>\n")
  }
}
