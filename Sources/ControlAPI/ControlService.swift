package import FlightModel
package import RecordingModel
package import SyncContract

/// What the daemon does for its socket. The methods run on the server's own threads and may block,
/// several at once.
package protocol ControlService: InstrumentControl, GroundControl, RowControl, RideControl,
  ImportControl, SyncControl, LogbookControl, PageControl, UploadControl, CatalogueControl
{
  /// The document as of now.
  func status() throws(ControlError) -> StatusDocument
  /// Opens a recording now, whatever the policy. Throws `alreadyRecording`, `noTimeYet`.
  func startRecording() throws(ControlError) -> RecordingStatus
  /// Ends the recording and returns only when its last fix is on the disk, waiting for the IGC file
  /// too as long as that is reasonable. Throws `notRecording`.
  func stopRecording() throws(ControlError) -> StopResult
  /// Marks the next fix as a pilot event. Throws `notRecording`.
  func mark(text: String?) throws(ControlError) -> MarkResult
  /// Decoded telemetry in the order of time.
  func telemetry(_ selection: TelemetrySelection) throws(ControlError) -> ByteStream
}

/// The logbook.
package protocol LogbookControl: Sendable {
  func flights(_ query: LogbookQuery) throws(ControlError) -> [FlightSummary]
  /// Of the flights that a query means, by year.
  func totals(_ query: LogbookQuery) throws(ControlError) -> [LogbookTotals]
  /// By id or a beginning of it that fits one flight. Throws `notFound`, `ambiguousID`.
  func flight(id: String) throws(ControlError) -> FlightSummary
  /// Who flies what, as the next flight will have it: the settings, else the configuration file.
  func declaration() throws(ControlError) -> Declaration
  /// The IGC file as it lies on the disk.
  func igc(id: String) throws(ControlError) -> ByteStream
  /// Track and barogram as SVG.
  func picture(id: String) throws(ControlError) -> ByteStream
  /// A map file as it was imported. Throws `notFound`, `ambiguousID`.
  func fileContent(id: String) throws(ControlError) -> ByteStream
  /// The task that is declared; nil is none.
  func declaredTask() throws(ControlError) -> RecorderTask?
  /// Declares the task of an id, or none. Throws `notFound`, `badRequest` for one that no file can
  /// tell, `noTimeYet`.
  func declareTask(id: String?) throws(ControlError) -> RecorderTask?
}

/// What pages are made of besides.
package protocol PageControl: Sendable {
  /// The status as it changes, as server-sent events, until the caller goes or the service ends.
  /// Throws `busy` for one too many.
  func events() throws(ControlError) -> ByteStream
  /// The track of the recording, else of the last flight that was recorded here.
  func track() throws(ControlError) -> TrackDocument
  /// A flight as one HTML page. Throws `notFound`, `ambiguousID`, `busy`.
  func report(flight id: String) throws(ControlError) -> ByteStream
  /// Where the page is, with its token.
  func page() throws(ControlError) -> PageFacts
  /// Makes another token; the former one opens nothing from then on.
  func newPageToken() throws(ControlError) -> PageFacts
}

/// The instruments.
package protocol InstrumentControl: Sendable {
  /// What is there as of now; `look` also begins to look around over Bluetooth for a while.
  func instruments(look: Bool) throws(ControlError) -> InstrumentsDocument
}

/// Jobs at instruments on the ground.
package protocol GroundControl: Sendable {
  /// Begins a job and returns the instrument's id. Throws `airborne`, `busy`, `notFound`,
  /// `ambiguousID`.
  func startGround(_ request: GroundRequest) throws(ControlError) -> String
  /// What the job has told from a report on; those before it are forgotten.
  func ground(after number: Int) throws(ControlError) -> GroundPage
  /// Ends the job in order.
  func stopGround() throws(ControlError)
}

/// The tables that people edit. Every change is stamped by the store, and told to the server later.
package protocol RowControl: Sendable {
  /// Every row, in the order of its key.
  func rows(of table: ContractTable) throws(ControlError) -> [ContractRow]
  /// Makes or changes a row: fields that are absent keep their value or take their default. Throws
  /// `badRequest` with what the contract has against it, `noTimeYet`.
  func change(
    _ table: ContractTable, _ fields: [String: ContractValue]
  ) throws(ControlError) -> ContractRow
  /// Notes that a person looks at a flight or a competition now; false if there is none of that id.
  /// Throws `noTimeYet`.
  func open(_ table: ContractTable, id: String) throws(ControlError) -> Bool
  /// Deletes a row, named by its natural key; false if there is none.
  func delete(_ target: DeleteTarget, identity: [String]) throws(ControlError) -> Bool
}

/// Rides, derived from minute buckets.
package protocol RideControl: Sendable {
  /// Newest first, at most `limit`.
  func rides(limit: Int) throws(ControlError) -> [RideSummary]
  /// By id or a beginning of it that fits one ride. Throws `notFound`, `ambiguousID`.
  func ride(id: String) throws(ControlError) -> RideSummary
}

/// Files from elsewhere, which come in pieces over the socket. A few at a time: beginning one more
/// gives up the one that was left alone for longest.
package protocol ImportControl: Sendable {
  /// Makes room for a file of `bytes` bytes, unless those of this SHA-256 are known. Throws
  /// `badRequest` for one that is too long, `storageFailed` where the disk has no room.
  func beginImport(
    bytes: Int64, name: String, sha256: String?, origin: ImportOrigin
  ) throws(ControlError) -> ImportBegin
  /// Appends the bytes that belong at `offset`; returns how many are there. Throws `notFound` for an
  /// import that was given up, `badRequest` for another offset.
  func addToImport(_ id: String, offset: Int64, _ bytes: [UInt8]) throws(ControlError) -> Int64
  /// Takes the file in, which may take minutes. Throws `badRequest` with why nothing of it can be used.
  func finishImport(_ order: ImportOrder) throws(ControlError) -> ImportResult
  /// Oldest first.
  func quarantine() throws(ControlError) -> [QuarantinedFile]
  /// Takes a quarantined file in again, by its id or a beginning of it that fits one. Throws
  /// `notFound`, `ambiguousID`.
  func retryQuarantined(id: String) throws(ControlError) -> ImportResult
  /// Throws a quarantined file away; the same bytes are passed over from then on unless a person
  /// imports them. Throws `notFound`, `ambiguousID`.
  func discardQuarantined(id: String) throws(ControlError)
  /// Notes for the status that a stick cannot be read.
  func noteRefused(_ stick: RefusedStick) throws(ControlError)
}

/// The backup to a server.
package protocol SyncControl: Sendable {
  func syncFacts() throws(ControlError) -> SyncFacts
  /// Sends now what waits, as far as nothing stands in the way.
  func syncNow() throws(ControlError) -> SyncFacts
  /// Ends a pause.
  func resumeSync() throws(ControlError) -> SyncFacts
  /// The master switch.
  func switchSync(isOn: Bool) throws(ControlError) -> SyncFacts
  /// Compares the server with this box; may take minutes. Throws `notSignedIn`, `unreachable`.
  func verifySync() throws(ControlError) -> VerifyResult
  func account() throws(ControlError) -> AccountFacts
  /// Exchanges a one-time code. Throws `otherAccount`, `wrongCode`, `throttled`, `unreachable`.
  func signIn(server: String, code: String) throws(ControlError) -> AccountFacts
  func signOut() throws(ControlError) -> AccountFacts
  /// Moves everything of the present account aside, or erases it, and begins anew; the daemon starts
  /// again for it. Returns where things went; nil if they are erased. Throws `busy` while recording.
  func resetAccount(erasing: Bool) throws(ControlError) -> String?
}

/// What services give: flights, tasks, waypoints and airspace, by paths like `weglide/flights/500001`.
package protocol CatalogueControl: Sendable {
  /// A page of what lies at a path; the empty path lists the services. Throws `notFound`,
  /// `notSignedIn`, `badRequest` with how the path goes on, `wrongCode`, `unreachable`.
  func catalogue(at path: String, page: Int) throws(ControlError) -> CatalogueDocument
  /// A content as a file: IGC, CUP or OpenAir; a task as CUP. Throws likewise.
  func catalogueContent(of path: String) throws(ControlError) -> ByteStream
  /// Takes a content into the logbook, or in place of the edition that is there. Throws likewise.
  func fetch(_ path: String) throws(ControlError) -> ImportResult
  /// Map files that have a newer edition, looked for now. Throws `unreachable` where a service could
  /// not be asked.
  func outdatedFiles() throws(ControlError) -> [OutdatedFile]
}

/// Services on the internet that flights go to or come from.
package protocol UploadControl: Sendable {
  func services() throws(ControlError) -> [ServiceFacts]
  /// Connects an account, or changes what is given of a connected one; it is checked where the service
  /// can be reached. Throws `badRequest` with the field that is missing or wrong, `wrongCode` for a
  /// login that the service does not accept.
  func connect(service: String, fields: [String: String]) throws(ControlError) -> ServiceFacts
  /// Removes everything of an account from this box.
  func disconnect(service: String) throws(ControlError) -> ServiceFacts
  /// Puts a flight in the queue. Throws `notFound`, `ambiguousID`, `notSignedIn`.
  func upload(flight id: String, to service: String) throws(ControlError) -> UploadFacts
  func uploads(ofFlight id: String) throws(ControlError) -> [UploadFacts]
}

/// Bytes that are pulled block by block, on one thread; nil ends them.
package struct ByteStream {
  /// The next block, never empty, or nil at the end.
  package var next: () throws(ControlError) -> [UInt8]?

  package init(next: @escaping () throws(ControlError) -> [UInt8]?) { self.next = next }

  /// A stream of one block.
  package init(_ bytes: [UInt8]) {
    var rest: [UInt8]? = bytes.isEmpty ? nil : bytes
    self.init { () throws(ControlError) in
      defer { rest = nil }
      return rest
    }
  }
}

/// How a recording ended.
package enum StopResult: Equatable, Sendable {
  /// Everything is written; the IGC file is at `igcPath`. A ride has no flight id.
  case finished(recordingID: Int64, flightID: String?, igcPath: String)
  /// The recording had no fix to write.
  case empty(recordingID: Int64)
  /// All fixes are on the disk, the IGC file is still being written.
  case accepted(recordingID: Int64)
}

/// A mark that was taken.
package struct MarkResult: Equatable, Sendable {
  package var recordingID: Int64
  /// Of the newest fix when the mark came.
  package var at: UTCInstant

  package init(recordingID: Int64, at: UTCInstant) {
    self.recordingID = recordingID
    self.at = at
  }
}

/// Which telemetry to export, and how.
package struct TelemetrySelection: Equatable, Sendable {
  /// The layout of an export.
  package enum Format: String, Sendable, CaseIterable {
    case csv
    case jsonl
    /// As VESC Tool logs it.
    case vescTool = "vesc-tool"
  }

  package var recordingID: Int64?
  package var boardID: String?
  /// Inclusive.
  package var from: UTCInstant?
  /// Exclusive.
  package var to: UTCInstant?
  package var format: Format

  package init(
    recordingID: Int64? = nil, boardID: String? = nil, from: UTCInstant? = nil,
    to: UTCInstant? = nil, format: Format = .csv
  ) {
    self.recordingID = recordingID
    self.boardID = boardID
    self.from = from
    self.to = to
    self.format = format
  }
}
