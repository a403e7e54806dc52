import ControlAPI
import FlightModel
import Linux
import TestSupport
import Testing

@Suite struct HostWatchTests {
  private let root = TemporaryFolder()
  private let start = MonotonicInstant(nanoseconds: 5_000_000_000)

  /// A watch over a machine whose files are in the folder.
  private func watch(ticks: String, throttled: String? = nil) throws -> HostWatch {
    try put("proc/stat", "cpu  \(ticks)\n")
    if let throttled { try put(supply, throttled) }
    return HostWatch(sensors: HostSensors(root: root.path))
  }

  private let supply = "sys/devices/platform/soc/soc:firmware/get_throttled"

  private func put(_ path: String, _ text: String) throws {
    let file = root.file(path)
    try Files.makeFolder(Files.folder(of: file))
    try Files.replace(file, with: Array(text.utf8))
  }

  private func after(_ seconds: Int64) -> MonotonicInstant {
    start.advanced(byMilliseconds: seconds * 1000)
  }

  @Test func nothingIsKnownBeforeTheFirstReading() throws {
    let watch = try watch(ticks: "100 0 0 900 0 0 0 0")
    #expect(watch.last(at: start) == HostStatus())
  }

  @Test func theShareOfTheProcessorsIsBetweenTwoReadings() throws {
    let watch = try watch(ticks: "100 0 0 900 0 0 0 0")
    #expect(watch.status(at: start).cpuShare == nil)
    try put("proc/stat", "cpu  125 0 0 975 0 0 0 0\n")
    #expect(watch.status(at: after(10)).cpuShare == 0.25)
    #expect(watch.last(at: after(12)).cpuShare == 0.25)
  }

  @Test func sensorsAreReadOnceInTenSecondsHoweverManyAsk() throws {
    let watch = try watch(ticks: "100 0 0 900 0 0 0 0")
    _ = watch.status(at: start)
    try put("proc/stat", "cpu  200 0 0 900 0 0 0 0\n")
    let early = watch.status(at: after(9))
    #expect(early.cpuShare == nil)
    #expect(early.ageS == 9)
    let due = watch.status(at: after(10))
    #expect(due.cpuShare == 1)
    #expect(due.ageS == 0)
  }

  @Test func ticksThatRunBackwardsTellNothingNew() throws {
    let watch = try watch(ticks: "100 0 0 900 0 0 0 0")
    _ = watch.status(at: start)
    try put("proc/stat", "cpu  10 0 0 20 0 0 0 0\n")
    #expect(watch.status(at: after(10)).cpuShare == nil)
  }

  @Test func eachTimeTheSupplyFallsCountsOnce() throws {
    let watch = try watch(ticks: "1 0 0 1 0 0 0 0", throttled: "0\n")
    #expect(watch.status(at: start).lowSupplies == 0)
    for (second, text) in [(10, "1"), (20, "1"), (30, "0"), (40, "1")] as [(Int64, String)] {
      try put(supply, text + "\n")
      _ = watch.status(at: after(second))
    }
    let status = watch.last(at: after(45))
    #expect(status.isSupplyLow == true)
    #expect(status.wasSupplyLow == true)
    #expect(status.lowSupplies == 2)
    #expect(status.lowSupplyAgeS == 5)
  }

  @Test func aBoardThatSaysNothingOfItsSupplyHasNoCount() throws {
    let status = try watch(ticks: "1 0 0 1 0 0 0 0").status(at: start)
    #expect(status.lowSupplies == nil)
    #expect(status.wasSupplyLow == nil)
    #expect(status.lowSupplyAgeS == nil)
  }
}
