import Bytes
import Elevation
import FlightModel

/// GeoJSON (RFC 7946): one feature with the track's line, cut where it crosses the antimeridian, and
/// the property `coordTimes` with the time of each position, nested as the positions are. Where the
/// ground is known, `heightsAboveGround` has the height at each position likewise.
struct GeoJSONWriter: TrackWriter {
  let passes: Int
  private let name: String
  private let declaration: Declaration
  private let altitude: ExportedAltitude
  private let ground: FlightGround?
  private let shape: Shape
  private var last: (fix: TrackFix, index: Int)?

  /// The geometry's type, with the brackets around its positions and around their times.
  private enum Shape: String {
    case none = "null"
    case point = "Point"
    case line = "LineString"
    case lines = "MultiLineString"
  }

  init(_ document: TrackDocument) {
    name = document.name
    declaration = document.declaration
    altitude = ExportedAltitude(document.fixes)
    ground = document.ground
    passes = ground == nil ? 2 : 3
    shape = Self.shape(of: document.fixes, document.fixes.exportedIndices)
  }

  private static func shape(of fixes: [TrackFix], _ chosen: [Int]) -> Shape {
    let isCut = zip(chosen, chosen.dropFirst())
      .contains { AntimeridianCut(from: fixes[$0], to: fixes[$1]) != nil }
    if isCut { return .lines }
    return chosen.isEmpty ? .none : chosen.count == 1 ? .point : .line
  }

  mutating func begin(_ pass: Int, _ bytes: inout [UInt8]) {
    last = nil
    if pass == 0 {
      bytes.append(text: "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\n")
      bytes.append(text: "\"geometry\":")
      if shape == .none { return bytes.append(text: "null") }
      bytes.append(text: "{\"type\":\"\(shape.rawValue)\",\"coordinates\":")
      bytes.append(text: shape == .lines ? "[[\n" : shape == .line ? "[\n" : "")
    } else {
      if pass == 1 { appendProperties(&bytes) }
      bytes.append(text: pass == 1 ? "\"coordTimes\":" : ",\n\"heightsAboveGround\":")
      bytes.append(text: shape == .lines ? "[[\n" : "[\n")
    }
  }

  mutating func write(_ fix: TrackFix, _ index: Int, _ pass: Int, _ bytes: inout [UInt8]) {
    if let last {
      bytes.append(text: ",\n")
      if let cut = AntimeridianCut(from: last.fix, to: fix) {
        append(cut.before, last.index, pass, &bytes)
        bytes.append(text: "],[\n")
        append(cut.after, index, pass, &bytes)
        bytes.append(text: ",\n")
      }
    }
    append(fix, index, pass, &bytes)
    last = (fix, index)
  }

  func end(_ pass: Int, _ bytes: inout [UInt8]) {
    if pass == 0 {
      bytes.append(text: shape == .lines ? "]]" : shape == .line ? "]" : "")
      bytes.append(text: shape == .none ? ",\n" : "},\n")
    } else {
      bytes.append(text: shape == .lines ? "]]" : "]")
      if pass == passes - 1 { bytes.append(text: "}}]}\n") }
    }
  }

  private func append(_ fix: TrackFix, _ index: Int, _ pass: Int, _ bytes: inout [UInt8]) {
    if pass == 1 { return bytes.append(text: "\"\(fix.time.rfc3339)\"") }
    if pass == 2 {
      let height = ground?.height(index).map { "\(Int(rounded: $0))" }
      return bytes.append(text: height ?? "null")
    }
    bytes.append(text: "[")
    bytes.append(degreesE7: fix.position.longitudeE7)
    bytes.append(ASCII.comma)
    bytes.append(degreesE7: fix.position.latitudeE7)
    if let metres = altitude.of(fix) { bytes.append(text: ",\(metres)") }
    bytes.append(text: "]")
  }

  private func appendProperties(_ bytes: inout [UInt8]) {
    let texts = [
      ("name", name), ("description", altitude.note), ("pilot", declaration.pilot),
      ("crew", declaration.crew), ("glider", declaration.gliderType),
      ("registration", declaration.registration), ("competitionId", declaration.competitionID),
      ("competitionClass", declaration.competitionClass),
    ]
    bytes.append(text: "\"properties\":{")
    for (key, text) in texts where !text.isEmpty {
      bytes.append(text: "\"\(key)\":")
      bytes.append(json: text)
      bytes.append(text: ",\n")
    }
  }
}

extension [UInt8] {
  /// A JSON string.
  fileprivate mutating func append(json text: String) {
    append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): self += [UInt8(ascii: "\\"), byte]
      case ..<0x20: append(text: "\\u00" + Hexadecimal.encode(CollectionOfOne(byte)))
      default: append(byte)
      }
    }
    append(UInt8(ascii: "\""))
  }
}
