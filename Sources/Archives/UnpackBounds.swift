/// What has been unpacked, against the limits.
struct UnpackBounds {
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
