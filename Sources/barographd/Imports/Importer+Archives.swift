import Archives
import Bytes
import ControlAPI
import Glibc
import Linux
import Logbook
import Store

/// Archives: every file in them that is for the logbook, as if it had come by itself.
extension Importer {
  /// Archives within archives.
  private static let deepest = 2

  /// What an archive may hold, less what was unpacked of it and around it so far.
  private var limits: ArchiveLimits {
    var limits = ArchiveLimits()
    limits.entries = max(0, Self.mostEntries - unpacked.entries)
    limits.entryBytes = 256 << 20
    limits.totalBytes = max(0, Self.mostBytes - unpacked.bytes)
    return limits
  }

  private static let mostEntries = 20_000
  private static let mostBytes: Int64 = 4 << 30

  func takeArchive(_ file: OfferedBytes, _ offer: Offer) async throws -> [ImportedFile] {
    guard offer.depth < Self.deepest else {
      return [offer.outcome(.passedOver, .archive, reason: "it lies in too many archives")]
    }
    if offer.depth == 0 { unpacked = Unpacked() }
    var (files, notes) = ([ImportedFile](), LogbookNotesReader())
    let failure = await unpack(file.kind == .zip ? .zip : .gzip, offer, into: &files, &notes)
    try await seed(notes.flights, of: files)
    let isUseless = files.allSatisfy { $0.outcome == .passedOver }
    if let failure {
      files.append(try keep(file, offer, .archive, "\(failure)"))
    } else if isUseless {
      return [try setAsideArchive(file, offer)] + files
    } else if !files.contains(where: { $0.outcome == .refused }) {
      let known = KnownFile(sha256: file.sha256, kind: .archive)
      try await store.perform { (database) throws(StoreError) in try database.note(known) }
      if quarantine.contains(file.sha256) { try? quarantine.remove(file.sha256) }
    }
    return files
  }

  private func setAsideArchive(_ file: OfferedBytes, _ offer: Offer) throws -> ImportedFile {
    let reason = "nothing in it is for the logbook"
    if offer.origin == .inbox && offer.depth == 0 { return try keep(file, offer, .archive, reason) }
    return offer.outcome(.passedOver, .archive, reason: reason)
  }

  /// Unpacks entry by entry into a file of our own and takes that in before the next; what ended it
  /// early, if anything. `notes` gets what the archive says of its flights.
  private func unpack(
    _ kind: ArchiveKind, _ offer: Offer, into files: inout [ImportedFile],
    _ notes: inout LogbookNotesReader
  ) async -> ArchiveError? {
    do throws(ArchiveError) {
      var reader = try ArchiveReader(offer.path, as: kind, limits: limits)
      var counted = Unpacked()
      while let entry = try reader.next() {
        if kind == .zip && entry.label == LogbookNotes.filename {
          try read(&reader, into: &notes)
          continue
        }
        let name = kind == .gzip ? Self.withoutGzip(offer.name) : entry.label
        let inner = Offer(
          name: name, path: temporaryPath(), origin: offer.origin, depth: offer.depth + 1)
        defer { try? Files.remove(inner.path) }
        let piece = EntryPiece(inner)
        if let fault = try read(&reader, into: piece) {
          files.append(inner.outcome(.refused, reason: fault))
        } else if piece.isWanted {
          unpacked.add(reader.unpackedBytes - counted.bytes, reader.entries - counted.entries)
          counted = Unpacked(bytes: reader.unpackedBytes, entries: reader.entries)
          files += await settle(inner)
        }
      }
      return nil
    } catch {
      return error
    }
  }

  /// Reads an entry into its piece; why it is lost, if it is. What ends the archive is thrown.
  private func read(
    _ reader: inout ArchiveReader, into piece: EntryPiece
  ) throws(ArchiveError) -> String? {
    do {
      try reader.read { block in
        if piece.isFull { try checkRoom(for: Int64(block.count)) }
        try piece.add(block)
      }
      try piece.finish()
      return nil
    } catch let error as ArchiveError {
      if !error.concernsOneEntry { throw error }
      return "\(error)"
    } catch let error as ControlError {
      return "\(error)"
    } catch {
      return "\(error)"
    }
  }

  /// Reads what the archive says of its flights; a broken end loses the rest of it.
  private func read(
    _ reader: inout ArchiveReader, into notes: inout LogbookNotesReader
  ) throws(ArchiveError) {
    do {
      try reader.read { notes.feed($0) }
    } catch let error as ArchiveError {
      if !error.concernsOneEntry { throw error }
    } catch {
      // The reader of notes throws nothing.
    }
    notes.finish()
  }

  /// `flight.igc` of `flight.igc.gz`.
  private static func withoutGzip(_ name: String) -> String {
    FileKind.type(of: name) == "gz" ? String(name.dropLast(3)) : name
  }
}

/// How much of an archive was unpacked.
struct Unpacked {
  var bytes: Int64 = 0
  var entries = 0

  mutating func add(_ bytes: Int64, _ entries: Int) {
    self.bytes += bytes
    self.entries += entries
  }
}

/// An entry on its way into a file of our own; one whose beginning is nothing for the logbook never
/// becomes a file.
private final class EntryPiece {
  private let offer: Offer
  private var head: [UInt8] = []
  private var file: EntryFile?
  /// Known once the beginning is there.
  private(set) var isWanted = false
  private(set) var isFull = false

  init(_ offer: Offer) { self.offer = offer }

  func add(_ block: UnsafeRawBufferPointer) throws(SystemError) {
    if isFull {
      if let file { try file.descriptor.write(all: block) }
      return
    }
    head += block
    if head.count >= FileKind.headBytes { try begin() }
  }

  func finish() throws(SystemError) {
    if !isFull { try begin() }
    file = nil
  }

  private func begin() throws(SystemError) {
    isFull = true
    let kind = FileKind(head: head, name: offer.name)
    isWanted = kind != .unknown && kind != .rideLog
    guard isWanted else { return }
    let made = EntryFile(
      try Descriptor.open(offer.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600))
    try made.descriptor.write(all: head)
    file = made
    head = []
  }
}

/// Owns a descriptor for a class.
private final class EntryFile {
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}
