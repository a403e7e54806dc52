import RecordingModel
import RideLogs
import Telemetry
import Testing

@Suite struct MinuteAssemblerTests {
  private func minutes(_ events: [RideLogEvent], board: String = "b") -> [ImportedMinute] {
    var assembler = MinuteAssembler(boardID: board)
    return events.compactMap { assembler.add($0) } + [assembler.finish()].compactMap(\.self)
  }

  @Test(arguments: RideLogFixture.all)
  func everyMinuteStandsAlone(fixture: RideLogFixture) throws {
    let (events, _) = try events(try fixture.bytes(), fixture.facts)
    let minutes = minutes(events)
    #expect(minutes.count == 2)
    for minute in minutes {
      #expect(minute.frames.first?.flags.contains(.keyframe) == true)
      let start = minute.bucket.bucketStartMs
      var decoder = FrameDecoder()
      for frame in minute.frames {
        #expect(decoder.decode(frame) != nil)
        #expect((start..<start + 60_000).contains(frame.capturedAtMs ?? -1))
      }
    }
    #expect(minutes.reduce(0) { $0 + Int($1.bucket.sampleCount) } == samples(events).count)
    #expect(minutes == self.minutes(events))
  }

  @Test func bucketsAddUpToTheRide() throws {
    let fixture = RideLogFixture.all[1]
    let (events, _) = try events(try fixture.bytes(), fixture.facts)
    let buckets = minutes(events).map(\.bucket)
    // What the simulator says of the ride "short".
    let way = try #require(buckets.last?.lastOdometerCm) - (buckets.first?.firstOdometerCm ?? 0)
    #expect(abs(way - 28_240) <= 1)
    let used = buckets.reduce(0) { $0 + $1.batteryUsedWhMilli }
    #expect(abs(Double(used) / 2944 - 1) < 0.02, "\(used)")
    #expect(buckets.map(\.maxAbsSpeedCentiKmh).max() == 2997)
    #expect(buckets.reduce(0) { $0 + $1.faultCount } > 0)
  }

  @Test func aSilenceLeavesAMarker() throws {
    let fixture = RideLogFixture.all[0]
    let (events, _) = try events(try fixture.bytes(), fixture.facts)
    let gaps = minutes(events).flatMap(\.markers).filter { $0.kind == .gap }
    #expect(gaps.map(\.gapMs) == [8100])
  }

  /// A file of nothing but marks must not fill the memory.
  @Test func marksOfAMinuteAreBounded() {
    let start: Int64 = 1_783_209_600_000
    let mark = RideLogEvent.marker(.connected, atMs: start, elapsedMs: 0)
    let sample = RideLogEvent.sample(TelemetrySample(capturedAtMs: start, elapsedRealtimeMs: 0))
    let minutes = minutes(Array(repeating: mark, count: 5000) + [sample])
    #expect(minutes.map(\.markers.count) == [MinuteAssembler.mostMarkers])
  }

  @Test func samplesThatGoBackAreLeftOut() {
    let times: [Int64] = [
      1_783_209_600_000, 1_783_209_601_000, 1_783_209_600_500, 1_783_209_602_000,
    ]
    let minutes = minutes(
      times.map { .sample(TelemetrySample(capturedAtMs: $0, elapsedRealtimeMs: 0)) })
    #expect(minutes.map(\.bucket.sampleCount) == [3])
  }
}
