import ControlAPI
import Crypto
import FlightModel
import Linux
import Log
import Logbook
import RecordingModel
import Store

/// Flights.
extension Importer {
  func takeFlight(
    _ bytes: [UInt8], _ file: OfferedBytes, _ offer: Offer
  ) async throws -> ImportedFile {
    let flight: ReadFlight
    do throws(FlightFileError) {
      flight = try FlightFile.read(bytes, digest: SHA256())
    } catch {
      throw Unusable(kind: .flight, reason: error.description)
    }
    let standing = try read { (contents) throws(StoreError) in
      try contents.standing(ofFlight: flight.id)
    }
    let known = KnownFile(sha256: file.sha256, kind: .flight, subject: flight.id)
    if case .deleted = standing, !offer.isAsked {
      try await store.perform { (database) throws(StoreError) in try database.note(known) }
      return offer.outcome(.deleted, .flight, id: flight.id, reason: Self.deletedReason)
    }
    try keep(bytes, as: folder.blob(flight.id))
    let entry = flight.entry(named: try name(of: flight, offer), importedAt: SystemClock.wall())
    let (isAsked, wasThere) = (offer.isAsked, standing == .inLogbook || standing == .seen)
    let intake = try await store.perform { (database) throws(StoreError) in
      try database.take(entry, from: known, isAsked: isAsked)
    }
    // Whoever deleted the flight in between has removed the file after its row.
    try keep(bytes, as: folder.blob(flight.id))
    let row = try read { (contents) throws(StoreError) in try contents.flight(flight.id) } ?? entry
    publish(row)
    if quarantine.contains(file.sha256) { try? quarantine.remove(file.sha256) }
    if !wasThere { hasNews(false) }
    return offer.outcome(
      intake.outcome, .flight, id: flight.id, filename: row.filename, items: flight.fixCount)
  }

  /// Makes bytes durable under the name that is theirs alone; what is there stays.
  func keep(_ bytes: [UInt8], as path: String) throws {
    guard !Files.exists(path) else { return }
    try checkRoom(for: Int64(bytes.count))
    try Files.replace(path, with: bytes)
  }

  /// The name that the file gets here: the logger's, made safe, and with the flight's first digits if
  /// another flight has it.
  private func name(of flight: ReadFlight, _ offer: Offer) throws -> String {
    let blob = folder.blob(flight.id)
    let folder = folder
    return SafeFileName.unique(
      SafeFileName.make(from: offer.name, type: "igc"), id: flight.id
    ) { name in
      let path = "\(folder.flights)/\(name)"
      return Files.exists(path) && !Files.isSameFile(path, blob)
    }
  }

  /// Gives a flight's file its name; a name that is taken by something else stays what it is.
  func publish(_ entry: FlightEntry) {
    let path = "\(folder.flights)/\(entry.filename)"
    guard !Files.exists(path), Files.exists(folder.blob(entry.id)) else { return }
    do throws(SystemError) {
      try Files.link(folder.blob(entry.id), as: path)
    } catch {
      log.warning("\(entry.filename) is to be found by its id only: \(error)")
    }
  }

  /// Completes what a power cut left: names that flights of the logbook do not have yet.
  func publishAll() async {
    await withTurn {
      var offset = 0
      while true {
        let start = offset
        // A database that cannot be read is told elsewhere.
        let page = try? read { (contents) throws(StoreError) in
          try contents.flights(limit: 200, offset: start)
        }
        guard let page, !page.isEmpty else { return }
        for entry in page { publish(entry) }
        offset += page.count
      }
    }
  }
}

extension FlightIntake {
  fileprivate var outcome: ImportedFile.Outcome {
    switch self {
    case .added: .added
    case .promoted: .promoted
    case .known: .known
    case .deleted: .deleted
    }
  }
}
