import Receiver
import SyncContract
import Testing

/// Batches at random, against the plain model.
@Suite struct StorageConformanceModel {
  @Test(arguments: StorageCase.all, UInt64(1)...5)
  func everyStorageDoesWhatTheModelDoes(place: StorageCase, seed: UInt64) throws {
    let bench = try place.open()
    var model = StorageModel()
    var random = RandomBatches(seed: seed)
    random.strangers = 12
    var refused = 0
    var last: (rows: [ContractRow], dialect: ContractDialect)?
    for round in 0..<30 {
      random.era = Int64(round)
      let dialect = ContractDialect.allCases[Int.random(in: 0...1, using: &random.generator)]
      var rows = random.batch(in: dialect)
      rows.removeAll { row in
        row.table == .boards && Int.random(in: 0..<4, using: &random.generator) == 0
      }
      for row in rows where Int.random(in: 0..<8, using: &random.generator) > 0 {
        try note(row, bench, &model)
      }
      let isApplied = try compare(rows, dialect, bench, &model)
      if !isApplied { refused += 1 }
      if isApplied { last = (rows, dialect) }
      // The answer was lost, and the batch comes again, perhaps after others.
      if let last, Bool.random(using: &random.generator) {
        _ = try compare(last.rows, last.dialect, bench, &model)
      }
    }
    #expect((2..<29).contains(refused), "\(refused) of 30 were refused")
  }

  private func note(_ row: ContractRow, _ bench: StorageBench, _ model: inout StorageModel) throws {
    try bench.noteBlobs(of: row)
    if row.table == .flights, let id = row["id"]?.text {
      model.note(BlobKey(accountID: "anna", kind: .igc, id: id))
    }
    if row.table == .mapFiles, let id = row["contentHash"]?.text {
      model.note(BlobKey(accountID: "anna", kind: .file, id: id))
    }
  }

  /// Applies a batch to both; whether it was taken in.
  private func compare(
    _ rows: [ContractRow], _ dialect: ContractDialect, _ bench: StorageBench,
    _ model: inout StorageModel
  ) throws -> Bool {
    var expected: StorageFailure?
    var orphans: Set<BlobKey> = []
    do throws(StorageFailure) { orphans = try model.apply(rows, in: dialect) } catch {
      expected = error
    }
    var actual: StorageFailure?
    do {
      #expect(Set(try bench.apply(rows, in: dialect).orphans) == orphans)
    } catch let failure as StorageFailure {
      actual = failure
    }
    #expect(actual == expected)
    #expect(try bench.everything().sortedByBytes() == model.everything())
    #expect(try Set(bench.storage.blobs(of: "anna")) == model.blobs)
    return expected == nil
  }
}
