import FLARM
import JSON

/// Jobs at instruments on the ground.
extension ControlRouter {
  func serveGround(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .startGround:
      let id = try service.startGround(try groundRequest(request.body))
      return Self.answer(["instrument": .string(id)], status: 201)
    case .stopGround:
      try service.stopGround()
      return Self.answer(["stopping": true], status: 202)
    default:
      let number = try number("after", of: request, in: 0...Int64.max) ?? 0
      return Self.answer(try service.ground(after: Int(number)).json)
    }
  }

  private func groundRequest(_ body: [UInt8]) throws(ControlError) -> GroundRequest {
    let hint = "docs/api.md lists the jobs"
    let json = try Self.json(body, hint: hint)
    do throws(DocumentError) {
      return try GroundRequest(json: json)
    } catch {
      throw ControlError(
        .badRequest, message: "\(error.field) \(error.cause)", hint: hint)
    }
  }
}
