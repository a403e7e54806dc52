import Diagnosis
import JSON

/// A JSON document without what is private: some fields go as a whole, texts are redacted, and
/// numbers stay, so that it is a document still.
struct RedactedJSON {
  let redaction: Redaction

  /// Positions, people, accounts, names of files that people chose.
  private static let removed: Set<String> = [
    "latitude_deg", "longitude_deg", "ellipsoid_altitude_m", "mean_sea_altitude_m",
    "pressure_altitude_m", "account_id", "server", "messages", "last_flight", "last", "nearby",
    "serial_number",
  ]

  func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(redaction.redacted(text))
    case .array(let items): .array(items.map(redacted))
    case .object(let object): .object(redacted(object))
    default: value
    }
  }

  private func redacted(_ object: JSONObject) -> JSONObject {
    object.members.reduce(into: JSONObject()) { result, member in
      let isRemoved = Self.removed.contains(member.key) && !member.value.isNull
      result[redaction.redacted(member.key)] =
        isRemoved ? "[removed]" : redacted(member.value)
    }
  }
}
