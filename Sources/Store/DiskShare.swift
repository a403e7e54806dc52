import Linux
import SQLite

/// How much of its partition a database takes.
package struct DiskShare: Equatable, Sendable {
  /// Where the alarm is raised unless someone sets another number, percent.
  package static let defaultAlarmPercent = 50

  /// Bytes of the file and its log.
  package var bytes: Int64
  /// Bytes of the partition.
  package var total: Int64

  package init(bytes: Int64, total: Int64) {
    self.bytes = bytes
    self.total = total
  }

  /// The share, 0 to 100 and more.
  package var percent: Int {
    total > 0 ? Int(Double(max(0, bytes)) / Double(total) * 100) : 0
  }

  /// Whether the database takes more than it should.
  package func isAbove(_ alarmPercent: Int = defaultAlarmPercent) -> Bool {
    percent >= alarmPercent
  }
}

extension StoreContents {
  /// The share of its partition that the database takes.
  package func diskShare() throws(StoreError) -> DiskShare {
    let sizes = try sizes()
    do {
      let space = try Files.space(at: connection.path)
      return DiskShare(bytes: sizes.file + sizes.log, total: space.total)
    } catch {
      throw .files(error)
    }
  }
}
