import ControlAPI
import Devices
import FlightModel
import FlightPicture
import Linux
import Recorder
import RecordingModel
import Store
import Telemetry

/// The daemon's side of the control socket. Its methods run on the HTTP server's own threads and
/// wait there for the actors' answers.
struct DaemonControl: ControlService {
  let service: RecordingService
  let store: StoreWriter
  let archive: Archive
  /// Nil if its threads could not be started.
  let backup: Backup?
  let serviceParts: ServiceParts
  let stop: StopRequest
  let desk: GroundDesk
  let folder: StateFolder
  /// Who flies what as the configuration file has it.
  let configured: Declaration
  let imports: ImportDesk
  let importer: Importer
  let reporter: StatusReporter
  let inputs: @Sendable () async -> StatusReporter.Inputs
  /// Brings in what has come before a command, so that the command comes after it.
  let catchUp: @Sendable () async -> Void
  /// Looks for what is near over Bluetooth, for a while.
  let lookAround: @Sendable () async -> Void
  let hub: EventHub
  /// How many may watch over this way in.
  var watchers: EventHub.Bound
  let live: LiveTrack
  let reports: ReportDesk
  let door: PageDoor

  func status() throws(ControlError) -> StatusDocument {
    reporter.document(blockingCall(on: service.loop, inputs))
  }

  func instruments(look: Bool) throws(ControlError) -> InstrumentsDocument {
    if look { blockingCall(on: service.loop, lookAround) }
    return reporter.instruments(blockingCall(on: service.loop, inputs))
  }

  // MARK: Recording

  func startRecording() throws(ControlError) -> RecordingStatus {
    let (service, inputs, catchUp) = (service, inputs, catchUp)
    let (reply, status) = blockingCall(on: service.loop) {
      await catchUp()
      return (await service.command(.start), await inputs())
    }
    guard reply.isAccepted else {
      throw ControlError(
        reply.recording == nil ? .noTimeYet : .alreadyRecording, message: reply.sentence,
        hint: "barograph status shows what it is doing")
    }
    if let recording = reporter.document(status).facts?.recording { return recording }
    // Wanted, but not opened before the next plausible fix.
    throw ControlError(
      .noTimeYet, message: reply.sentence,
      hint: "it begins by itself with the first fix that has a date")
  }

  func stopRecording() throws(ControlError) -> StopResult {
    let (service, catchUp) = (service, catchUp)
    let (reply, outcome) = blockingCall(on: service.loop) {
      await catchUp()
      return await service.stop()
    }
    guard reply.isAccepted else { throw Self.notRecording(reply.sentence) }
    guard let id = reply.recording?.id.rawValue else {
      throw Self.notRecording(reply.sentence)
    }
    switch outcome {
    case .filed(let entry, let path), .written(let entry, let path):
      return .finished(recordingID: id, flightID: entry.id, igcPath: path)
    case .empty: return .empty(recordingID: id)
    case nil: return .accepted(recordingID: id)
    case .failed(let reason):
      throw ControlError(
        .storageFailed, message: reason, hint: "the fixes are kept; see journalctl -u barographd")
    }
  }

  func mark(text: String?) throws(ControlError) -> MarkResult {
    let (service, catchUp) = (service, catchUp)
    let reply = blockingCall(on: service.loop) {
      await catchUp()
      return await service.command(.mark(text: text ?? ""))
    }
    guard reply.isAccepted, let recording = reply.recording else {
      throw Self.notRecording(reply.sentence)
    }
    return MarkResult(
      recordingID: recording.id.rawValue,
      at: reply.status.lastFix?.recordedAt ?? recording.progress.lastFixAt)
  }

  private static func notRecording(_ sentence: String) -> ControlError {
    ControlError(
      .notRecording, message: sentence, hint: "barograph record start begins a recording")
  }

  // MARK: Flights

  func flights(_ query: LogbookQuery) throws(ControlError) -> [FlightSummary] {
    try self.query { (contents) throws(StoreError) in try contents.logbook(query) }.map(summary)
  }

  func totals(_ query: LogbookQuery) throws(ControlError) -> [LogbookTotals] {
    try self.query { (contents) throws(StoreError) in try contents.logbookTotals(query) }
  }

  func flight(id: String) throws(ControlError) -> FlightSummary { summary(try found(id)) }

  func igc(id: String) throws(ControlError) -> ByteStream {
    try blocks(of: folder.blob(try found(id).entry.id))
  }

  func picture(id: String) throws(ControlError) -> ByteStream {
    let entry = try found(id).entry
    return ByteStream(try FlightPictureFile.draw(entry, igcPath: folder.blob(entry.id)))
  }

  func found(_ id: String) throws(ControlError) -> LogbookFlight {
    let found = try query { (contents) throws(StoreError) in
      try contents.logbook(idPrefix: id, limit: 2)
    }
    guard let flight = found.first else {
      throw ControlError(
        .notFound, message: "there is no flight \(id)",
        hint: "barograph flights list shows them")
    }
    guard found.count == 1 else {
      throw ControlError(
        .ambiguousID, message: "several flights begin with \(id)", hint: "give more digits")
    }
    return flight
  }

  private func summary(_ flight: LogbookFlight) -> FlightSummary {
    FlightSummary(
      flight, path: folder.file(named: flight.entry.filename, id: flight.entry.id))
  }

  /// A file in blocks; the descriptor closes with the stream.
  func blocks(of path: String) throws(ControlError) -> ByteStream {
    let file: OpenFile
    do throws(SystemError) {
      file = try OpenFile(path)
    } catch {
      throw Self.unreadable(error)
    }
    return ByteStream { () throws(ControlError) in
      do throws(SystemError) {
        let block = try file.descriptor.readBlock()
        return block.isEmpty ? nil : block
      } catch {
        throw Self.unreadable(error)
      }
    }
  }

  private static func unreadable(_ error: SystemError) -> ControlError {
    ControlError(
      .storageFailed, message: "the flight's file cannot be read: \(error)",
      hint: "check the disk")
  }

  // MARK: Telemetry

  func telemetry(_ selection: TelemetrySelection) throws(ControlError) -> ByteStream {
    let export = TelemetryExport(selection, archive: archive)
    return ByteStream { () throws(ControlError) in try export.next() }
  }

  func query<Result: Sendable>(
    _ body: @escaping @Sendable (StoreContents) throws(StoreError) -> Result
  ) throws(ControlError) -> Result {
    try blockingQuery(archive, body)
  }
}

/// Owns a descriptor for closures, which cannot.
private final class OpenFile {
  let descriptor: Descriptor

  init(_ path: String) throws(SystemError) { descriptor = try Descriptor.open(path, 0) }
}

extension FlightSummary {
  /// A logbook entry as the API tells it.
  init(_ flight: LogbookFlight, path: String) {
    let entry = flight.entry
    self.init(
      id: entry.id, recordingID: entry.recordingID?.rawValue, filename: entry.filename,
      igcPath: path, igcBytes: entry.igcBytes, declaration: entry.declaration,
      firstFixAt: entry.firstFixAt, lastFixAt: entry.lastFixAt, fixCount: Int64(entry.fixCount),
      takeoffAt: entry.takeoffAt, landingAt: entry.landingAt, durationS: entry.durationSeconds,
      heightGainedM: Int64(entry.heightGainedM), importedAt: entry.importedAt, notes: flight.notes,
      results: flight.results)
  }
}
