package import FlightModel
import JSON

/// One of the last things that happened to the box.
package struct RecentEvent: Equatable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case recordingStart = "recording-start"
    case takeoff
    case landing
    case recordingEnd = "recording-end"
    case sourceLost = "source-lost"
    case sourceBack = "source-back"
    case fixLost = "fix-lost"
    case fixBack = "fix-back"
    case clockStep = "clock-step"
    case lowSupply = "low-supply"
    case supplyBack = "supply-back"
  }

  package var kind: Kind
  /// Nil while the box does not know the time.
  package var at: UTCInstant?
  /// Which source, where it is about one.
  package var subject: String?

  package init(_ kind: Kind, at: UTCInstant?, subject: String? = nil) {
    self.kind = kind
    self.at = at
    self.subject = subject
  }
}

extension RecentEvent {
  var json: JSONValue {
    ["kind": .string(kind.rawValue), "at": JSONValue(at), "subject": JSONValue(subject)]
  }

  /// Nil for a kind that a newer daemon knows.
  init?(_ reader: JSONReader) throws(DocumentError) {
    guard let kind = Kind(rawValue: try reader.text("kind")) else { return nil }
    self.init(kind, at: try reader.timeIfAny("at"), subject: try reader.textIfAny("subject"))
  }
}
