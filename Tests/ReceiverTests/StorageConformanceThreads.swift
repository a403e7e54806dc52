import Linux
import Receiver
import SyncContract
import Synchronization
import Testing

/// Several threads and several receivers at once.
@Suite struct StorageConformanceThreads {
  /// Runs `body` on threads of their own and waits for all; the failures come back as text.
  static func together(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
  ) async -> [String] {
    let (ends, feed) = AsyncStream<String?>.makeStream()
    for number in 0..<count {
      do {
        try Threads.spawn(name: "writer-\(number)") {
          do {
            try body(number)
            feed.yield(nil)
          } catch {
            feed.yield("\(error)")
          }
        }
      } catch {
        feed.yield("\(error)")
      }
    }
    var failures: [String] = []
    var left = count
    for await end in ends {
      if let end { failures.append(end) }
      left -= 1
      if left == 0 { break }
    }
    return failures
  }

  @Test(arguments: StorageCase.all)
  func oneCodeGivesOneToken(place: StorageCase) async throws {
    let bench = try place.open()
    let wins = Mutex(0)
    for round in 0..<8 {
      try bench.storage.add(StorageConformanceAccounts.code("k\(round)"))
      let failures = await Self.together(6) { number in
        let storage = number.isMultiple(of: 2) ? bench.storage : bench.another()
        let token = StorageConformanceAccounts.token(UInt8(round * 6 + number))
        if try storage.redeem("k\(round)", for: token) { wins.withLock { $0 += 1 } }
      }
      #expect(failures == [])
      #expect(wins.withLock { $0 } == round + 1)
      #expect(try bench.storage.tokens(of: "anna").count == round + 1)
    }
  }

  @Test(arguments: StorageCase.all)
  func receiversThatStartTogetherMakeOneSchema(place: StorageCase) async throws {
    let bench = try place.make()
    let failures = await Self.together(4) { number in
      let storage = bench.another()
      try storage.prepare()
      try storage.prepare()
      try storage.add(ReceiverAccount(id: "a\(number)", name: "", createdAtMs: 1))
    }
    #expect(failures == [])
    #expect(try bench.storage.accounts().count == 4)
  }

  @Test(arguments: StorageCase.all)
  func twoWritersLoseAndDoubleNothing(place: StorageCase) async throws {
    let bench = try place.open()
    let hash = StorageConformanceBlobs.hash("a")
    try bench.storage.keep(BlobKey(accountID: "anna", kind: .igc, id: hash))
    let failures = await Self.together(4) { number in
      let storage = bench.another()
      for round: Int64 in 0..<15 {
        let stamp = round * 4 + Int64(number)
        let rows: [ContractRow] = [
          StorageConformanceRows.setting("\(stamp)", at: stamp),
          .sample(.boards, ["id": "b", "updatedAt": .integer(stamp)]),
          .sample(.telemetryFrames, ["boardId": "b", "capturedAtMs": .integer(stamp)]),
          .sample(.telemetryFrames, ["boardId": "b", "capturedAtMs": .integer(round)]),
          .sample(
            .flights,
            [
              "id": .text(hash), "lastOpenedAt": .integer(stamp), "updatedAt": .integer(stamp),
              number == 0 ? "fieldsUpdatedAt" : "summaryUpdatedAt": .integer(stamp),
            ]),
        ]
        _ = try storage.apply(
          ContractBatch(rows: rows), of: "anna", in: .extended, nowMs: StorageBench.now)
      }
    }
    #expect(failures == [])
    #expect(try bench.rows(of: .appSettings) == [StorageConformanceRows.setting("59", at: 59)])
    #expect(try bench.rows(of: .telemetryFrames).count == 60)
    let flight = try #require(try bench.rows(of: .flights).first)
    #expect(flight["updatedAt"] == 59 && flight["lastOpenedAt"] == 59)
    #expect(flight["fieldsUpdatedAt"] == 56 && flight["summaryUpdatedAt"] == 59)
  }

  @Test(arguments: StorageCase.all)
  func readersSeeWholeBatches(place: StorageCase) async throws {
    let bench = try place.open()
    let failures = await Self.together(4) { number in
      for round: Int64 in 1...20 {
        if number == 0 {
          try bench.apply(
            ["a", "b"].map { StorageConformanceRows.setting("\(round)", at: round, key: $0) })
        } else {
          let values = try bench.rows(of: .appSettings).map { $0["valueJson"] }
          if Set(values.map { $0?.text }).count > 1 { throw StorageFailure.broken("half a batch") }
        }
      }
    }
    #expect(failures == [])
  }
}
