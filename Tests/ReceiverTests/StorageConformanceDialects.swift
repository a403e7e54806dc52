import Receiver
import SyncContract
import Testing

/// Rows of strict clients beside those of extended ones.
@Suite struct StorageConformanceDialects {
  private func alert(
    _ threshold: Double, at stamp: Int64, beeps: Int64? = nil
  ) -> ContractRow {
    .sample(
      .alerts,
      [
        "boardId": "b", "id": "a", "threshold": .number(threshold), "updatedAt": .integer(stamp),
        "beepCount": ContractValue(beeps), "repeatEverySeconds": ContractValue(beeps),
      ], in: beeps == nil ? .strict : .extended)
  }

  private func bench(_ place: StorageCase) throws -> StorageBench {
    let bench = try place.open()
    try bench.apply(.sample(.boards, ["id": "b"], in: .strict), in: .strict)
    return bench
  }

  @Test(arguments: StorageCase.all)
  func anEqualStampFillsWhatAStrictClientCouldNotTell(place: StorageCase) throws {
    let bench = try bench(place)
    try bench.apply(alert(1, at: 10), in: .strict)
    #expect(try bench.rows(of: .alerts) == [alert(1, at: 10)])
    try bench.apply(alert(2, at: 9, beeps: 7))
    #expect(try bench.rows(of: .alerts) == [alert(1, at: 10)])
    try bench.apply(alert(2, at: 10, beeps: 3))
    #expect(try bench.rows(of: .alerts) == [alert(1, at: 10, beeps: 3)])
    try bench.apply(alert(1, at: 10, beeps: 4))
    try bench.apply(alert(1, at: 10), in: .strict)
    #expect(try bench.rows(of: .alerts) == [alert(1, at: 10, beeps: 3)])
  }

  @Test(arguments: StorageCase.all)
  func aFieldToldAsNullIsTold(place: StorageCase) throws {
    let bench = try bench(place)
    #expect(try bench.rows(of: .boards).first?.values.count == 6)
    try bench.apply(.sample(.boards, ["id": "b"]))
    #expect(try bench.rows(of: .boards) == [.sample(.boards, ["id": "b"])])
    try bench.apply(.sample(.boards, ["id": "b", "deletedAt": 4]))
    #expect(try bench.rows(of: .boards) == [.sample(.boards, ["id": "b"])])
  }

  @Test(arguments: StorageCase.all)
  func aNewerStrictRowReplacesTheWholeRow(place: StorageCase) throws {
    let bench = try bench(place)
    try bench.apply(alert(1, at: 10, beeps: 3))
    try bench.apply(alert(2, at: 11), in: .strict)
    #expect(try bench.rows(of: .alerts) == [alert(2, at: 11)])
    try bench.apply(alert(2, at: 11, beeps: 5))
    #expect(try bench.rows(of: .alerts) == [alert(2, at: 11, beeps: 5)])
  }

  @Test(arguments: StorageCase.all)
  func aStrictBatchOfFullRowsCountsAsStrict(place: StorageCase) throws {
    let bench = try bench(place)
    try bench.apply(alert(1, at: 10, beeps: 3), in: .strict)
    #expect(try bench.rows(of: .alerts) == [alert(1, at: 10)])
  }

  @Test(arguments: StorageCase.all)
  func warningsCompareByTheStampOfTheirDialect(place: StorageCase) throws {
    func warning(_ last: Int64, _ updated: Int64?) -> ContractRow {
      .sample(
        .boardWarnings,
        [
          "boardId": "b", "lastDetectedAt": .integer(last), "updatedAt": ContractValue(updated),
        ], in: updated == nil ? .strict : .extended)
    }
    let bench = try bench(place)
    try bench.apply(warning(10, nil), in: .strict)
    try bench.apply(warning(9, nil), in: .strict)
    #expect(try bench.rows(of: .boardWarnings) == [warning(10, nil)])
    try bench.apply(warning(10, 10))
    #expect(try bench.rows(of: .boardWarnings) == [warning(10, 10)])
    try bench.apply(warning(8, 20))
    #expect(try bench.rows(of: .boardWarnings) == [warning(8, 20)])
    try bench.apply(warning(15, nil), in: .strict)
    #expect(try bench.rows(of: .boardWarnings) == [warning(8, 20)])
    try bench.apply(warning(21, nil), in: .strict)
    #expect(try bench.rows(of: .boardWarnings) == [warning(21, nil)])
  }

  @Test(arguments: StorageCase.all)
  func digestsAreThoseOfTheDialect(place: StorageCase) throws {
    let bench = try bench(place)
    try bench.apply(alert(1, at: 10), in: .strict)
    let strict = try bench.storage.digests(of: "anna", in: .strict)
    #expect(Set(strict.keys) == Set(ContractTable.all(in: .strict)).subtracting([.deleteActions]))
    try bench.apply(alert(1, at: 10, beeps: 3))
    #expect(try bench.storage.digests(of: "anna", in: .strict) == strict)
    let extended = try bench.storage.digests(of: "anna", in: .extended)
    #expect(extended[.alerts]?.count == 1 && extended[.alerts] != strict[.alerts])
    #expect(extended.count == ContractTable.allCases.count - 1)
  }
}
