import ControlAPI
import ControlDoubles
import FlightModel
import HTTPServer
import Linux
import RecordingModel
import Synchronization
import TestSupport

/// A ControlService with a given state, behind a real socket.
final class StubDaemon: RefusingService {
  struct State {
    var facts = factsInFlight()
    var instruments = StubDaemon.instrumentsInFlight()
    var refusal: ControlError?
    var stop = StopResult.finished(recordingID: 42, flightID: id, igcPath: "/igc/x.IGC")
    var igc = Array("AXBG0001\r\nLXBG end\r\n".utf8)
    /// Whether a stream breaks off before its end.
    var breaksOff = false
    /// Stands in for a document that was made long ago.
    var age: Int64 = 0
    var marks: [String?] = []
    var telemetry: TelemetrySelection?
    var page = PageFacts()
  }

  static let id = String(repeating: "0123456789abcdef", count: 4)
  let state = Mutex(State())
  let backup = Mutex(StubBackup())
  private let folder = TemporaryFolder()
  private let server = Mutex<UnixHTTPServer?>(nil)
  var socket: String { folder.file("s") }

  /// Starts to answer.
  func listen() throws {
    let router = ControlRouter(service: Unowned(service: self))
    let started = try UnixHTTPServer(path: socket) { request in
      HTTPResponse(router.respond(to: ControlRequest(request, mayChange: true)))
    }
    server.withLock { $0 = started }
  }

  deinit { server.withLock { $0 }?.shutdown() }

  private func checked() throws(ControlError) -> State {
    let state = self.state.withLock { $0 }
    if let refusal = state.refusal { throw refusal }
    return state
  }

  func status() throws(ControlError) -> StatusDocument {
    let state = try checked()
    var history = ProblemHistory()
    let began = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 51_000_000)
    _ = history.update(HealthRules().problems(of: state.facts), now: began)
    return StatusDocument(
      facts: state.facts, now: SystemClock.wall().advanced(byMilliseconds: -state.age),
      history: &history)
  }
  func page() throws(ControlError) -> PageFacts { try checked().page }
  func newPageToken() throws(ControlError) -> PageFacts {
    var page = try checked().page
    page.token = page.token.map { String($0.reversed()) }
    return page
  }
  func instruments(look: Bool) throws(ControlError) -> InstrumentsDocument {
    let state = try checked()
    var document = state.instruments
    document.generatedAt = SystemClock.wall().advanced(byMilliseconds: -state.age)
    return document
  }
  func startRecording() throws(ControlError) -> RecordingStatus {
    try checked().facts.recording!
  }
  func stopRecording() throws(ControlError) -> StopResult { try checked().stop }
  func mark(text: String?) throws(ControlError) -> MarkResult {
    _ = try checked()
    state.withLock { $0.marks.append(text) }
    return MarkResult(recordingID: 42, at: UTCInstant(milliseconds: 1_783_156_350_000))
  }
  func flights(_ query: LogbookQuery) throws(ControlError) -> [FlightSummary] {
    [try checked().facts.lastFlight!]
  }
  func flight(id: String) throws(ControlError) -> FlightSummary {
    let flight = try checked().facts.lastFlight!
    guard flight.id.hasPrefix(id) else {
      throw ControlError(
        .notFound, message: "no flight begins with \(id)", hint: "see: barograph flights list")
    }
    return flight
  }
  func igc(id: String) throws(ControlError) -> ByteStream {
    let state = try checked()
    var blocks = [state.igc.prefix(8), state.igc.dropFirst(8)]
    return ByteStream { () throws(ControlError) in
      if blocks.isEmpty { return nil }
      if blocks.count == 1, state.breaksOff {
        throw ControlError(.failed, message: "gone", hint: "")
      }
      return Array(blocks.removeFirst())
    }
  }
  func picture(id: String) throws(ControlError) -> ByteStream {
    _ = try checked()
    return ByteStream(Array("<svg/>".utf8))
  }
  func telemetry(_ selection: TelemetrySelection) throws(ControlError) -> ByteStream {
    _ = try checked()
    state.withLock { $0.telemetry = selection }
    return ByteStream(Array("a,b\n1,2\n".utf8))
  }
}

/// The server's handler must not keep the stub alive, or it would never be stopped.
final class Unowned: RefusingService {
  unowned let service: StubDaemon
  init(service: StubDaemon) { self.service = service }
  func status() throws(ControlError) -> StatusDocument { try service.status() }
  func page() throws(ControlError) -> PageFacts { try service.page() }
  func newPageToken() throws(ControlError) -> PageFacts { try service.newPageToken() }
  func instruments(look: Bool) throws(ControlError) -> InstrumentsDocument {
    try service.instruments(look: look)
  }
  func startRecording() throws(ControlError) -> RecordingStatus { try service.startRecording() }
  func stopRecording() throws(ControlError) -> StopResult { try service.stopRecording() }
  func mark(text: String?) throws(ControlError) -> MarkResult { try service.mark(text: text) }
  func flights(_ query: LogbookQuery) throws(ControlError) -> [FlightSummary] {
    try service.flights(query)
  }
  func flight(id: String) throws(ControlError) -> FlightSummary { try service.flight(id: id) }
  func igc(id: String) throws(ControlError) -> ByteStream { try service.igc(id: id) }
  func picture(id: String) throws(ControlError) -> ByteStream { try service.picture(id: id) }
  func telemetry(_ selection: TelemetrySelection) throws(ControlError) -> ByteStream {
    try service.telemetry(selection)
  }
}

extension ControlRequest {
  init(_ request: HTTPRequest, mayChange: Bool) {
    self.init(
      method: request.method, path: request.path,
      query: Dictionary(request.query.map { ($0.name, $0.value) }) { first, _ in first },
      body: request.body, mayChange: mayChange)
  }
}

extension HTTPResponse {
  init(_ response: ControlResponse) {
    let body: HTTPResponse.Body =
      switch response.body {
      case .bytes(let bytes): .bytes(bytes)
      case .stream(let stream): .stream { try stream.next() }
      }
    self.init(
      status: response.status, contentType: response.contentType,
      headers: response.allow.map { [("Allow", $0)] } ?? [], body: body)
  }
}
