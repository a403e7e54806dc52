import Archives
import ControlAPI
import FlightModel
import Glibc
import JSON
import Linux
import RecordingModel
import Store
import Telemetry

/// Backups of the app: a ZIP with `manifest.json` and `db.sqlite`.
extension RideImporter {
  private static let manifestLabel = "manifest.json"
  private static let databaseLabel = "db.sqlite"
  private static let longestManifest = 64 << 10

  func takeBackup(
    _ path: String, _ order: ImportOrder, _ hash: String, _ zones: [PrivacyZone]
  ) throws(ControlError) -> ImportResult {
    let board = order.board == nil ? "" : try self.board(order, source: nil)
    if try earlier(hash, board) != nil {
      return ImportResult(wasKnown: true, boards: board.isEmpty ? [] : [board])
    }
    defer { removeUnpacked() }
    removeUnpacked()
    let version = try unpack(path)
    do {
      let backup = try AppBackup(path: folder.unpacked, schemaVersion: version)
      let result = try take(backup, board, zones)
      try note(hash, board, minutes: Int(result.minutes))
      return result
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Whether an archive has what makes a backup; its content is not looked at.
  func isBackup(_ path: String) -> Bool {
    var labels: Set<String> = []
    // What is no archive, or a broken one, is for others to say.
    try? ArchiveFile.forEachEntry(of: path) { entry in
      labels.insert(entry.label)
      return nil
    }
    return labels.isSuperset(of: [Self.manifestLabel, Self.databaseLabel])
  }

  /// Any failure in the words of the socket.
  private static func refusal(_ error: any Error) -> ControlError {
    switch error {
    case let error as ControlError: error
    case let error as SystemError:
      ControlError(
        .storageFailed, message: "the backup cannot be unpacked: \(error)", hint: "check the disk")
    default: unusable("\(error)")
    }
  }

  private func take(
    _ backup: AppBackup, _ board: String, _ zones: [PrivacyZone]
  ) throws -> ImportResult {
    let sources = try backup.boardSources()
    guard !sources.isEmpty else { throw Self.unusable("the backup holds no ride") }
    guard board.isEmpty || sources.count == 1 else {
      throw ControlError(
        .badRequest, message: "the backup holds rides of \(sources.count) boards",
        hint: "leave --board out: the backup names them itself")
    }
    var result = ImportResult(wasKnown: false, boards: [])
    for source in sources {
      let id = board.isEmpty ? try self.board(ofSource: source) : board
      if !result.boards.contains(id) { result.boards.append(id) }
      try take(backup, source, id, zones, &result)
    }
    return result
  }

  private func take(
    _ backup: AppBackup, _ source: String, _ board: String, _ zones: [PrivacyZone],
    _ result: inout ImportResult
  ) throws {
    var minutes: [ImportedMinute] = []
    func flush() throws(ControlError) {
      let stored = try store(minutes)
      minutes.removeAll(keepingCapacity: true)
      result.minutes += Int64(stored.stored)
      result.knownMinutes += Int64(stored.known)
    }
    let skipped = try backup.forEachMinute(
      of: source, as: board,
      hidden: { place in
        let isHidden = zones.contains { $0.contains(place) }
        if isHidden { result.hiddenSamples += 1 }
        return isHidden
      },
      { minute in
        minutes.append(minute)
        result.samples += Int64(minute.bucket.sampleCount)
        if minutes.count >= Self.batchMinutes { try flush() }
        return true
      })
    try flush()
    result.brokenRows += Int64(skipped)
  }

  // MARK: The archive

  /// Unpacks the database under a name of our own, and returns the version that the manifest tells.
  private func unpack(_ path: String) throws(ControlError) -> Int64 {
    var manifest: [UInt8]?
    var hasDatabase = false
    do {
      var limits = ArchiveLimits()
      limits.totalBytes = min(
        limits.totalBytes, max(0, try Files.space(at: folder.path).free - ImportDesk.reserve))
      try ArchiveFile.forEachEntry(of: path, limits: limits) { entry in
        switch entry.label {
        case Self.manifestLabel where manifest == nil:
          manifest = []
          return { block in
            guard (manifest?.count ?? 0) + block.count <= Self.longestManifest else {
              throw Self.unusable("the backup's manifest is too long")
            }
            manifest? += block
          }
        case Self.databaseLabel where !hasDatabase:
          hasDatabase = true
          let file = OutputFile(
            try Descriptor.open(
              folder.unpacked, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600))
          return { try file.descriptor.write(all: $0) }
        default: return nil
        }
      }
    } catch {
      throw Self.refusal(error)
    }
    guard let manifest, hasDatabase else {
      throw Self.unusable(
        "the archive is no backup: it has no \(manifest == nil ? Self.manifestLabel : Self.databaseLabel)"
      )
    }
    return try Self.schemaVersion(manifest)
  }

  private static func schemaVersion(_ manifest: [UInt8]) throws(ControlError) -> Int64 {
    guard let json = try? JSONValue.parse(manifest),
      json["format"]?.string == "vesc-db-backup", let version = json["schemaVersion"]?.integer
    else {
      throw unusable("the archive is no backup: its manifest is of another format")
    }
    return version
  }

  /// What SQLite may have left beside the file goes too. One that stays is removed by the next.
  private func removeUnpacked() {
    for suffix in ["", "-wal", "-shm", "-journal"] { try? Files.remove(folder.unpacked + suffix) }
  }
}

/// Owns a descriptor for a closure, which cannot.
private final class OutputFile {
  let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
}
