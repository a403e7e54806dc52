import BLEProfiles
import FuzzDriver

/// Any value of any characteristic that is decoded; the first byte chooses which.
@main
enum BLEValuesFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      guard let first = bytes.first else { return }
      let value = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.dropFirst()))
      switch first % 4 {
      case 0: heartRate(value)
      case 1: oximeter(.spotCheck, value)
      case 2: oximeter(.continuous, value)
      default: battery(value)
      }
    }
  }

  private static func heartRate(_ value: UnsafeRawBufferPointer) {
    guard let heart = try? HeartRateMeasurement(value) else { return }
    Fuzzer.expect(heart.intervals.count * 2 + heart.trailing < value.count, "more than was sent")
    Fuzzer.expect(heart.beatsPerMinute != 0, "a rate of zero")
  }

  private static func oximeter(
    _ kind: OximeterMeasurement.Kind, _ value: UnsafeRawBufferPointer
  ) {
    guard let oximeter = try? OximeterMeasurement(kind, value) else { return }
    Fuzzer.expect(oximeter.trailing + 5 <= value.count, "more than was sent")
    Fuzzer.expect((oximeter.saturationPercent ?? 1) <= 100, "more than saturated")
    _ = oximeter.beatsPerMinute
  }

  private static func battery(_ value: UnsafeRawBufferPointer) {
    guard let battery = try? BatteryLevel(value) else { return }
    Fuzzer.expect((battery.percent ?? 0) <= 100, "more than full")
  }
}
