import ControlAPI
import FlightModel
import JSON
import Testing

@Suite struct ThinnedTrackTests {
  /// A track of a point each `stepMs`.
  private func track(_ count: Int, stepMs: Int64) -> ThinnedTrack {
    var track = ThinnedTrack()
    for index in 0..<count {
      track.add(
        at: noon.advanced(byMilliseconds: Int64(index) * stepMs),
        Coordinate(latitudeE7: Int32(index), longitudeE7: 0), gnssAltitudeCm: Int32(index),
        pressureAltitudeCm: 0)
    }
    return track
  }

  @Test func keepsEveryPointOfAShortTrack() {
    let track = track(ThinnedTrack.capacity, stepMs: 1000)
    #expect(track.points.count == ThinnedTrack.capacity && !track.isThinned)
    #expect(track.start == noon)
  }

  @Test(arguments: [(4001, 1000), (36_000, 1000), (360_000, 100), (100_000, 60_000)])
  func thinsALongOneEvenly(count: Int, stepMs: Int) throws {
    let track = track(count, stepMs: Int64(stepMs))
    #expect(track.isThinned)
    #expect((ThinnedTrack.capacity / 4...ThinnedTrack.capacity).contains(track.points.count))
    let gaps = zip(track.points.dropFirst(), track.points).map { $0.offsetMs - $1.offsetMs }
    #expect(try #require(gaps.max()) <= 2 * (try #require(gaps.min())), "evenly in time")
    #expect(track.points.first?.offsetMs == 0)
    let end = Int64(count - 1) * Int64(stepMs)
    #expect(try #require(track.points.last).offsetMs > end - 2 * (try #require(gaps.max())))
  }

  @Test func timeNeverGoesBack() {
    var track = track(10, stepMs: 1000)
    track.add(
      at: noon, Coordinate(latitudeE7: 0, longitudeE7: 0), gnssAltitudeCm: nil,
      pressureAltitudeCm: nil)
    #expect(track.points.count == 10)
  }

  @Test func pressureThatIsZeroThroughoutIsNone() {
    var track = track(10, stepMs: 1000)
    track.leaveOutZeroPressure()
    #expect(track.points.allSatisfy { $0.pressureAltitudeCm == nil })
  }

  @Test func aDocumentTellsOnlyWhatCameSince() throws {
    let short = TrackDocument(subject: .recording(7), track: track(10, stepMs: 1500))
    let first = short.json(since: 0)
    #expect(first["points"]?.array?.count == 10)
    #expect(first["recording"]?.integer == 7 && first["flight"]?.isNull == true)
    #expect(first["start"]?.string == noon.rfc3339 && first["truncated"]?.bool == false)
    let point = try #require(first["points"]?.array?[1].array)
    #expect(point.map { $0.double } == [1.5, 0, 0, 0, 0])
    let next = try #require(first["next"]?.integer)
    #expect(next < 1 << 53, "exact in every reader of JSON")
    #expect(short.json(since: next)["points"]?.array == [])
    #expect(short.json(since: next)["next"]?.integer == next)
    let longer = TrackDocument(subject: .recording(7), track: track(12, stepMs: 1500))
    #expect(longer.json(since: next)["points"]?.array?.count == 2)
  }

  @Test(arguments: [TrackSubject.recording(8), .flight("00000abc"), .flight("7777")])
  func aPlaceInAnotherTrackIsNone(other: TrackSubject) throws {
    let next = try #require(
      TrackDocument(subject: .recording(7), track: track(10, stepMs: 1000)).json(since: 0)["next"]?
        .integer)
    let document = TrackDocument(subject: other, track: track(10, stepMs: 1000))
    #expect(document.json(since: next)["points"]?.array?.count == 10)
    #expect(document.json(since: .max)["points"]?.array?.count == 10)
  }

  @Test func whereNothingWasFlownThereIsNoTrack() {
    let json = TrackDocument(subject: nil, track: ThinnedTrack()).json(since: 0)
    #expect(json["recording"]?.isNull == true && json["flight"]?.isNull == true)
    #expect(json["points"]?.array == [] && json["next"]?.integer == 0)
  }
}
