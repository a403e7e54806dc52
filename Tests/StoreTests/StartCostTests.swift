import RecordingModel
import SQLite
import Store
import Testing

/// What a start asks of a database costs a few pages, however long the Recording that it finds.
@Suite struct StartCostTests {
  static let rows = 300_000

  /// A Recording without an end whose rows fill some 14 MB.
  private func longRecording(_ fixture: StoreFixture) throws {
    var stream = BatchStream()
    let store = try fixture.open()
    for _ in 0..<3 { try store.commit(stream.next()) }
    try store.close()
    let connection = try Connection(path: fixture.path, access: .readWrite)
    try connection.execute(
      """
      PRAGMA synchronous = OFF;
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rows))
      INSERT INTO fix_record (offset_ms, latitude_e7, longitude_e7, gnss_altitude_cm,
          ground_speed_cm_s, vario_cm_s, bearing_centideg, horizontal_error_dm,
          vertical_error_dm, solution)
        SELECT 3000 + i, 473000000, 85000000, 45000, 2500, 200, 9000, 33, 44, 55 FROM n
      """)
    try connection.close()
  }

  @Test func aStartReadsAFewPagesOfALongRecording() throws {
    let fixture = StoreFixture()
    try longRecording(fixture)
    let store = try fixture.open()
    let contents = store.contents
    let unfinished = try contents.unfinishedRecordings()
    #expect(unfinished.map(\.id) == [RecordingID(1)])
    let before = store.pagesRead
    #expect(try contents.fixCount(of: RecordingID(1)) == Self.rows + 30)
    #expect(store.pagesRead - before < 20)
    #expect(try contents.newestFixes(of: RecordingID(1), limit: 4800).count == 4800)
    #expect(store.pagesRead - before < 400)
    _ = try contents.recordingsWithoutIGC()
    _ = try contents.flights(limit: 20)
    _ = try store.nextRecordingID()
    #expect(store.pagesRead - before < 420)
  }
}
