import JSON

/// Services on the internet.
extension ControlRouter {
  func serveServices(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .flightUploads(let id):
      return Self.answer(ServiceList.json(try service.uploads(ofFlight: id)))
    case .connectService:
      let (name, json) = try named(request.body)
      var fields: [String: String] = [:]
      for member in (json["fields"]?.object?.members ?? []).prefix(64) {
        fields[member.key] = member.value.string
      }
      return Self.answer(try service.connect(service: name, fields: fields).json)
    case .disconnectService:
      return Self.answer(try service.disconnect(service: try named(request.body).name).json)
    case .uploadFlight:
      let (name, json) = try named(request.body)
      guard let id = json["flight"]?.string, Endpoint.isID(id) else {
        throw ControlError(
          .badRequest, message: "the body names no flight", hint: "an id has 4 to 64 digits")
      }
      return Self.answer(try service.upload(flight: id, to: name).json)
    default: return Self.answer(ServiceList.json(try service.services()))
    }
  }

  private func named(_ body: [UInt8]) throws(ControlError) -> (name: String, json: JSONValue) {
    let hint = "send an object with service, the name of one"
    let json = try Self.json(body, hint: hint)
    guard let name = json["service"]?.string, (1...64).contains(name.utf8.count) else {
      throw ControlError(.badRequest, message: "the body names no service", hint: hint)
    }
    return (name, json)
  }
}
