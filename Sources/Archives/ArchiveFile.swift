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

  /// Hands the regular files of the archive `path` to `body` in their order. `body` returns what
  /// takes the entry's bytes, or nil to pass it over; an entry whose sink was given is handed over
  /// whole. Links, folders and devices are counted and passed over. What a sink throws ends it, and
  /// so does a broken or locked entry. Blocks its thread.
  package static func forEachEntry(
    of path: String, as kind: ArchiveKind = .zip, limits: ArchiveLimits = ArchiveLimits(),
    _ body: (ArchiveEntry) throws -> Sink?
  ) throws {
    var reader = try ArchiveReader(path, as: kind, limits: limits)
    while let entry = try reader.next() {
      if entry.isLocked { throw ArchiveError.encrypted }
      if let sink = try body(entry) { try reader.read(sink) }
    }
  }
}

/// An archive that is read entry by entry, for who has other things to do in between.
package struct ArchiveReader: ~Copyable {
  private let file: Descriptor
  private let handle: ArchiveHandle
  private var bounds: UnpackBounds
  private var isLocked = false

  /// Opens an archive without following a link.
  package init(
    _ path: String, as kind: ArchiveKind = .zip, limits: ArchiveLimits = ArchiveLimits()
  ) throws(ArchiveError) {
    let file: Descriptor
    do { file = try Descriptor.open(path, O_NOFOLLOW) } catch { throw ArchiveError.file(error) }
    var status = stat()
    guard fstat(file.rawValue, &status) == 0 else {
      throw ArchiveError.file(.current("fstat", path))
    }
    let handle = try ArchiveHandle(kind)
    try handle.open(file.rawValue)
    self.file = file
    self.handle = handle
    bounds = UnpackBounds(limits, archiveBytes: Int64(status.st_size))
  }

  /// Content that was unpacked so far, bytes.
  package var unpackedBytes: Int64 { bounds.totalBytes }
  /// Entries so far, of every kind.
  package var entries: Int { bounds.entries }

  /// The next regular file; nil at the end. An error ends the archive.
  package mutating func next() throws(ArchiveError) -> ArchiveEntry? {
    while let entry = try handle.next() {
      try bounds.count()
      guard let entry else { continue }
      isLocked = entry.isLocked
      return entry
    }
    return nil
  }

  /// Hands the present entry's bytes over; the last block only after its checksum was right. After an
  /// error that `concernsOneEntry` the next entries may be good.
  package mutating func read(_ sink: ArchiveFile.Sink) throws {
    if isLocked { throw ArchiveError.encrypted }
    bounds.begin()
    try handle.forEachBlock { block in
      try bounds.add(block.count)
      try sink(block)
    }
  }
}
