import CArchive
import Glibc
import Linux

/// An entry of an archive, as the archive calls it.
package struct ArchiveEntry: Equatable, Sendable {
  /// For comparing and showing only; at most 255 bytes, never a path to open. Whatever the archive
  /// says (`../`, absolute, a link), nothing of it reaches a file system.
  package let label: String
  /// Bytes as the archive claims; nil where it does not say.
  package let claimedBytes: Int64?
  /// Whether it needs a password.
  package let isLocked: Bool
}

/// What can be unpacked.
package enum ArchiveKind: Equatable, Sendable {
  case zip
  /// One file in gzip; its label says nothing.
  case gzip
}

/// Archives read from front to back through libarchive, in blocks, with bounds on everything.
package enum ArchiveFile {
  /// What takes the bytes of an entry, block by block.
  package typealias Sink = (UnsafeRawBufferPointer) throws -> Void
  /// What hears how an entry ended whose bytes were taken; nil is well.
  package typealias Ending = (ArchiveEntry, ArchiveError?) throws -> Void

  /// Hands the regular files of the archive `path` to `body` in their order. `body` returns what
  /// takes the entry's bytes, or nil to pass it over; an entry whose sink was given is handed over
  /// whole. Links, folders and devices are counted and passed over. What a sink throws ends it.
  ///
  /// A broken or locked entry ends it too, unless `ended` is there to hear of it: then the others
  /// still come. Limits always end it. Blocks its thread.
  package static func forEachEntry(
    of path: String, as kind: ArchiveKind = .zip, limits: ArchiveLimits = ArchiveLimits(),
    _ body: (ArchiveEntry) throws -> Sink?, ended: Ending? = nil
  ) throws {
    let file: Descriptor
    do { file = try Descriptor.open(path, O_NOFOLLOW) } catch { throw ArchiveError.file(error) }
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else {
      throw ArchiveError.file(.current("fstat", path))
    }
    let handle = try ArchiveHandle(kind)
    try handle.open(file.rawValue)
    var bounds = Bounds(limits, archiveBytes: Int64(status.st_size))
    while let entry = try handle.next() {
      try bounds.count()
      guard let entry else { continue }
      if entry.isLocked && ended == nil { throw ArchiveError.encrypted }
      guard let sink = try body(entry) else { continue }
      try unpack(entry, from: handle, &bounds, sink, ended)
    }
  }

  private static func unpack(
    _ entry: ArchiveEntry, from handle: borrowing ArchiveHandle, _ bounds: inout Bounds,
    _ sink: Sink, _ ended: Ending?
  ) throws {
    var fault: ArchiveError? = entry.isLocked ? .encrypted : nil
    bounds.begin()
    if fault == nil {
      do {
        try handle.forEachBlock { block in
          try bounds.add(block.count)
          try sink(block)
        }
      } catch let error as ArchiveError where error.isOfOneEntry && ended != nil {
        fault = error
      }
    }
    try ended?(entry, fault)
  }

  /// What has been unpacked, against the limits.
  private struct Bounds {
    let limits: ArchiveLimits
    let densest: Int64
    var entries = 0
    var entryBytes: Int64 = 0
    var totalBytes: Int64 = 0

    init(_ limits: ArchiveLimits, archiveBytes: Int64) {
      self.limits = limits
      let (product, isOver) = max(0, archiveBytes).multipliedReportingOverflow(by: limits.ratio)
      densest = isOver ? .max : max(product, limits.freeBytes)
    }

    mutating func count() throws(ArchiveError) {
      entries += 1
      if entries > limits.entries { throw .tooManyEntries(limit: limits.entries) }
    }

    mutating func begin() { entryBytes = 0 }

    mutating func add(_ bytes: Int) throws(ArchiveError) {
      entryBytes += Int64(bytes)
      totalBytes += Int64(bytes)
      if entryBytes > limits.entryBytes { throw .tooLarge(limit: limits.entryBytes) }
      if totalBytes > limits.totalBytes { throw .tooLarge(limit: limits.totalBytes) }
      if totalBytes > densest { throw .tooDense(ratio: limits.ratio) }
    }
  }
}
