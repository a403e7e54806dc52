package import FlightModel
package import JSON

/// Who flies what, with the names that flights have for it; the answer to `GET /v1/declaration`.
extension Declaration {
  package var json: JSONValue {
    [
      "pilot": .string(pilot), "crew": .string(crew), "glider_type": .string(gliderType),
      "registration": .string(registration), "competition_id": .string(competitionID),
      "competition_class": .string(competitionClass),
    ]
  }

  package init(json: JSONValue) throws(DocumentError) { try self.init(JSONReader(json)) }

  init(_ reader: JSONReader) throws(DocumentError) {
    self.init(
      pilot: try reader.text("pilot"), crew: try reader.text("crew"),
      gliderType: try reader.text("glider_type"), registration: try reader.text("registration"),
      competitionID: try reader.text("competition_id"),
      competitionClass: try reader.text("competition_class"))
  }
}
