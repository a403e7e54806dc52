import Bytes
import ControlAPI
import Crypto
import FlightModel
import Linux
import RecordingModel
import RideLogs
import Store
import Telemetry

/// Takes ride logs and backups into the store, a few minutes of the ride in a transaction, so that a
/// recording beside it never waits. Runs on a thread that may block.
struct RideImporter: Sendable {
  /// Minutes of a ride in one transaction.
  static let batchMinutes = 5

  let store: StoreWriter
  let archive: Archive
  let folder: StateFolder
  let isStopping: @Sendable () -> Bool

  /// Takes in a file that lies whole at `path`.
  func take(_ path: String, _ order: ImportOrder) throws(ControlError) -> ImportResult {
    let hash = try fileHash(path)
    let zones = try blockingQuery(archive, PrivacyZone.enabled)
    if try isArchive(path) { return try takeBackup(path, order, hash, zones) }
    return try takeLog(path, order, hash, zones)
  }

  // MARK: Logs

  private func takeLog(
    _ path: String, _ order: ImportOrder, _ hash: String, _ zones: [PrivacyZone]
  ) throws(ControlError) -> ImportResult {
    var reader = RideLogReader(
      RideLogFacts(
        name: order.name, startedAt: order.startedAt,
        utcOffsetMinutes: Int(order.utcOffsetMinutes)))
    var intake: Intake?
    var waiting: [RideLogEvent] = []
    try reading(path) { (block) throws(ControlError) in
      try Self.readable { () throws(RideLogError) in
        try reader.feed(block) { waiting.append($0) }
      }
      try add(&waiting, to: &intake, from: reader, order, hash, zones)
      return intake?.known == nil
    }
    if let known = intake?.known { return known }
    try Self.readable { () throws(RideLogError) in try reader.finish { waiting.append($0) } }
    try add(&waiting, to: &intake, from: reader, order, hash, zones)
    guard var intake else {
      throw Self.unusable("the file holds no sample")
    }
    try intake.finish(self)
    return try settle(intake, reader.tally, hash)
  }

  /// Hands events on; the board is chosen when the first one comes, as the log may name it.
  private func add(
    _ events: inout [RideLogEvent], to intake: inout Intake?, from reader: RideLogReader,
    _ order: ImportOrder, _ hash: String, _ zones: [PrivacyZone]
  ) throws(ControlError) {
    defer { events.removeAll(keepingCapacity: true) }
    guard !events.isEmpty else { return }
    if intake == nil {
      let board = try board(order, source: reader.boardSource)
      var begun = Intake(boardID: board, zones: zones)
      // A begin that somebody gives may be put right by importing again.
      if order.startedAt == nil, try earlier(hash, board) != nil {
        begun.known = ImportResult(wasKnown: true, boards: [board])
      }
      intake = begun
    }
    if intake?.known != nil { return }
    for event in events { try intake?.add(event, self) }
  }

  private func settle(
    _ intake: Intake, _ tally: RideLogTally, _ hash: String
  ) throws(ControlError) -> ImportResult {
    try note(hash, intake.boardID, minutes: intake.outcome.stored)
    var result = ImportResult(wasKnown: false, boards: [intake.boardID])
    result.minutes = Int64(intake.outcome.stored)
    result.knownMinutes = Int64(intake.outcome.known)
    result.samples = Int64(tally.samples - intake.hiddenSamples)
    result.hiddenSamples = Int64(intake.hiddenSamples)
    result.brokenRows = Int64(tally.brokenRows)
    result.firstBroken = tally.firstBroken.map { .init(line: Int64($0.line), cause: $0.cause) }
    return result
  }

  /// A log on its way into the store.
  private struct Intake {
    let boardID: String
    let zones: [PrivacyZone]
    /// Set when the file was taken in before.
    var known: ImportResult?
    var outcome = ImportedMinutes()
    var hiddenSamples = 0
    private var assembler: MinuteAssembler
    private var minutes: [ImportedMinute] = []

    init(boardID: String, zones: [PrivacyZone]) {
      self.boardID = boardID
      self.zones = zones
      assembler = MinuteAssembler(boardID: boardID)
    }

    mutating func add(_ event: RideLogEvent, _ importer: RideImporter) throws(ControlError) {
      if case .sample(let sample) = event, let at = sample.location, isHidden(at) {
        hiddenSamples += 1
        return
      }
      guard let minute = assembler.add(event) else { return }
      minutes.append(minute)
      if minutes.count >= RideImporter.batchMinutes { try store(importer) }
    }

    mutating func finish(_ importer: RideImporter) throws(ControlError) {
      if let last = assembler.finish() { minutes.append(last) }
      try store(importer)
    }

    private mutating func store(_ importer: RideImporter) throws(ControlError) {
      let stored = try importer.store(minutes)
      minutes.removeAll(keepingCapacity: true)
      outcome.stored += stored.stored
      outcome.known += stored.known
    }

    private func isHidden(_ at: LocationColumns) -> Bool {
      let place = Coordinate(latitudeE7: at.latitudeE7, longitudeE7: at.longitudeE7)
      return zones.contains { $0.contains(place) }
    }
  }

  // MARK: Files

  private func isArchive(_ path: String) throws(ControlError) -> Bool {
    var head: [UInt8] = []
    try reading(path) { (block) throws(ControlError) in
      head = Array(block.prefix(4))
      return false
    }
    return head.starts(with: [0x50, 0x4B, 0x03, 0x04])
      || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  private func fileHash(_ path: String) throws(ControlError) -> String {
    var digest = SHA256()
    try reading(path) { (block) throws(ControlError) in
      digest.update(block)
      return true
    }
    return Hexadecimal.encode(digest.finish())
  }

  /// Hands the blocks of a file over until `body` returns false or throws.
  private func reading(
    _ path: String, _ body: ([UInt8]) throws(ControlError) -> Bool
  ) throws(ControlError) {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor.open(path, 0)
    } catch {
      throw Self.unreadable(error)
    }
    while true {
      let block: [UInt8]
      do throws(SystemError) { block = try file.readBlock() } catch { throw Self.unreadable(error) }
      guard !block.isEmpty, try body(block) else { return }
    }
  }

  private static func unreadable(_ error: SystemError) -> ControlError {
    ControlError(
      .storageFailed, message: "the file cannot be read: \(error)", hint: "check the disk")
  }

  private static func readable(_ body: () throws(RideLogError) -> Void) throws(ControlError) {
    do throws(RideLogError) {
      try body()
    } catch {
      throw unusable(error.description)
    }
  }

  static func unusable(_ cause: String) -> ControlError {
    let parts = cause.split(separator: ";", maxSplits: 1)
    return ControlError(
      .badRequest, message: String(parts[0]),
      hint: parts.count == 2 ? String(parts[1].drop { $0 == " " }) : "see docs/ride-logs.md")
  }
}
