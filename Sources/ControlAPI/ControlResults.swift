import FlightModel
package import JSON

extension RecordingStatus {
  /// Reads the answer to a start.
  package init(json: JSONValue) throws(DocumentError) { try self.init(JSONReader(json)) }
}

extension StopResult {
  /// The answer to a stop: `result` is `finished`, `empty` or `accepted`.
  package var json: JSONValue {
    switch self {
    case .finished(let recordingID, let flightID, let igcPath):
      [
        "result": "finished", "recording_id": .integer(recordingID),
        "flight_id": JSONValue(flightID), "igc_path": .string(igcPath),
      ]
    case .empty(let recordingID):
      [
        "result": "empty", "recording_id": .integer(recordingID), "flight_id": nil,
        "igc_path": nil,
      ]
    case .accepted(let recordingID):
      [
        "result": "accepted", "recording_id": .integer(recordingID), "flight_id": nil,
        "igc_path": nil,
      ]
    }
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    let recordingID = try reader.integer("recording_id")
    switch try reader.text("result") {
    case "finished":
      self = .finished(
        recordingID: recordingID, flightID: try reader.textIfAny("flight_id"),
        igcPath: try reader.text("igc_path"))
    case "empty": self = .empty(recordingID: recordingID)
    case "accepted": self = .accepted(recordingID: recordingID)
    default: throw DocumentError(field: "result", cause: "is not known")
    }
  }
}

extension MarkResult {
  package var json: JSONValue {
    ["recording_id": .integer(recordingID), "at": .string(at.rfc3339)]
  }

  package init(json: JSONValue) throws(DocumentError) {
    let reader = JSONReader(json)
    self.init(recordingID: try reader.integer("recording_id"), at: try reader.time("at"))
  }
}
