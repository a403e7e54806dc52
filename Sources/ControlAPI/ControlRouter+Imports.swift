import JSON

/// Ride logs from elsewhere.
extension ControlRouter {
  func serveImport(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .beginImport:
      let bytes = try number("bytes", of: request, in: 1...Int64.max)
      guard let bytes else { throw Self.bad("bytes", "is the length of the file") }
      return Self.answer(["id": .string(try service.beginImport(bytes: bytes))], status: 201)
    case .importBytes:
      guard let id = request.query["id"],
        let offset = try number("offset", of: request, in: 0...Int64.max)
      else { throw Self.bad("id", "and offset say where the bytes belong") }
      return Self.answer([
        "bytes": .integer(try service.addToImport(id, offset: offset, request.body))
      ])
    default: return Self.answer(try service.finishImport(try order(request.body)).json)
    }
  }

  private func order(_ body: [UInt8]) throws(ControlError) -> ImportOrder {
    let hint = "send an object with id and name, and what else is known"
    let json = try Self.json(body, hint: hint)
    do throws(DocumentError) {
      return try ImportOrder(json: json)
    } catch {
      throw ControlError(.badRequest, message: "\(error.field) \(error.cause)", hint: hint)
    }
  }
}
