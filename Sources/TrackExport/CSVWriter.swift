import Bytes
import Elevation
import FlightModel

/// CSV (RFC 4180): every fix of the flight, also the void ones, as it was recorded.
struct CSVWriter: TrackWriter {
  let passes = 1
  let needsSoundFixes = false
  private let ground: FlightGround?

  /// Names with units; `validity` is A or V as in IGC files.
  static let header =
    "time_utc,validity,latitude_deg,longitude_deg,gnss_altitude_m,pressure_altitude_m,"
    + "enl,mop,rpm,ground_elevation_m,height_above_ground_m\r\n"

  init(_ document: TrackDocument) { ground = document.ground }

  func begin(_ pass: Int, _ bytes: inout [UInt8]) { bytes.append(text: Self.header) }

  func write(_ fix: TrackFix, _ index: Int, _ pass: Int, _ bytes: inout [UInt8]) {
    if fix.time.isWritable { bytes.append(fix.time) }
    bytes.append(text: fix.isValid ? ",A," : ",V,")
    bytes.append(degreesE7: fix.position.latitudeE7)
    bytes.append(ASCII.comma)
    bytes.append(degreesE7: fix.position.longitudeE7)
    append(fix.gnssAltitudeM, &bytes)
    append(fix.pressureAltitudeM, &bytes)
    append(fix.engine.noiseLevel, &bytes)
    append(fix.engine.meansOfPropulsion, &bytes)
    append(fix.engine.revolutions, &bytes)
    append(ground?.elevation(index).map(Int.init(rounded:)), &bytes)
    append(ground?.height(index).map(Int.init(rounded:)), &bytes)
    bytes.append(ASCII.carriageReturn)
    bytes.append(ASCII.lineFeed)
  }

  func end(_ pass: Int, _ bytes: inout [UInt8]) {}

  private func append(_ value: (some BinaryInteger)?, _ bytes: inout [UInt8]) {
    bytes.append(ASCII.comma)
    if let value { bytes.append(decimal: value) }
  }
}
