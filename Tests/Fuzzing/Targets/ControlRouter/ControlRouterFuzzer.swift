import ControlAPI
import FlightModel
import FuzzDriver
import JSON
import RecordingModel
import SyncContract

/// Requests to the control socket. The input is method, path and query on lines of their own, then
/// the body.
@main
enum ControlRouterFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let parts = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
      let texts = parts.map { String(decoding: $0, as: UTF8.self) }
      guard texts.count == 4 else { return }
      var query: [String: String] = [:]
      for pair in texts[2].split(separator: "&") {
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map(String.init)
        query[halves[0]] = halves.count == 2 ? halves[1] : ""
      }
      let request = ControlRequest(
        method: texts[0], path: texts[1], query: query, body: Array(parts[3]),
        mayChange: !texts[0].hasSuffix("!"))
      let answer = ControlRouter(service: EmptyBox()).respond(to: request)
      Fuzzer.expect((200..<600).contains(answer.status), "no status of HTTP")
      if case .stream(let stream) = answer.body { _ = try? stream.next() }
    }
  }
}

/// A service that has nothing and agrees to everything.
struct EmptyBox: ControlService {
  private static let now = UTCInstant(milliseconds: 1_784_030_400_000)

  func status() throws(ControlError) -> StatusDocument {
    var history = ProblemHistory()
    let facts = StatusFacts(
      state: .idle, version: "0", uptimeS: 1, policy: "auto", storage: StorageStatus(directory: "/")
    )
    return StatusDocument(facts: facts, now: Self.now, history: &history)
  }
  func startGround(_ request: GroundRequest) throws(ControlError) -> String {
    // What is understood is told back the same.
    let again = try? GroundRequest(json: request.json)
    Fuzzer.expect(again?.json == request.json, "a request for the ground reads back differently")
    return "id"
  }
  func ground(after number: Int) throws(ControlError) -> GroundPage {
    GroundPage(isRunning: false, next: number, reports: [])
  }
  func stopGround() throws(ControlError) {}
  func events() throws(ControlError) -> ByteStream { ByteStream([]) }
  func track() throws(ControlError) -> TrackDocument {
    TrackDocument(subject: nil, track: ThinnedTrack())
  }
  func report(flight id: String) throws(ControlError) -> ByteStream { ByteStream([]) }
  func page() throws(ControlError) -> PageFacts { PageFacts(token: "secret") }
  func newPageToken() throws(ControlError) -> PageFacts { PageFacts() }
  func instruments(look: Bool) throws(ControlError) -> InstrumentsDocument {
    InstrumentsDocument(
      generatedAt: Self.now, instruments: [], bluetooth: AdapterFacts(state: "off"))
  }
  func services() throws(ControlError) -> [ServiceFacts] { [] }
  func connect(
    service: String, fields: [String: String]
  ) throws(ControlError) -> ServiceFacts {
    Fuzzer.expect(fields.count <= 64, "too many fields")
    return ServiceFacts(name: service, title: service, state: .ready)
  }
  func disconnect(service: String) throws(ControlError) -> ServiceFacts {
    ServiceFacts(name: service, title: service, state: .notConnected)
  }
  func upload(flight id: String, to service: String) throws(ControlError) -> UploadFacts {
    Fuzzer.expect(Endpoint.isID(id), "a bad id passed")
    return UploadFacts(service: service, title: service, state: .waiting)
  }
  func uploads(ofFlight id: String) throws(ControlError) -> [UploadFacts] { [] }
  func catalogue(at path: String, page: Int) throws(ControlError) -> CatalogueDocument {
    Fuzzer.expect(
      path.utf8.count <= 500 && (1...10_000).contains(page), "a bad path or page passed")
    return CatalogueDocument([])
  }
  func catalogueContent(of path: String) throws(ControlError) -> ByteStream { ByteStream([]) }
  func fetch(_ path: String) throws(ControlError) -> ImportResult {
    Fuzzer.expect(path.utf8.count <= 500, "a bad path passed")
    return ImportResult(wasKnown: false, boards: [])
  }
  func outdatedFiles() throws(ControlError) -> [OutdatedFile] { [] }
  func declaredTask() throws(ControlError) -> RecorderTask? { nil }
  func declareTask(id: String?) throws(ControlError) -> RecorderTask? { nil }
  func startRecording() throws(ControlError) -> RecordingStatus {
    RecordingStatus(
      id: 1, kind: "flight", phase: "ground", startedAt: Self.now, elapsedS: 0, fixes: 0)
  }
  func stopRecording() throws(ControlError) -> StopResult { .empty(recordingID: 1) }
  func mark(text: String?) throws(ControlError) -> MarkResult {
    Fuzzer.expect(text.map { $0.count <= 200 && !$0.contains("\n") } ?? true, "a bad mark passed")
    return MarkResult(recordingID: 1, at: Self.now)
  }
  func flights(_ query: LogbookQuery) throws(ControlError) -> [FlightSummary] {
    Fuzzer.expect((1...1000).contains(query.limit), "a bad limit passed")
    return []
  }
  func totals(_ query: LogbookQuery) throws(ControlError) -> [LogbookTotals] { [] }
  func fileContent(id: String) throws(ControlError) -> ByteStream { throw nothing(id) }
  func flight(id: String) throws(ControlError) -> FlightSummary { throw nothing(id) }
  func declaration() throws(ControlError) -> Declaration { Declaration() }
  func igc(id: String) throws(ControlError) -> ByteStream { throw nothing(id) }
  func picture(id: String) throws(ControlError) -> ByteStream { throw nothing(id) }
  func telemetry(_ selection: TelemetrySelection) throws(ControlError) -> ByteStream {
    if let from = selection.from, let to = selection.to {
      Fuzzer.expect(from < to, "an empty range passed")
    }
    return ByteStream(Array("x".utf8))
  }

  private func nothing(_ id: String) -> ControlError {
    Fuzzer.expect(Endpoint.isID(id), "a bad id passed")
    return ControlError(.notFound, message: "nothing", hint: "none")
  }
}

extension EmptyBox {
  private var off: SyncFacts { SyncFacts(state: .off) }
  private var nobody: AccountFacts { AccountFacts(isSignedIn: false) }

  func rows(of table: ContractTable) throws(ControlError) -> [ContractRow] { [] }
  func change(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(ControlError) -> ContractRow {
    let names = table.shape.fields.map(\.name)
    Fuzzer.expect(fields.keys.allSatisfy(names.contains), "an unknown field passed")
    return ContractRow(table, names.map { fields[$0] ?? .null })
  }
  func open(_ table: ContractTable, id: String) throws(ControlError) -> Bool {
    Fuzzer.expect([.flights, .recentCompetitions].contains(table), "another table was opened")
    return false
  }
  func delete(_ target: DeleteTarget, identity: [String]) throws(ControlError) -> Bool {
    Fuzzer.expect(identity.count == target.identity.count, "half a key passed")
    return false
  }
  func rides(limit: Int) throws(ControlError) -> [RideSummary] {
    Fuzzer.expect((1...1000).contains(limit), "a bad limit passed")
    return []
  }
  func ride(id: String) throws(ControlError) -> RideSummary {
    Fuzzer.expect(Endpoint.isRideID(id), "a bad id passed")
    throw ControlError(.notFound, message: "nothing", hint: "none")
  }
  func beginImport(
    bytes: Int64, name: String, sha256: String?, origin: ImportOrigin
  ) throws(ControlError) -> ImportBegin {
    Fuzzer.expect(bytes > 0, "an empty file passed")
    Fuzzer.expect(name.utf8.count <= 255, "a long name passed")
    Fuzzer.expect(sha256.map { $0.utf8.count == 64 } ?? true, "a bad hash passed")
    return .id("1")
  }
  func addToImport(_ id: String, offset: Int64, _ bytes: [UInt8]) throws(ControlError) -> Int64 {
    Fuzzer.expect(offset >= 0, "a bad offset passed")
    return 0
  }
  func finishImport(_ order: ImportOrder) throws(ControlError) -> ImportResult {
    Fuzzer.expect((1...255).contains(order.name.utf8.count), "a bad name passed")
    return ImportResult(wasKnown: false, boards: [])
  }
  func quarantine() throws(ControlError) -> [QuarantinedFile] { [] }
  func retryQuarantined(id: String) throws(ControlError) -> ImportResult {
    Fuzzer.expect(Endpoint.isID(id), "a bad id passed")
    return ImportResult(wasKnown: false, boards: [])
  }
  func discardQuarantined(id: String) throws(ControlError) {
    Fuzzer.expect(Endpoint.isID(id), "a bad id passed")
  }
  func noteRefused(_ stick: RefusedStick) throws(ControlError) {
    Fuzzer.expect((1...64).contains(stick.what.utf8.count), "a bad word passed")
  }
  func syncFacts() throws(ControlError) -> SyncFacts { off }
  func syncNow() throws(ControlError) -> SyncFacts { off }
  func resumeSync() throws(ControlError) -> SyncFacts { off }
  func switchSync(isOn: Bool) throws(ControlError) -> SyncFacts { off }
  func verifySync() throws(ControlError) -> VerifyResult {
    VerifyResult(
      tables: [], filesEqual: 0, filesPresent: 0, filesMissing: 0, filesDiffering: 0,
      pendingRows: 0)
  }
  func account() throws(ControlError) -> AccountFacts { nobody }
  func signIn(server: String, code: String) throws(ControlError) -> AccountFacts {
    Fuzzer.expect(!code.isEmpty && code.utf8.count <= 128, "a bad code passed")
    return nobody
  }
  func signOut() throws(ControlError) -> AccountFacts { nobody }
  func resetAccount(erasing: Bool) throws(ControlError) -> String? { nil }
}
