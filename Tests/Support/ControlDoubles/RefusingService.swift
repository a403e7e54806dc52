package import ControlAPI
package import FlightModel
package import RecordingModel
package import SyncContract

/// A service that refuses whatever it is asked, but for what a test has it do.
package protocol RefusingService: ControlService {}

extension RefusingService {
  private var refusal: ControlError {
    ControlError(.failed, message: "not in this test", hint: "none")
  }

  package func status() throws(ControlError) -> StatusDocument { throw refusal }
  package func startRecording() throws(ControlError) -> RecordingStatus { throw refusal }
  package func stopRecording() throws(ControlError) -> StopResult { throw refusal }
  package func mark(text: String?) throws(ControlError) -> MarkResult { throw refusal }
  package func telemetry(_ selection: TelemetrySelection) throws(ControlError) -> ByteStream {
    throw refusal
  }
  package func flights(_ query: LogbookQuery) throws(ControlError) -> [FlightSummary] {
    throw refusal
  }
  package func flight(id: String) throws(ControlError) -> FlightSummary { throw refusal }
  package func igc(id: String) throws(ControlError) -> ByteStream { throw refusal }
  package func picture(id: String) throws(ControlError) -> ByteStream { throw refusal }
  package func instruments(look: Bool) throws(ControlError) -> InstrumentsDocument { throw refusal }
  package func events() throws(ControlError) -> ByteStream { throw refusal }
  package func track() throws(ControlError) -> TrackDocument { throw refusal }
  package func report(flight id: String) throws(ControlError) -> ByteStream { throw refusal }
  package func page() throws(ControlError) -> PageFacts { throw refusal }
  package func newPageToken() throws(ControlError) -> PageFacts { throw refusal }
  package func startGround(_ request: GroundRequest) throws(ControlError) -> String {
    throw refusal
  }
  package func ground(after number: Int) throws(ControlError) -> GroundPage { throw refusal }
  package func stopGround() throws(ControlError) { throw refusal }
  package func rows(of table: ContractTable) throws(ControlError) -> [ContractRow] { throw refusal }
  package func change(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(ControlError) -> ContractRow { throw refusal }
  package func delete(
    _ target: DeleteTarget, identity: [String]
  ) throws(ControlError) -> Bool { throw refusal }
  package func open(_ table: ContractTable, id: String) throws(ControlError) -> Bool {
    throw refusal
  }
  package func declaration() throws(ControlError) -> Declaration { throw refusal }
  package func totals(_ query: LogbookQuery) throws(ControlError) -> [LogbookTotals] {
    throw refusal
  }
  package func fileContent(id: String) throws(ControlError) -> ByteStream { throw refusal }
  package func declaredTask() throws(ControlError) -> RecorderTask? { throw refusal }
  package func declareTask(id: String?) throws(ControlError) -> RecorderTask? { throw refusal }
  package func rides(limit: Int) throws(ControlError) -> [RideSummary] { throw refusal }
  package func ride(id: String) throws(ControlError) -> RideSummary { throw refusal }
  package func beginImport(
    bytes: Int64, name: String, sha256: String?, origin: ImportOrigin
  ) throws(ControlError) -> ImportBegin { throw refusal }
  package func addToImport(
    _ id: String, offset: Int64, _ bytes: [UInt8]
  ) throws(ControlError) -> Int64 { throw refusal }
  package func finishImport(_ order: ImportOrder) throws(ControlError) -> ImportResult {
    throw refusal
  }
  package func quarantine() throws(ControlError) -> [QuarantinedFile] { throw refusal }
  package func retryQuarantined(id: String) throws(ControlError) -> ImportResult { throw refusal }
  package func discardQuarantined(id: String) throws(ControlError) { throw refusal }
  package func noteRefused(_ stick: RefusedStick) throws(ControlError) { throw refusal }
  package func syncFacts() throws(ControlError) -> SyncFacts { throw refusal }
  package func syncNow() throws(ControlError) -> SyncFacts { throw refusal }
  package func resumeSync() throws(ControlError) -> SyncFacts { throw refusal }
  package func switchSync(isOn: Bool) throws(ControlError) -> SyncFacts { throw refusal }
  package func verifySync() throws(ControlError) -> VerifyResult { throw refusal }
  package func account() throws(ControlError) -> AccountFacts { throw refusal }
  package func signIn(
    server: String, code: String
  ) throws(ControlError) -> AccountFacts { throw refusal }
  package func signOut() throws(ControlError) -> AccountFacts { throw refusal }
  package func resetAccount(erasing: Bool) throws(ControlError) -> String? { throw refusal }
  package func services() throws(ControlError) -> [ServiceFacts] { [] }
  package func connect(
    service: String, fields: [String: String]
  ) throws(ControlError) -> ServiceFacts { throw refusal }
  package func disconnect(service: String) throws(ControlError) -> ServiceFacts { throw refusal }
  package func upload(
    flight id: String, to service: String
  ) throws(ControlError) -> UploadFacts { throw refusal }
  package func uploads(ofFlight id: String) throws(ControlError) -> [UploadFacts] { [] }
  package func catalogue(
    at path: String, page: Int
  ) throws(ControlError) -> CatalogueDocument { throw refusal }
  package func catalogueContent(of path: String) throws(ControlError) -> ByteStream {
    throw refusal
  }
  package func fetch(_ path: String) throws(ControlError) -> ImportResult { throw refusal }
  package func outdatedFiles() throws(ControlError) -> [OutdatedFile] { [] }
}
