import FlightModel
import JSON

/// A status document as it is sent to those who watch, with everything that tells one from the next.
package struct StatusEvent: Equatable, Sendable {
  /// How often a document is sent although nothing has changed, ms.
  package static let quietMs: Int64 = 5000

  private let document: StatusDocument
  private let build: String
  /// The document without what changes by itself.
  private let substance: JSONValue

  /// `build` names the page's content.
  package init(_ document: StatusDocument, build: String) {
    var document = document
    // Two intervals and one second more, as in every status document.
    if document.facts?.recording == nil {
      document.expiresAt = document.generatedAt.advanced(byMilliseconds: 2 * Self.quietMs + 1000)
    }
    self.document = document
    self.build = build
    substance = document.json.withoutDrift
  }

  /// Whether it has to be sent to those who have `other`: something is recorded, or has changed.
  package func isNews(after other: StatusEvent) -> Bool {
    document.facts?.recording != nil || substance != other.substance
  }

  /// The event on the wire, with its number (WHATWG HTML, 9.2).
  package func bytes(number: UInt64) -> [UInt8] {
    var json = document.json
    if case .object(var object) = json {
      object["build"] = .string(build)
      json = .object(object)
    }
    return Array("id: \(number)\nevent: status\ndata: ".utf8) + json.bytes() + Array("\n\n".utf8)
  }
}

extension JSONValue {
  /// Without times, ages, free space and the box's figures, which drift from one document to the next.
  fileprivate var withoutDrift: JSONValue {
    switch self {
    case .array(let values): return .array(values.map(\.withoutDrift))
    case .object(let object):
      var kept = JSONObject()
      for member in object.members where !Self.drifts(member.key) {
        kept[member.key] = member.value.withoutDrift
      }
      return .object(kept)
    default: return self
    }
  }

  private static func drifts(_ key: String) -> Bool {
    key.hasSuffix("age_s") || drifting.contains(key)
  }

  private static let drifting: Set<String> = [
    "generated_at", "expires_at", "uptime_s", "next_s", "free_bytes", "database_bytes",
    "hours_left", "host",
  ]
}
