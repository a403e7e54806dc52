import FlightModel
import Linux
import RecordingModel
import Store
import Telemetry
import TestSupport
import Testing

@Suite struct CommitTests {
  @Test func aFlightIsReadBackAsItWasOffered() throws {
    let fixture = StoreFixture()
    var stream = BatchStream()
    let batches = (0..<150).map { _ in stream.next() }
    do {
      let store = try fixture.open()
      for batch in batches { #expect(try store.commit(batch) == .stored(refusedRows: 0)) }
      try store.close()
    }
    let contents = try fixture.open().contents
    #expect(try contents.allFixes(of: RecordingID(1)) == batches.flatMap(\.fixes))
    #expect(try contents.allFrames(of: RecordingID(1)) == batches.flatMap(\.frames))
    #expect(try contents.fixCount(of: RecordingID(1)) == 1500)
    let times =
      UTCInstant(
        milliseconds: BatchStream.start)..<UTCInstant(
        milliseconds: BatchStream.start + 180_000)
    let buckets = try contents.buckets(board: "glider:D-1234", in: times)
    #expect(buckets.map(\.bucket) == [59, 119, 149].map { batches[$0].buckets[0] })
    var expected = try #require(batches.last?.recording)
    expected.bootID = fixture.bootID
    #expect(try contents.recording(RecordingID(1)) == expected)
    #expect(try contents.unfinishedRecordings() == [expected])
  }

  @Test func aBatchOfferedTwiceIsStoredOnce() throws {
    let fixture = StoreFixture()
    var stream = BatchStream()
    let first = stream.next()
    let second = stream.next()
    var store = try fixture.open()
    #expect(try store.commit(first) == .stored(refusedRows: 0))
    #expect(try store.commit(first) == .alreadyStored)
    #expect(try store.commit(second) == .stored(refusedRows: 0))
    store = try fixture.open()
    #expect(store.lastSequence == 2)
    #expect(try store.commit(first) == .alreadyStored)
    #expect(try store.commit(second) == .alreadyStored)
    #expect(try store.contents.allFixes(of: RecordingID(1)) == first.fixes + second.fixes)
    #expect(try store.contents.allFrames(of: RecordingID(1)).count == 4)
  }

  @Test func aBatchWithoutSequenceIsAlwaysStored() throws {
    let store = try StoreFixture().open()
    var stream = BatchStream()
    stream.sequence = nil
    let batch = stream.next()
    try store.commit(batch)
    try store.commit(batch)
    #expect(try store.contents.allFixes(of: RecordingID(1)) == batch.fixes + batch.fixes)
  }

  @Test func anEndOnceSetStays() throws {
    let store = try StoreFixture().open()
    var batch = BatchStream().firstOfCopy()
    try store.commit(batch)
    batch.sequence = nil
    batch.recording?.progress.end = .landed
    try store.commit(batch)
    batch.recording?.progress.end = nil
    try store.commit(batch)
    batch.recording?.progress.end = .interrupted
    try store.commit(batch)
    #expect(try store.contents.recording(RecordingID(1))?.progress.end == .landed)
    #expect(try store.contents.unfinishedRecordings() == [])
    #expect(try store.contents.recordingsWithoutIGC().map(\.id) == [RecordingID(1)])
    #expect(try store.contents.fixCount(of: RecordingID(1)) == 40)
  }

  @Test(arguments: [
    (RecordingEnd.stopped, 1), (.landed, 1), (.interrupted, 1), (.discarded, 0),
  ])
  func everyEndIsKept(end: RecordingEnd, filesDue: Int) throws {
    let store = try StoreFixture().open()
    var batch = BatchStream().firstOfCopy()
    batch.recording?.progress.end = end
    try store.commit(batch)
    #expect(try store.contents.recording(RecordingID(1))?.progress.end == end)
    #expect(try store.contents.unfinishedRecordings() == [])
    #expect(try store.contents.recordingsWithoutIGC().count == filesDue)
  }

  @Test(arguments: [[false, true, false], [true, false, true], [true, true, true]])
  func onlyDiscardedRecordingsLoseTheirFixes(discarded: [Bool]) throws {
    let store = try StoreFixture().open()
    var offered: [[RecordingBatch]] = []
    for (index, isDiscarded) in discarded.enumerated() {
      var stream = BatchStream()
      stream.sequence = nil
      stream.recordingID = RecordingID(Int64(index + 1))
      var batches = (0..<3).map { _ in stream.next() }
      batches[1].fixes[4].isPilotEvent = true
      batches[2].recording?.progress.end = isDiscarded ? .discarded : .landed
      for batch in batches { try store.commit(batch) }
      offered.append(batches)
    }
    for (index, isDiscarded) in discarded.enumerated() {
      let id = RecordingID(Int64(index + 1))
      var slices = 0
      while try store.removeFixes(ofDiscarded: id, limit: 7) {
        slices += 1
        #expect(try checked(store) == .sound)
      }
      #expect(slices == (isDiscarded ? 4 : 0))
      let expected = isDiscarded ? [] : offered[index].flatMap(\.fixes)
      #expect(try store.contents.allFixes(of: id) == expected)
      #expect(try store.contents.allFrames(of: id).count == 6)
    }
    #expect(try checked(store) == .sound)
    var stream = BatchStream()
    stream.sequence = nil
    stream.recordingID = RecordingID(9)
    let next = stream.next()
    try store.commit(next)
    #expect(try store.contents.allFixes(of: RecordingID(9)) == next.fixes)
    #expect(try checked(store) == .sound)
  }

  private func checked(_ store: StoreDatabase) throws -> IntegrityCheck.State {
    var check = IntegrityCheck()
    while try check.step(store.contents) == .running {}
    return check.state
  }

  @Test func recordingsThatAlternateKeepTheirRows() throws {
    let store = try StoreFixture().open()
    var streams = [BatchStream(), BatchStream()]
    streams[1].recordingID = RecordingID(2)
    streams[0].sequence = nil
    streams[1].sequence = nil
    var batches: [[RecordingBatch]] = [[], []]
    for turn in [0, 0, 1, 0, 1, 1, 0] {
      let batch = streams[turn].next()
      batches[turn].append(batch)
      try store.commit(batch)
    }
    for turn in 0...1 {
      let id = RecordingID(Int64(turn + 1))
      #expect(try store.contents.allFixes(of: id) == batches[turn].flatMap(\.fixes))
      #expect(try store.contents.allFrames(of: id) == batches[turn].flatMap(\.frames))
    }
    #expect(try store.nextRecordingID() == RecordingID(3))
    #expect(
      try store.contents.recordings(limit: 10).map(\.id) == [RecordingID(2), RecordingID(1)])
    #expect(
      try store.contents.recordings(before: RecordingID(2), limit: 10).map(\.id) == [RecordingID(1)]
    )
  }

  @Test func readingGoesOnAfterARow() throws {
    let store = try StoreFixture().open()
    var stream = BatchStream()
    let batches = (0..<5).map { _ in stream.next() }
    for batch in batches { try store.commit(batch) }
    var seen: [FixRecord] = []
    var last: Int64 = 0
    while true {
      let page = try store.contents.fixes(of: RecordingID(1), after: last, limit: 7)
      guard let newest = page.last else { break }
      #expect(page.count <= 7)
      seen += page.map(\.fix)
      last = newest.rowID
    }
    #expect(seen == batches.flatMap(\.fixes))
  }

  @Test func rowsOutsideTheContractNeverTakeFixesWithThem() throws {
    let store = try StoreFixture().open()
    var batch = BatchStream().firstOfCopy()
    batch.frames[0].capturedAtMs = -1
    batch.buckets[0].bucketStartMs += 1
    batch.markers = [
      TelemetryMarker(occurredAtMs: 1, elapsedRealtimeMs: -1, kind: .gap),
      TelemetryMarker(occurredAtMs: 2, elapsedRealtimeMs: 1, kind: .gap, message: "ok", gapMs: 3),
    ]
    #expect(try store.commit(batch) == .stored(refusedRows: 3))
    #expect(try store.contents.allFixes(of: RecordingID(1)) == batch.fixes)
    #expect(try store.contents.allFrames(of: RecordingID(1)) == [batch.frames[1]])
    #expect(try store.contents.markers(of: RecordingID(1)) == [batch.markers[1]])
    let event = try #require(try store.contents.events(limit: 1).first)
    #expect(event.eventName == "rows-refused")
    #expect(
      event.properties == [
        "telemetry_frames": "1", "telemetry_minute_buckets": "1", "telemetry_markers": "1",
      ])
  }

  @Test func framesGetTheirTimeLater() throws {
    let fixture = StoreFixture()
    let store = try fixture.open()
    var batch = BatchStream().firstOfCopy()
    for index in batch.frames.indices { batch.frames[index].capturedAtMs = nil }
    try store.commit(batch)
    #expect(try store.contents.allFrames(of: RecordingID(1)) == batch.frames)
    try store.assignTime(offsetMs: BatchStream.start)
    try store.assignTime(offsetMs: 5)
    #expect(
      try store.contents.allFrames(of: RecordingID(1)).map(\.capturedAtMs)
        == batch.frames.map { $0.elapsedRealtimeMs + BatchStream.start })
  }
}

extension BatchStream {
  /// The first batch, without changing this stream.
  func firstOfCopy() -> RecordingBatch {
    var copy = self
    return copy.next()
  }
}
