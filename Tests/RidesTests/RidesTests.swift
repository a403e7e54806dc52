import FlightModel
import Rides
import Telemetry
import Testing

@Suite struct RidesTests {
  private let start: Int64 = 1_783_069_200_000

  /// A full minute, so many after the start.
  private func minute(_ index: Int64, board: String = "vesc:1", odometer: Int64? = nil)
    -> MinuteBucket
  {
    let at = start + index * 60_000
    var bucket = MinuteBucket(
      boardID: board, bucketStartMs: at, firstSampleAtMs: at, lastSampleAtMs: at + 59_000)
    bucket.sampleCount = 60
    bucket.movingSpeedSampleCount = 30
    bucket.sumMovingAbsSpeedCentiKmh = 30 * 2000
    bucket.maxAbsSpeedCentiKmh = 2500 + Int32(index)
    bucket.gpsDistanceCm = 30_000
    bucket.batteryUsedWhMilli = 5000
    bucket.minBatteryVoltageMv = 60_000 - Int32(index)
    bucket.firstOdometerCm = odometer
    bucket.lastOdometerCm = odometer.map { $0 + 25_000 }
    return bucket
  }

  @Test func aPauseOfHalfAnHourStaysOneRideAndALongerOneSplits() {
    // The last sample of minute 0 is one second before minute 1.
    let together = [minute(0), minute(30)]
    #expect(Ride.rides(of: together).count == 1)
    let apart = [minute(0), minute(31)]
    #expect(Ride.rides(of: apart).count == 2)
  }

  @Test func aLongRestWithSamplesSplitsAndBelongsToNoRide() throws {
    let minutes = (0...62).map { index in
      var bucket = minute(Int64(index))
      if (1...60).contains(index) { bucket.movingSpeedSampleCount = 0 }
      return bucket
    }
    let rides = Ride.rides(of: minutes)
    #expect(rides.map(\.sampleCount) == [60 * 31, 120])
    let total = try #require(Ride.total(of: minutes))
    #expect(total.sampleCount == 3_780)
  }

  @Test func minutesAddUp() throws {
    let ride = try #require(Ride.rides(of: [minute(0), minute(1), minute(2)]).first)
    #expect(ride.sampleCount == 180)
    #expect(ride.distanceCm == 90_000)
    #expect(ride.movingMs == 3 * 29_500)
    #expect(ride.averageSpeedCentiKmh == 2000)
    #expect(ride.maxSpeedCentiKmh == 2502)
    #expect(ride.batteryUsedWhMilli == 15_000)
    #expect(ride.minBatteryVoltageMv == 59_998)
    #expect(ride.firstSampleAtMs == start)
    #expect(ride.lastSampleAtMs == start + 2 * 60_000 + 59_000)
  }

  @Test func theOdometerCountsBetweenMinutesToo() throws {
    let minutes = [minute(0, odometer: 1000), minute(1, odometer: 26_500)]
    let ride = try #require(Ride.rides(of: minutes).first)
    #expect(ride.distanceCm == 25_000 + 500 + 25_000)
  }

  @Test func anOdometerThatStartsAgainTakesNothingBack() throws {
    let minutes = [minute(0, odometer: 900_000), minute(1, odometer: 0)]
    let ride = try #require(Ride.rides(of: minutes).first)
    #expect(ride.distanceCm == 50_000)
  }

  @Test func anotherBoardIsAnotherRide() {
    #expect(Ride.rides(of: [minute(0), minute(1, board: "vesc:2")]).count == 2)
  }

  @Test func theIdNamesStartAndBoard() throws {
    let one = Ride(minute(0))
    let other = Ride(minute(0, board: "vesc:2"))
    #expect(one.id.hasPrefix("20260703-0900-"))
    #expect(one.id.utf8.count == 18)
    #expect(one.id != other.id)
    #expect(Ride(minute(0)).id == one.id)
  }

  @Test func extremeCountersDoNotTrap() throws {
    var bucket = minute(0, odometer: .max - 25_000)
    bucket.gpsDistanceCm = .max
    bucket.batteryUsedWhMilli = .max
    bucket.maxGpsSpeedCentiMps = .max
    let ride = try #require(Ride.total(of: [bucket, bucket, minute(1, odometer: .min)]))
    #expect(ride.batteryUsedWhMilli == .max)
  }
}
