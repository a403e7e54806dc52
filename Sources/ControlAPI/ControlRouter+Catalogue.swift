import JSON

/// What services give.
extension ControlRouter {
  func serveCatalogue(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .catalogueContent:
      let path = try cataloguePath(request.query["path"])
      return try Self.stream(
        try service.catalogueContent(of: path), type: "application/octet-stream")
    case .fetch:
      let json = try Self.json(request.body, hint: Self.pathHint)
      return Self.answer(try service.fetch(try cataloguePath(json["path"]?.string)).json)
    case .outdatedFiles: return Self.answer(OutdatedFile.json(try service.outdatedFiles()))
    default:
      let page = try number("page", of: request, in: 1...10_000) ?? 1
      let path = try cataloguePath(request.query["path"] ?? "")
      return Self.answer(try service.catalogue(at: path, page: Int(page)).json)
    }
  }

  private func cataloguePath(_ text: String?) throws(ControlError) -> String {
    guard let text, text.utf8.count <= 500 else {
      throw ControlError(.badRequest, message: "no path is given", hint: Self.pathHint)
    }
    return text
  }

  private static let pathHint = "a path is like weglide/flights/500001"
}
