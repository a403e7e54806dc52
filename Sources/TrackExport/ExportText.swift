import Bytes
import FlightModel

extension [UInt8] {
  /// Text in XML, escaped.
  mutating func append(xml text: String) { append(text: XMLText.escaped(text)) }

  /// An element that holds a text; nothing if the text is empty.
  mutating func append(element name: String, _ text: String, indent: String) {
    guard !text.isEmpty else { return }
    append(text: "\(indent)<\(name)>")
    append(xml: text)
    append(text: "</\(name)>\n")
  }

  /// Degrees with seven decimals, which is all that a Coordinate has.
  mutating func append(degreesE7 value: Int32) {
    if value < 0 { append(ASCII.minus) }
    append(decimal: value.magnitude / 10_000_000)
    append(ASCII.dot)
    append(decimal: value.magnitude % 10_000_000, width: 7)
  }

  /// RFC 3339 in UTC, with milliseconds only if there are any.
  mutating func append(_ time: UTCInstant) { append(text: time.rfc3339) }
}

extension Declaration {
  /// "Pilot and crew, glider, registration, competition id and class", as far as declared.
  var summary: String {
    [
      [pilot, crew].filter { !$0.isEmpty }.joined(separator: " and "), gliderType, registration,
      competitionID, competitionClass,
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Int {
  /// The nearest whole metre of a height that is within what heights are.
  init(rounded metres: Double) { self = Int(metres.rounded()) }
}
