import FlightModel
import JSON

/// A request as the router needs it, without the wire.
package struct ControlRequest: Equatable, Sendable {
  package var method: String
  /// Percent-decoded, without the query.
  package var path: String
  package var query: [String: String]
  package var body: [UInt8]
  /// Whether this caller may change things (`ControlAccess`).
  package var mayChange: Bool

  package init(
    method: String, path: String, query: [String: String] = [:], body: [UInt8] = [],
    mayChange: Bool
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.body = body
    self.mayChange = mayChange
  }
}

/// An answer without the wire.
package struct ControlResponse {
  /// What is sent.
  package enum Body {
    case bytes([UInt8])
    case stream(ByteStream)
  }

  package var status: Int
  package var contentType: String
  /// The methods that a path knows, for 405.
  package var allow: String?
  package var body: Body

  package init(status: Int, contentType: String, body: Body) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }

  /// A failure as JSON.
  package init(_ error: ControlError) {
    self.init(
      status: error.code.httpStatus, contentType: "application/json",
      body: .bytes(error.json.bytes() + [UInt8(ascii: "\n")]))
  }
}

/// Who may change things over the socket; whoever may open it may read.
package struct ControlAccess: Equatable, Sendable {
  /// The user that the daemon runs as.
  package var ownUserID: UInt32
  /// Members of this group may change; nil: every group.
  package var changeGroupID: UInt32?

  package init(ownUserID: UInt32, changeGroupID: UInt32?) {
    self.ownUserID = ownUserID
    self.changeGroupID = changeGroupID
  }

  /// Root, the daemon's own user and members of the group.
  package func mayChange(userID: UInt32, groupIDs: [UInt32]) -> Bool {
    if userID == 0 || userID == ownUserID { return true }
    return changeGroupID.map(groupIDs.contains) ?? true
  }
}

/// Turns requests into calls of the service and results into answers.
package struct ControlRouter: Sendable {
  let service: any ControlService

  package init(service: any ControlService) { self.service = service }

  /// The answer; a failure is an answer too.
  package func respond(to request: ControlRequest) -> ControlResponse {
    guard let endpoint = Endpoint(path: request.path) else {
      return Self.answer(
        ControlError(
          .notFound, message: "there is no such path",
          hint: "docs/api.md lists the paths; a flight id is 4 to 64 hexadecimal digits"))
    }
    let method = request.method == "HEAD" ? "GET" : request.method
    guard method == endpoint.method else {
      var response = Self.answer(
        ControlError(
          .methodNotAllowed, message: "this path takes \(endpoint.method)",
          hint: "use \(endpoint.method)"))
      response.allow = endpoint.method
      return response
    }
    guard !endpoint.isChange || request.mayChange else {
      return Self.answer(
        ControlError(
          .forbidden, message: "this user may look but not change anything",
          hint: "become a member of the socket's group, or use sudo"))
    }
    do throws(ControlError) {
      return try serve(endpoint, request)
    } catch {
      return Self.answer(error)
    }
  }

  private func serve(
    _ endpoint: Endpoint, _ request: ControlRequest
  ) throws(ControlError) -> ControlResponse {
    switch endpoint {
    case .status: return Self.answer(try service.status().json)
    case .ground, .startGround, .stopGround: return try serveGround(endpoint, request)
    case .instruments:
      return Self.answer(try service.instruments(look: request.query["look"] == "1").json)
    case .startRecording: return Self.answer(try service.startRecording().json, status: 201)
    case .stopRecording:
      let result = try service.stopRecording()
      if case .accepted = result { return Self.answer(result.json, status: 202) }
      return Self.answer(result.json)
    case .mark: return Self.answer(try service.mark(text: try markText(request.body)).json)
    case .flights, .flightTotals, .flight, .flightIGC, .flightPicture, .fileContent, .declaredTask,
      .declareTask, .declaration:
      return try serveLogbook(endpoint, request)
    case .telemetry:
      let selection = try telemetrySelection(request)
      return try Self.stream(
        try service.telemetry(selection),
        type: selection.format == .jsonl ? "application/jsonl" : "text/csv; charset=utf-8")
    case .events, .track, .flightReport, .page, .newPageToken:
      return try servePage(endpoint, request)
    case .rows, .changeRow, .openRow, .deleteRow, .rides, .ride:
      return try serveRows(endpoint, request)
    case .beginImport, .importBytes, .finishImport, .quarantine, .retryQuarantined,
      .discardQuarantined, .stickRefused:
      return try serveImport(endpoint, request)
    case .services, .connectService, .disconnectService, .uploadFlight, .flightUploads:
      return try serveServices(endpoint, request)
    case .catalogue, .catalogueContent, .fetch, .outdatedFiles:
      return try serveCatalogue(endpoint, request)
    default: return try serveSync(endpoint, request)
    }
  }

  /// The text of a mark: no body, or `{"text": "…"}` of at most 200 characters on one line.
  private func markText(_ body: [UInt8]) throws(ControlError) -> String? {
    if body.isEmpty { return nil }
    let json = try Self.json(body, hint: #"send {"text": "…"} or nothing"#)
    guard json.object != nil, json["text"] == nil || json["text"]?.string != nil else {
      throw ControlError(
        .badRequest, message: "the body has no text", hint: #"send {"text": "…"} or nothing"#)
    }
    guard let text = json["text"]?.string, !text.isEmpty else { return nil }
    guard text.unicodeScalars.count <= 200,
      text.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 })
    else {
      throw ControlError(
        .badRequest, message: "the text of a mark is one line of at most 200 characters",
        hint: "shorten it")
    }
    return text
  }

  private func telemetrySelection(
    _ request: ControlRequest
  ) throws(ControlError) -> TelemetrySelection {
    let name = request.query["format"] ?? "csv"
    guard let format = TelemetrySelection.Format(rawValue: name) else {
      throw Self.bad("format", "is csv, jsonl or vesc-tool")
    }
    let selection = TelemetrySelection(
      recordingID: try number("recording", of: request, in: 0...Int64.max),
      boardID: request.query["board"], from: try time("from", of: request),
      to: try time("to", of: request), format: format)
    if let from = selection.from, let to = selection.to, to <= from {
      throw Self.bad("to", "comes after from")
    }
    return selection
  }

  func number(
    _ name: String, of request: ControlRequest, in range: ClosedRange<Int64>
  ) throws(ControlError) -> Int64? {
    guard let text = request.query[name] else { return nil }
    guard let number = Int64(text), range.contains(number) else {
      let upper = range.upperBound == .max ? "upwards" : "to \(range.upperBound)"
      throw Self.bad(name, "is a whole number from \(range.lowerBound) \(upper)")
    }
    return number
  }

  private func time(
    _ name: String, of request: ControlRequest
  ) throws(ControlError) -> UTCInstant? {
    guard let text = request.query[name] else { return nil }
    guard let time = UTCInstant(rfc3339: text) else {
      throw Self.bad(name, "is a time like 2026-07-04T09:12:30Z")
    }
    return time
  }

  static func bad(_ name: String, _ rule: String) -> ControlError {
    ControlError(.badRequest, message: "\(name) \(rule)", hint: "correct \(name)")
  }

  static func answer(_ json: JSONValue, status: Int = 200) -> ControlResponse {
    ControlResponse(
      status: status, contentType: "application/json",
      body: .bytes(json.bytes() + [UInt8(ascii: "\n")]))
  }

  private static func answer(_ error: ControlError) -> ControlResponse {
    ControlResponse(error)
  }

  /// The first block is pulled before the answer begins, so that a failure to begin is an error with
  /// words and not a broken transfer.
  static func stream(
    _ stream: ByteStream, type: String
  ) throws(ControlError) -> ControlResponse {
    guard let first = try stream.next() else {
      return ControlResponse(status: 200, contentType: type, body: .bytes([]))
    }
    var waiting: [UInt8]? = first
    let whole = ByteStream { () throws(ControlError) in
      if let block = waiting {
        waiting = nil
        return block
      }
      return try stream.next()
    }
    return ControlResponse(status: 200, contentType: type, body: .stream(whole))
  }
}
