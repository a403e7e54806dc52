import RecordingModel
import Store
import TestSupport
import Testing

/// What a flight costs on disk (`docs/database.md`), so that a wider column or a new index is seen.
@Suite struct FootprintTests {
  private struct Footprint {
    var fixRecord: Double
    var allTables: Double
    var log: Double
  }

  private func footprint(
    seconds: Int, pageSize: Int, hasPressure: Bool
  ) throws -> Footprint {
    var fixture = StoreFixture()
    fixture.pageSize = pageSize
    let store = try fixture.open()
    let before = try #require(try store.contents.bytesByTable())
    let logBefore = store.logBytesWritten
    var stream = BatchStream()
    stream.hasPressure = hasPressure
    for _ in 0..<seconds { try store.commit(stream.next()) }
    let after = try #require(try store.contents.bytesByTable())
    let fixes = Double(seconds * 10)
    let all = after.values.reduce(0, +) - before.values.reduce(0, +)
    return Footprint(
      fixRecord: Double(after["fix_record", default: 0]) / fixes,
      allTables: Double(all) / fixes, log: Double(store.logBytesWritten - logBefore) / fixes)
  }

  @Test(arguments: [false, true])
  func aFlightAt10HzStaysWithinTheGoals(hasPressure: Bool) throws {
    let footprint = try footprint(seconds: 600, pageSize: 1024, hasPressure: hasPressure)
    #expect(footprint.fixRecord <= 46)
    #expect(footprint.allTables <= 90)
    #expect(footprint.log <= 1500)
    #expect(footprint.fixRecord > 30)
    #expect(footprint.log > 500)
  }
}
