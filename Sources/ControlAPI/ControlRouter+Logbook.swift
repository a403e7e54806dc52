import JSON
import RecordingModel

// The logbook's paths.
extension ControlRouter {
  func serveLogbook(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .flights: return Self.answer(FlightList.json(try service.flights(try query(request))))
    case .flightTotals: return Self.answer(TotalsList.json(try service.totals(try query(request))))
    case .flightIGC(let id):
      return try Self.stream(try service.igc(id: id), type: "application/vnd.fai.igc")
    case .flightPicture(let id):
      return try Self.stream(try service.picture(id: id), type: "image/svg+xml")
    case .fileContent(let id):
      return try Self.stream(try service.fileContent(id: id), type: "application/octet-stream")
    case .flight(let id): return Self.answer(try service.flight(id: id).json)
    case .declaration: return Self.answer(try service.declaration().json)
    case .declareTask:
      let task = try service.declareTask(id: try taskID(request.body))
      return Self.answer(RecorderTaskDocument.json(task))
    default: return Self.answer(RecorderTaskDocument.json(try service.declaredTask()))
    }
  }

  private func query(_ request: ControlRequest) throws(ControlError) -> LogbookQuery {
    var query = LogbookQuery()
    query.year = try number("year", of: request, in: 1980...9999).map(Int.init)
    query.isFavorite = try flag("favorite", of: request)
    query.isContest = try flag("contest", of: request)
    query.isUnread = try flag("unread", of: request)
    query.isRecordedHere = try flag("recorded-here", of: request)
    query.isOpened = try flag("opened", of: request)
    query.withOthers = try flag("others", of: request) ?? false
    query.isAscending = try flag("ascending", of: request) ?? false
    query.text = request.query["text"]
    query.limit = Int(try number("limit", of: request, in: 1...1000) ?? 50)
    query.offset = Int(try number("offset", of: request, in: 0...10_000_000) ?? 0)
    if let word = request.query["sort"] {
      guard let order = LogbookQuery.Order(rawValue: word) else {
        throw Self.bad(
          "sort", "is one of \(LogbookQuery.Order.allCases.map(\.rawValue).joined(separator: ", "))"
        )
      }
      query.order = order
    }
    return query
  }

  /// The id of `{"id": "…"}`, nil of `{"id": null}`.
  private func taskID(_ body: [UInt8]) throws(ControlError) -> String? {
    let hint = #"send {"id": "…"}, or {"id": null} for none"#
    let json = try Self.json(body, hint: hint)
    guard let id = json["id"], id.isNull || id.string != nil else {
      throw ControlError(.badRequest, message: "the body names no task", hint: hint)
    }
    return id.string
  }

  private func flag(_ name: String, of request: ControlRequest) throws(ControlError) -> Bool? {
    switch request.query[name] {
    case nil: nil
    case "1": true
    case "0": false
    default: throw Self.bad(name, "is 1 or 0")
    }
  }
}
