import JSON

/// Files from elsewhere.
extension ControlRouter {
  func serveImport(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .beginImport:
      let begun = try beginImport(request)
      if case .known = begun { return Self.answer(begun.json) }
      return Self.answer(begun.json, status: 201)
    case .importBytes:
      guard let id = request.query["id"],
        let offset = try number("offset", of: request, in: 0...Int64.max)
      else { throw Self.bad("id", "and offset say where the bytes belong") }
      return Self.answer([
        "bytes": .integer(try service.addToImport(id, offset: offset, request.body))
      ])
    case .quarantine: return Self.answer(QuarantinedFile.json(try service.quarantine()))
    case .retryQuarantined:
      return Self.answer(try service.retryQuarantined(id: try quarantineID(request.body)).json)
    case .discardQuarantined:
      try service.discardQuarantined(id: try quarantineID(request.body))
      return Self.answer(["discarded": true])
    case .stickRefused:
      try service.noteRefused(
        try document(request.body) { (json) throws(DocumentError) in try RefusedStick(json: json) })
      return Self.answer(["noted": true])
    default:
      let order = try document(request.body) { (json) throws(DocumentError) in
        try ImportOrder(json: json)
      }
      return Self.answer(try service.finishImport(order).json)
    }
  }

  private func beginImport(_ request: ControlRequest) throws(ControlError) -> ImportBegin {
    let bytes = try number("bytes", of: request, in: 1...Int64.max)
    guard let bytes else { throw Self.bad("bytes", "is the length of the file") }
    let hash = request.query["sha256"]
    guard hash.map({ $0.utf8.count == 64 && Endpoint.isID($0) }) ?? true else {
      throw Self.bad("sha256", "is 64 hexadecimal digits in lower case")
    }
    guard let origin = ImportOrigin(rawValue: request.query["from"] ?? "person") else {
      throw Self.bad("from", "is person or stick")
    }
    let name = request.query["name"] ?? ""
    guard name.utf8.count <= 255 else { throw Self.bad("name", "has at most 255 bytes") }
    return try service.beginImport(bytes: bytes, name: name, sha256: hash, origin: origin)
  }

  /// `{"id": "…"}` of a file in quarantine, whole or its beginning.
  private func quarantineID(_ body: [UInt8]) throws(ControlError) -> String {
    let hint = #"send {"id": "…"}; barograph quarantine list shows them"#
    guard let id = try Self.json(body, hint: hint)["id"]?.string, Endpoint.isID(id) else {
      throw ControlError(
        .badRequest, message: "id is 4 to 64 hexadecimal digits", hint: hint)
    }
    return id
  }

  private func document<Value>(
    _ body: [UInt8], _ read: (JSONValue) throws(DocumentError) -> Value
  ) throws(ControlError) -> Value {
    let hint = "docs/api.md lists the fields"
    let json = try Self.json(body, hint: hint)
    do throws(DocumentError) {
      return try read(json)
    } catch {
      throw ControlError(.badRequest, message: "\(error.field) \(error.cause)", hint: hint)
    }
  }
}
