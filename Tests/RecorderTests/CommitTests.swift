import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Testing

@Suite("Commits")
struct CommitTests {
  private func airborne(rate: Int, seconds: Int) -> Track {
    Track(rate: rate, legs: [.stand(30), .climbOut(25, 2, seconds)])
  }

  @Test("up to 2 Hz each fix is committed as it comes, faster ones once a second")
  func pace() {
    for (rate, batches) in [(1, 60), (2, 120), (10, 60), (20, 60)] {
      var cockpit = Cockpit(.always)
      cockpit.fly(airborne(rate: rate, seconds: 30).fixes)
      #expect(abs(cockpit.store.batches - batches) <= 4, "at \(rate) Hz")
      let newest = cockpit.kept[0].fixes.last!.recordedAt
      let due = airborne(rate: rate, seconds: 30).fixes.last!.trueTime
      #expect(due.milliseconds(since: newest) <= 1_000)
      cockpit.wait(seconds: 1)
      #expect(cockpit.kept[0].fixes.last!.recordedAt == due)
    }
  }

  @Test("fixes that were read together are committed together, none later than a second")
  func together() {
    let track = airborne(rate: 10, seconds: 30).fixes
    var cockpit = Cockpit(.always)
    var reads = 0
    for first in stride(from: 0, to: track.count - 9, by: 10) {
      reads += 1
      let due = track[first..<first + 10].enumerated().map { index, simulated in
        var fix = Fix(simulated, receiver: ReceiverID("/dev/simulated"))
        fix.receivedAt = cockpit.now.advanced(byMilliseconds: Int64(index) * 96)
        return fix
      }
      cockpit.perform(.fixes(due))
      cockpit.now = cockpit.now.advanced(byMilliseconds: 960)
      #expect(cockpit.kept.first?.fixes.last?.recordedAt == track[first + 9].trueTime)
    }
    #expect(abs(cockpit.store.batches - reads) <= 1)
  }

  @Test("a refused batch is sent again as it was until it is taken, and nothing is lost")
  func refused() {
    let track = airborne(rate: 10, seconds: 240)
    var cockpit = Cockpit()
    cockpit.fly(track.fixes.prefix(600))
    let before = cockpit.store.batches
    cockpit.store.mood = .refusing("disk full")
    cockpit.fly(track.fixes[600..<2_000])
    #expect(cockpit.store.batches == before)
    let status = cockpit.recorder.status
    #expect(status.commits.failedBatches > 10)
    #expect(status.lastCommitFailure == "disk full")
    #expect(status.pendingFixes >= 1_390)
    cockpit.store.mood = .prompt
    cockpit.fly(track.fixes[2_000...])
    cockpit.perform(.shutdown)
    #expect(cockpit.kept[0].missing(track.fixes) == 0)
    #expect(cockpit.recorder.status.pendingFixes == 0)
    #expect(cockpit.recorder.status.lastCommitFailure == nil)
  }

  @Test("a store that does not answer for 20 s gets all of it in one batch")
  func slow() {
    let track = airborne(rate: 10, seconds: 120)
    var cockpit = Cockpit(.always)
    cockpit.fly(track.fixes.prefix(500))
    cockpit.store.mood = .stalled
    cockpit.fly(track.fixes[500..<700])
    let before = cockpit.store.batches
    cockpit.wake()
    #expect(cockpit.store.batches == before + 1)
    #expect(cockpit.store.largestBatch > 180)
  }

  @Test("half an hour of 20 Hz is kept for a dead store")
  func halfAnHour() {
    let track = airborne(rate: 20, seconds: 1_770)
    var cockpit = Cockpit(.always)
    cockpit.store.mood = .refusing("I/O error")
    cockpit.fly(track.fixes)
    #expect(cockpit.recorder.status.pendingBytes <= 6 << 20)
    #expect(cockpit.recorder.status.commits.shedFixes == 0)
    cockpit.store.mood = .prompt
    cockpit.wait(seconds: 10)
    #expect(cockpit.kept[0].fixes.count == track.fixes.count)
  }

  @Test("beyond its bound detail goes first, then every second's surplus, then the oldest; marked")
  func shedding() throws {
    let track = airborne(rate: 10, seconds: 3_000)
    var cockpit = Cockpit(.always, queueBytes: 400_000)
    cockpit.fly(track.fixes.prefix(300))
    cockpit.store.mood = .refusing("disk full")
    for fix in track.fixes.dropFirst(300) {
      cockpit.fly(CollectionOfOne(fix))
      #expect(cockpit.recorder.status.pendingBytes <= 400_000 + 4_000)
    }
    cockpit.store.mood = .prompt
    cockpit.wait(seconds: 12)
    let status = cockpit.recorder.status
    let kept = try #require(cockpit.kept.first)
    #expect(status.commits.shedFrames > 0)
    #expect(status.commits.shedFixes > 0)
    #expect(kept.fixes.count + status.commits.shedFixes == track.fixes.count)
    let seconds = Set(kept.fixes.map { $0.recordedAt.milliseconds / 1000 })
    #expect(seconds.count >= 3_020, "one fix of nearly every second is left")
    let marker = try #require(kept.gaps.first)
    #expect(marker.message?.contains("\(status.commits.shedFixes) fixes") == true)
    #expect(cockpit.store.events.map(\.eventName) == ["fixes-shed"], "said once, not each time")
    #expect(cockpit.journal.count { $0.contains("gave up") } == 1)
    #expect(cockpit.store.undecodableFrames == 0)
  }

  @Test("an end that cannot be stored yet is finished when it can")
  func lateEnd() {
    let track = airborne(rate: 1, seconds: 60)
    var cockpit = Cockpit()
    cockpit.fly(track.fixes)
    cockpit.store.mood = .refusing("disk full")
    cockpit.perform(.command(.stop))
    #expect(cockpit.finished.isEmpty)
    cockpit.store.mood = .prompt
    cockpit.wait(seconds: 10)
    #expect(cockpit.finished == [RecordingID(1)])
  }
}
