import Bytes
import FlightModel

/// The file `airports.csv` of OurAirports: the airfields in it, without heliports and what is closed.
package struct OurAirportsFile: Equatable, Sendable {
  /// More are not read; those beyond count as bad lines.
  package static let most = 500_000

  package var airfields: [Airfield] = []
  /// Heliports, and airfields that are closed.
  package var leftOutCount = 0

  /// Reads a file. It never fails; without the header line, which names the columns, every line is
  /// bad.
  package static func read(_ bytes: [UInt8]) -> (file: OurAirportsFile, badLines: BadLines) {
    var file = OurAirportsFile()
    var badLines = BadLines()
    var columns: AirportColumns?
    for line in TextLines(bytes) where !line.bytes.isEmpty {
      do throws(BadLine) {
        guard line.bytes.count <= TextLines.longest else { throw BadLine("too long") }
        let fields = CommaFields.split(line.bytes)
        if let columns {
          try file.take(fields, columns)
        } else {
          columns = try AirportColumns(header: fields)
        }
      } catch {
        badLines.add(line.number, error.reason)
      }
    }
    return (file, badLines)
  }

  private mutating func take(
    _ fields: [ArraySlice<UInt8>], _ columns: AirportColumns
  ) throws(BadLine) {
    if ["heliport", "closed", "closed_airport"].contains(try columns.kind(fields)) {
      leftOutCount += 1
      return
    }
    guard airfields.count < Self.most else { throw BadLine("too many airfields") }
    airfields.append(try columns.airfield(fields))
  }
}

/// Which field of a line is what.
private struct AirportColumns {
  private var kind: Int
  private var name: Int
  private var latitude: Int
  private var longitude: Int
  private var country: Int?
  /// The best code first.
  private var codes: [Int]

  init(header fields: [ArraySlice<UInt8>]) throws(BadLine) {
    let names = fields.map { LegacyText.decode($0).lowercased() }
    guard let kind = names.firstIndex(of: "type"), let name = names.firstIndex(of: "name"),
      let latitude = names.firstIndex(of: "latitude_deg"),
      let longitude = names.firstIndex(of: "longitude_deg")
    else { throw BadLine("the header names no type, name, latitude_deg and longitude_deg") }
    self.kind = kind
    self.name = name
    self.latitude = latitude
    self.longitude = longitude
    country = names.firstIndex(of: "iso_country")
    codes = ["icao_code", "gps_code", "ident"].compactMap(names.firstIndex)
  }

  func kind(_ fields: [ArraySlice<UInt8>]) throws(BadLine) -> String {
    guard kind < fields.count else { throw BadLine("the line is too short") }
    return LegacyText.decode(fields[kind])
  }

  func airfield(_ fields: [ArraySlice<UInt8>]) throws(BadLine) -> Airfield {
    func text(_ column: Int) -> String {
      column < fields.count ? LegacyText.decode(fields[column]) : ""
    }
    guard let latitude = DecimalText.parse(text(latitude)),
      let longitude = DecimalText.parse(text(longitude)),
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { throw BadLine("no position") }
    return Airfield(
      code: codes.lazy.map(text).first { !$0.isEmpty } ?? "", name: text(name),
      country: country.map(text) ?? "", position: position)
  }
}
