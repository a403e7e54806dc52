/// The `Key=value` fields that tell a zone: of CUP files (`ObsZone=1,Style=1,R1=3000m,A1=45`), and of
/// the L records in which SeeYou, LXNAV and XCM loggers write the same (`OZ=0,…`).
struct ZoneFields {
  /// Of the point, as the line counts.
  var number: Int
  var zone: ObservationZone

  init(_ fields: [ArraySlice<UInt8>]) throws(BadLine) {
    var number: Int?
    var zone = ObservationZone(r1M: 0)
    var hasRadius = false
    for case let field? in fields.map(CUPField.init) {
      switch field.key {
      case "obszone", "oz": number = try field.count()
      case "r1": hasRadius = true; zone.r1M = try field.length()
      default: try zone.take(field)
      }
    }
    guard let number else { throw BadLine("the zone has no number") }
    guard hasRadius, zone.isSane else { throw BadLine("the zone has no usable radius and angles") }
    self.number = number
    self.zone = zone
  }
}

extension ObservationZone {
  /// Whether lengths and angles are such that a shape comes out.
  package var isSane: Bool {
    r1M > 0 && r1M <= 20_100_000 && r2M >= 0 && r2M <= 20_100_000 && (0...180).contains(a1Deg)
      && (0...180).contains(a2Deg) && (0..<360).contains(a12Deg)
  }

  /// Takes one field; a key that is not known is passed over.
  fileprivate mutating func take(_ field: CUPField) throws(BadLine) {
    switch field.key {
    case "style":
      guard let style = Direction(rawValue: try field.count()) else {
        throw BadLine("the zone's style is none of 0 to 4")
      }
      direction = style
    case "a1": a1Deg = try field.degrees()
    case "r2": r2M = try field.length()
    case "a2": a2Deg = try field.degrees()
    case "a12":
      let turned = try field.degrees().truncatingRemainder(dividingBy: 360)
      a12Deg = turned < 0 ? turned + 360 : turned
    case "line": isLine = field.isTrue
    case "aat": isAssignedArea = field.isTrue
    // Loggers write 0 for none.
    case "maxalt", "maxa": highestM = try Self.altitude(field)
    case "minalt", "mina": lowestM = try Self.altitude(field)
    default: break
    }
  }

  private static func altitude(_ field: CUPField) throws(BadLine) -> Double? {
    let metres = try field.length()
    return metres == 0 ? nil : metres
  }

  /// The fields behind the zone's number. What is the default is left out but for radius and angle.
  var cupFields: [String] {
    let fields: [String?] = [
      "Style=\(direction.rawValue)", "R1=" + LengthText.write(r1M, least: 0),
      "A1=" + DecimalText.write(a1Deg, places: 3),
      r2M > 0 ? "R2=" + LengthText.write(r2M, least: 0) : nil,
      r2M > 0 || a2Deg > 0 ? "A2=" + DecimalText.write(a2Deg, places: 3) : nil,
      a12Deg > 0 ? "A12=" + DecimalText.write(a12Deg, places: 3) : nil,
      isLine ? "Line=1" : nil, isAssignedArea ? "AAT=1" : nil,
      highestM.map { "MaxAlt=" + LengthText.write($0) },
      lowestM.map { "MinAlt=" + LengthText.write($0) },
    ]
    return fields.compactMap { $0 }
  }
}
