import FlightModel

/// Which field of a CUP file's waypoint lines is what.
struct WaypointColumns {
  /// Of a file without a header line.
  static let usual = WaypointColumns(
    order: [
      "name", "code", "country", "lat", "lon", "elev", "style", "rwdir", "rwlen", "freq", "desc",
    ]
  )

  private let indices: [String: Int]

  private init(order: [String]) {
    indices = Dictionary(zip(order, 0...)) { first, _ in first }
  }

  /// The columns that a header line tells; nil if the line is none.
  init?(header fields: [ArraySlice<UInt8>]) {
    let names = fields.map { LegacyText.decode($0).lowercased() }
    guard ["name", "lat", "lon"].allSatisfy(names.contains) else { return nil }
    self.init(order: names)
  }

  /// The waypoint of a line. It needs a position, and a name or a code; what else cannot be read is
  /// as if it were not there.
  func waypoint(_ fields: [ArraySlice<UInt8>]) throws(BadLine) -> Waypoint {
    func text(_ column: String) -> String {
      guard let index = indices[column], index < fields.count else { return "" }
      return LegacyText.decode(fields[index])
    }
    let latitude = text("lat")
    let longitude = text("lon")
    guard let position = CUPCoordinate.parse(latitude: latitude, longitude: longitude) else {
      throw BadLine("\"\(latitude.prefix(20))\", \"\(longitude.prefix(20))\" is no position")
    }
    let code = text("code")
    let name = text("name").isEmpty ? code : text("name")
    guard !name.isEmpty else { throw BadLine("the waypoint has no name") }
    return Waypoint(
      name: name, code: code, country: text("country"), position: position,
      elevationM: LengthText.parse(text("elev")),
      style: Int(text("style")).flatMap(WaypointStyle.init) ?? .unknown,
      runwayDirectionDeg: Self.direction(text("rwdir")),
      runwayLengthM: LengthText.parse(text("rwlen")).flatMap { $0 >= 0 ? $0 : nil },
      frequency: text("freq"), description: text("desc"))
  }

  /// Whole degrees; 360 is north. Places of paragliders have the half of a sector's angle behind it.
  private static func direction(_ text: String) -> Int? {
    guard let degrees = Int(text.prefix { $0.isASCII && $0.isNumber }), degrees <= 360 else {
      return nil
    }
    return degrees % 360
  }
}
