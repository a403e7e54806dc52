/// What an archive may hold; what is beyond is refused while it is unpacked, before it is kept.
package struct ArchiveLimits: Equatable, Sendable {
  /// Entries of every kind.
  package var entries = 64
  /// Content of one entry, bytes.
  package var entryBytes: Int64 = 512 << 20
  /// Content of all entries, bytes.
  package var totalBytes: Int64 = 512 << 20
  /// Content of all entries, in lengths of the archive; `freeBytes` never count as too dense.
  package var ratio: Int64 = 200
  package var freeBytes: Int64 = 4 << 20

  package init() {}
}
