import FlightAnalysis
import FlightModel
import FuzzDriver
import IGC

/// The analysis of any file, and of any steps from fix to fix: files alone seldom fly.
@main
enum AnalysedFlightFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      check(IGCFile(reading: Array(bytes)).track)
      check(track(of: bytes))
    }
  }

  /// Seven bytes a fix: time, way, height and what is odd of it.
  private static func track(of bytes: UnsafeBufferPointer<UInt8>) -> [TrackFix] {
    var time: Int64 = 1_780_000_000_000
    var place = Coordinate(latitudeE7: 470_000_000, longitudeE7: 1_799_000_000)
    var altitude: Int32 = 900
    return stride(from: 0, to: bytes.count - 6, by: 7).map { start in
      let odd = bytes[start]
      time &+= Int64(Int8(bitPattern: bytes[start + 1])) &* (odd & 1 == 0 ? 50 : 70_000_000)
      let step: Int32 = odd & 2 == 0 ? 40 : 4_000_000
      place.latitudeE7 &+= Int32(Int8(bitPattern: bytes[start + 2])) &* step
      place.longitudeE7 &+= Int32(Int8(bitPattern: bytes[start + 3])) &* step
      altitude &+= Int32(Int8(bitPattern: bytes[start + 4])) &* (odd & 4 == 0 ? 1 : 20_000_000)
      return TrackFix(
        time: UTCInstant(milliseconds: time), position: place, isValid: odd & 8 == 0,
        pressureAltitudeM: odd & 16 == 0 ? altitude : nil,
        gnssAltitudeM: odd & 32 == 0 ? altitude &+ 40 : nil,
        engine: TrackFix.Engine(
          noiseLevel: Int16(bytes[start + 5]) &* 4,
          revolutions: odd & 64 == 0 ? nil : Int32(bytes[start + 6]) &* 9_000_000))
    }
  }

  private static func check(_ fixes: [TrackFix]) {
    var options = AnalysisOptions()
    options.shapes = []
    let flight = AnalysedFlight.analyse(fixes, options: options)
    for phase in flight.phases {
      Fuzzer.expect(fixes.indices.contains(phase.fixes.upperBound), "a phase beyond the fixes")
      Fuzzer.expect(phase.durationMs > 0, "a phase of no time")
    }
    let breaks = zip(flight.phases, flight.phases.dropFirst()).filter {
      $0.fixes.upperBound != $1.fixes.lowerBound
    }
    Fuzzer.expect(breaks.count == max(0, flight.parts.count - 1), "phases do not tile")
    let sum = flight.phases.reduce(0) { $0 + $1.durationMs }
    Fuzzer.expect(sum == flight.durationMs, "phases are not the flight's time")
  }
}
