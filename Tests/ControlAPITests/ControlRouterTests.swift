import ControlAPI
import ControlDoubles
import FlightModel
import JSON
import RecordingModel
import SyncContract
import Synchronization
import Testing

/// Answers with fixed values and remembers what it was asked.
private final class FakeService: RefusingService {
  let calls = Mutex<[String]>([])
  let refusal: ControlError?
  let brokenStream = Mutex(false)

  init(refusal: ControlError? = nil) { self.refusal = refusal }

  private func note(_ call: String) throws(ControlError) {
    calls.withLock { $0.append(call) }
    if let refusal { throw refusal }
  }

  func status() throws(ControlError) -> StatusDocument {
    try note("status")
    var history = ProblemHistory()
    return StatusDocument(facts: factsInFlight(), now: noon, history: &history)
  }
  func instruments(look: Bool) throws(ControlError) -> InstrumentsDocument {
    try note("instruments \(look)")
    return instrumentsInFlight()
  }
  func startRecording() throws(ControlError) -> RecordingStatus {
    try note("start")
    return factsInFlight().recording!
  }
  func stopRecording() throws(ControlError) -> StopResult {
    try note("stop")
    return .accepted(recordingID: 42)
  }
  func mark(text: String?) throws(ControlError) -> MarkResult {
    try note("mark \(text ?? "-")")
    return MarkResult(recordingID: 42, at: noon)
  }
  func flights(_ query: LogbookQuery) throws(ControlError) -> [FlightSummary] {
    try note("flights \(words(of: query))")
    return [factsInFlight().lastFlight!]
  }
  func totals(_ query: LogbookQuery) throws(ControlError) -> [LogbookTotals] {
    try note("totals \(words(of: query))")
    return [LogbookTotals(year: 2026)]
  }
  func fileContent(id: String) throws(ControlError) -> ByteStream {
    try note("file \(id)")
    return ByteStream(Array("name,code\r\n".utf8))
  }
  func flight(id: String) throws(ControlError) -> FlightSummary {
    try note("flight \(id)")
    return factsInFlight().lastFlight!
  }
  func open(_ table: ContractTable, id: String) throws(ControlError) -> Bool {
    try note("open \(table.rawValue) \(id)")
    return true
  }
  func declaration() throws(ControlError) -> Declaration {
    try note("declaration")
    return Declaration(pilot: "Ada")
  }
  func igc(id: String) throws(ControlError) -> ByteStream {
    try note("igc \(id)")
    if brokenStream.withLock({ $0 }) {
      return ByteStream { () throws(ControlError) in
        throw ControlError(.storageFailed, message: "card gone", hint: "replace it")
      }
    }
    return ByteStream(Array("AXBG\r\n".utf8))
  }
  func picture(id: String) throws(ControlError) -> ByteStream {
    try note("picture \(id)")
    return ByteStream(Array("<svg/>".utf8))
  }
  func telemetry(_ selection: TelemetrySelection) throws(ControlError) -> ByteStream {
    try note(
      "telemetry \(selection.recordingID ?? -1) \(selection.boardID ?? "-") "
        + "\(selection.from?.milliseconds ?? -1) \(selection.to?.milliseconds ?? -1) "
        + selection.format.rawValue)
    return ByteStream([])
  }
}

/// What a query says, in few words.
private func words(of query: LogbookQuery) -> String {
  let flags = [
    ("favorite", query.isFavorite), ("contest", query.isContest), ("unread", query.isUnread),
    ("here", query.isRecordedHere), ("opened", query.isOpened),
  ].compactMap { name, flag in flag.map { "\($0 ? "" : "not ")\(name)" } }
  let parts = [
    query.year.map(String.init), query.text, query.withOthers ? "others" : nil,
    query.order == .date ? nil : query.order.rawValue, query.isAscending ? "ascending" : nil,
    query.offset == 0 ? nil : "from \(query.offset)",
  ]
  return ([String(query.limit)] + flags + parts.compactMap { $0 }).joined(separator: " ")
}

@Suite struct ControlRouterTests {
  private func ask(
    _ method: String, _ path: String, service: FakeService = FakeService(),
    query: [String: String] = [:], body: String = "", mayChange: Bool = true
  ) throws -> (status: Int, text: String, calls: [String]) {
    let response = ControlRouter(service: service).respond(
      to: ControlRequest(
        method: method, path: path, query: query, body: Array(body.utf8), mayChange: mayChange))
    var bytes: [UInt8] = []
    switch response.body {
    case .bytes(let all): bytes = all
    case .stream(let stream): while let block = try stream.next() { bytes += block }
    }
    return (
      response.status, String(decoding: bytes, as: UTF8.self), service.calls.withLock { $0 }
    )
  }

  @Test(arguments: [
    ("GET", "/v1/status", "status", 200), ("POST", "/v1/record/start", "start", 201),
    ("POST", "/v1/record/stop", "stop", 202), ("POST", "/v1/record/mark", "mark -", 200),
    ("GET", "/v1/flights", "flights 50", 200), ("GET", "/v1/flights/0123ab", "flight 0123ab", 200),
    ("GET", "/v1/flights/totals", "totals 50", 200),
    ("GET", "/v1/declaration", "declaration", 200),
    ("GET", "/v1/files/0123ab/content", "file 0123ab", 200),
    ("GET", "/v1/flights/0123ab/igc", "igc 0123ab", 200),
    ("GET", "/v1/flights/0123ab/picture.svg", "picture 0123ab", 200),
    ("GET", "/v1/telemetry", "telemetry -1 - -1 -1 csv", 200),
    ("HEAD", "/v1/status", "status", 200), ("GET", "/v1/instruments", "instruments false", 200),
  ])
  func everyEndpointReachesItsMethod(method: String, path: String, call: String, status: Int) throws
  {
    let answer = try ask(method, path)
    #expect(answer.calls == [call])
    #expect(answer.status == status)
  }

  @Test(arguments: [
    "/", "/v1", "/v1/", "/v1/statuses", "/v1/status/", "/v2/status", "/v1/flights/",
    "/v1/flights/0",
    "/v1/flights/0123AB", "/v1/flights/../../x", "/v1/flights/0123/x", "/v1/flights/0123/igc/x",
    "/v1/record", "/v1/record/pause",
  ])
  func unknownPathsAreNotFound(path: String) throws {
    let answer = try ask("GET", path)
    #expect(answer.status == 404)
    #expect(answer.calls.isEmpty)
    #expect(ControlError(json: try JSONValue.parse(answer.text))?.code == .notFound)
  }

  @Test func aWrongMethodIsTold() throws {
    #expect(try ask("POST", "/v1/status").status == 405)
    #expect(try ask("GET", "/v1/record/stop").status == 405)
    #expect(try ask("DELETE", "/v1/flights/0123ab").status == 405)
  }

  @Test func lookingIsNotChanging() throws {
    for path in ["record/start", "record/stop", "record/mark", "rows/flights/open"] {
      let answer = try ask("POST", "/v1/\(path)", mayChange: false)
      #expect(answer.status == 403)
      #expect(answer.calls.isEmpty)
    }
    #expect(try ask("GET", "/v1/status", mayChange: false).status == 200)
  }

  @Test func flightsAndCompetitionsAreOpened() throws {
    for table in ["flights", "recentCompetitions"] {
      let answer = try ask("POST", "/v1/rows/\(table)/open", body: #"{"id":"x"}"#)
      #expect(answer.calls == ["open \(table) x"] && answer.status == 200)
      #expect(answer.text == "{\"opened\":true}\n")
      #expect(try ask("POST", "/v1/rows/\(table)/open", body: "{}").status == 400)
    }
    #expect(try ask("POST", "/v1/rows/tasks/open", body: #"{"id":"x"}"#).status == 404)
  }

  @Test func marksCarryAShortText() throws {
    #expect(try ask("POST", "/v1/record/mark", body: #"{"text":"wave"}"#).calls == ["mark wave"])
    let long = String(repeating: "x", count: 201)
    for body in ["{", "[]", "{\"text\":1}", "{\"text\":\"a\\nb\"}", "{\"text\":\"\(long)\"}"] {
      let answer = try ask("POST", "/v1/record/mark", body: body)
      #expect(answer.status == 400)
      #expect(answer.calls.isEmpty)
    }
  }

  @Test func selectionsAreChecked() throws {
    let good = try ask(
      "GET", "/v1/telemetry",
      query: [
        "recording": "7", "board": "b", "from": "1970-01-01T00:00:01Z",
        "to": "1970-01-01T00:00:02Z", "format": "jsonl",
      ])
    #expect(good.calls == ["telemetry 7 b 1000 2000 jsonl"])
    let wrong: [[String: String]] = [
      ["recording": "x"], ["recording": "-1"], ["format": "xml"], ["from": "yesterday"],
      ["from": "1970-01-01T00:00:02Z", "to": "1970-01-01T00:00:02Z"],
    ]
    for query in wrong {
      #expect(try ask("GET", "/v1/telemetry", query: query).status == 400)
    }
    let look = try ask("GET", "/v1/instruments", query: ["look": "1"])
    #expect(look.calls == ["instruments true"])
    #expect(try ask("GET", "/v1/flights", query: ["limit": "5"]).calls == ["flights 5"])
    #expect(try ask("GET", "/v1/flights", query: ["limit": "0"]).status == 400)
    #expect(
      try ask(
        "GET", "/v1/flights",
        query: [
          "favorite": "1", "contest": "0", "unread": "1", "recorded-here": "1", "year": "2026",
          "text": "Ada", "others": "1", "sort": "distance", "ascending": "1", "offset": "7",
        ]
      ).calls == [
        "flights 50 favorite not contest unread here 2026 Ada others distance ascending from 7"
      ])
    for (name, value) in [
      ("sort", "colour"), ("year", "12"), ("favorite", "yes"), ("offset", "-1"), ("unread", ""),
    ] {
      #expect(try ask("GET", "/v1/flights", query: [name: value]).status == 400, "\(name)=\(value)")
    }
  }

  @Test(arguments: ControlError.Code.allCases)
  func refusalsTravelWhole(code: ControlError.Code) throws {
    let refusal = ControlError(code, message: "no", hint: "do this")
    let answer = try ask("GET", "/v1/status", service: FakeService(refusal: refusal))
    #expect(answer.status == code.httpStatus)
    #expect(ControlError(json: try JSONValue.parse(answer.text)) == refusal)
  }

  @Test(arguments: [
    StopResult.finished(recordingID: 1, flightID: "ab", igcPath: "/x"),
    .finished(recordingID: 1, flightID: nil, igcPath: "/x"), .empty(recordingID: 2),
    .accepted(recordingID: 3),
  ])
  func stopResultsTravelWhole(result: StopResult) throws {
    #expect(try StopResult(json: result.json) == result)
  }

  @Test func aStreamThatCannotBeginIsAnErrorWithWords() throws {
    let service = FakeService()
    service.brokenStream.withLock { $0 = true }
    let answer = try ask("GET", "/v1/flights/0123ab/igc", service: service)
    #expect(answer.status == 507)
    #expect(ControlError(json: try JSONValue.parse(answer.text))?.message == "card gone")
  }

  @Test func accessIsForRootTheDaemonAndTheGroup() {
    let access = ControlAccess(ownUserID: 990, changeGroupID: 985)
    #expect(access.mayChange(userID: 0, groupIDs: []))
    #expect(access.mayChange(userID: 990, groupIDs: []))
    #expect(access.mayChange(userID: 1000, groupIDs: [1000, 985]))
    #expect(!access.mayChange(userID: 1000, groupIDs: [1000]))
  }
}
