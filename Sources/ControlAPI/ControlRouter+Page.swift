import JSON

/// What the page is made of.
extension ControlRouter {
  func servePage(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .events: return try Self.stream(try service.events(), type: "text/event-stream")
    case .track:
      let since = try number("since", of: request, in: 0...Int64.max) ?? 0
      return Self.answer(try service.track().json(since: since))
    case .flightReport(let id):
      return try Self.stream(try service.report(flight: id), type: "text/html; charset=utf-8")
    case .newPageToken: return Self.answer(try service.newPageToken().json, status: 201)
    default:
      var facts = try service.page()
      if !request.mayChange { facts.token = nil }
      return Self.answer(facts.json)
    }
  }
}
