import Crypto
import Receiver
import SeededRandom
import SyncContract
import Testing

/// Reading back: every byte, in the order of the natural key, with the right digest.
@Suite struct StorageConformancePages {
  @Test(arguments: StorageCase.all)
  func whatIsReadIsWhatCame(place: StorageCase) throws {
    let bench = try place.open()
    var random = RandomBatches(seed: 4711)
    let parents: [ContractRow] = [
      .sample(.boards, ["id": "b"]), .sample(.tuneProfiles, ["id": "p", "boardId": "b"]),
    ]
    try bench.apply(parents)
    for table in ContractTable.allCases where table != .deleteActions {
      let rows = (0..<40).map { _ in
        random.row(table, parent: table.parent?.table == .boards ? "b" : "p")
      }
      for row in rows { try bench.noteBlobs(of: row) }
      try bench.apply(rows)
      let offered = Set(rows.map(\.spelling))
      let read = try bench.rows(of: table, limit: 7).map(\.spelling)
      let strangers = read.filter { !offered.contains($0) && !parents.map(\.spelling).contains($0) }
      if table != .metricExclusionRanges && table != .flights {
        #expect(strangers == [], "\(table)")
      }
      #expect(read.count > 10, "\(table)")
    }
  }

  @Test(arguments: StorageCase.all)
  func textsAreOrderedByTheirBytes(place: StorageCase) throws {
    let bench = try place.open()
    let keys = [
      "", "!", "=", "A", "Z", "_", "a", "a\u{1}", "aa", "b", "z", "e\u{301}", "é", "€", "\u{FFFD}",
      "😀",
    ]
    .filter { !$0.isEmpty }
    let rows = keys.map { StorageConformanceRows.setting("1", at: 1, key: $0) }
    try bench.apply(rows.reversed())
    let expected = keys.map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) }
    for limit in [1, 2, 5, keys.count, 1000] {
      let read = try bench.rows(of: .appSettings, limit: limit)
      #expect(read.map { Array(($0["key"]?.text ?? "").utf8) } == expected)
    }
  }

  @Test(arguments: StorageCase.all)
  func numbersAreOrderedAsNumbers(place: StorageCase) throws {
    let bench = try place.open()
    let times: [Int64] = [0, 5, 9, 10, 11, 99, 100, 1 << 40, (1 << 53) - 1]
    let rows: [ContractRow] = ["a", "b"].flatMap { board in
      times.map {
        .sample(.telemetryFrames, ["boardId": .text(board), "capturedAtMs": .integer($0)])
      }
    }
    try bench.apply(
      [.sample(.boards, ["id": "a"]), .sample(.boards, ["id": "b"])] + rows.reversed())
    for limit in [1, 4, 18] {
      #expect(try bench.rows(of: .telemetryFrames, limit: limit) == rows)
    }
  }

  @Test(arguments: StorageCase.all)
  func aPageEndsWhereTheRowsDo(place: StorageCase) throws {
    let bench = try place.open()
    let none = try bench.storage.page(of: .appSettings, account: "anna", after: nil, limit: 2)
    #expect(none == RowPage(rows: []))
    try bench.apply((0..<4).map { StorageConformanceRows.setting("1", at: 1, key: "k\($0)") })
    let first = try bench.storage.page(of: .appSettings, account: "anna", after: nil, limit: 2)
    #expect(first.rows.count == 2 && first.next != nil)
    let last = try bench.storage.page(
      of: .appSettings, account: "anna", after: first.next, limit: 2)
    #expect(last.rows.count == 2 && last.next == nil)
    let actions = try bench.storage.page(of: .deleteActions, account: "anna", after: nil, limit: 2)
    #expect(actions == RowPage(rows: []))
  }

  @Test(arguments: StorageCase.all)
  func aPageMayBeginAfterARowThatIsGone(place: StorageCase) throws {
    let bench = try place.open()
    let rows = (0..<4).map { StorageConformanceRows.setting("1", at: 1, key: "k\($0)") }
    try bench.apply(rows)
    let first = try bench.storage.page(of: .appSettings, account: "anna", after: nil, limit: 2)
    try bench.apply(.delete(.appSetting, ["k1"], atMs: 1))
    let rest = try bench.storage.page(
      of: .appSettings, account: "anna", after: first.next, limit: 9)
    #expect(rest.rows == Array(rows.suffix(2)))
  }

  @Test(arguments: StorageCase.all)
  func aBeginningFromElsewhereIsRefused(place: StorageCase) throws {
    let bench = try place.open()
    let texts = [
      "", "zz", "0", "ff", "323a6162", "312d", "2d", "393939393939393a61", "313a61313a61",
      "313a00", "313aff", "2d313a61", "3a61", String(repeating: "31", count: 5000), "'; --",
    ]
    for text in texts where text != "323a6162" {
      #expect(throws: StorageFailure.unknownPage, "\(text.prefix(20))") {
        try bench.storage.page(of: .appSettings, account: "anna", after: text, limit: 2)
      }
    }
    #expect(throws: StorageFailure.unknownPage) {
      try bench.storage.page(of: .telemetryFrames, account: "anna", after: "323a6162", limit: 2)
    }
    let page = try bench.storage.page(
      of: .appSettings, account: "anna", after: "323a6162", limit: 2)
    #expect(page == RowPage(rows: []))
  }

  @Test(arguments: StorageCase.all, ContractDialect.allCases)
  func digestsAreThoseOfTheRows(place: StorageCase, dialect: ContractDialect) throws {
    let bench = try place.open()
    var random = RandomBatches(seed: 99)
    for account in ["anna", "bert"] {
      for _ in 0..<10 {
        let rows = random.batch(in: dialect)
        for row in rows { try bench.noteBlobs(of: row, account: account) }
        try bench.apply(rows, of: account, in: dialect)
      }
      let digests = try bench.storage.digests(of: account, in: dialect)
      for table in ContractTable.all(in: dialect) where table != .deleteActions {
        var expected = TableDigest()
        var hash = SHA256()
        for row in try bench.rows(of: table, account: account) {
          try expected.add(row, in: dialect, by: &hash)
        }
        #expect(digests[table] == expected, "\(table)")
        #expect(expected.count > 0, "\(table)")
      }
    }
  }
}

extension StorageBench {
  /// Notes the blobs that a row names.
  func noteBlobs(of row: ContractRow, account: String = "anna") throws {
    if row.table == .flights, let id = row["id"]?.text {
      try storage.keep(BlobKey(accountID: account, kind: .igc, id: id))
    }
    if row.table == .mapFiles, let id = row["contentHash"]?.text {
      try storage.keep(BlobKey(accountID: account, kind: .file, id: id))
    }
  }
}
