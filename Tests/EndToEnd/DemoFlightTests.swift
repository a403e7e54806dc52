import FlightModel
import FlightSimulator
import Glibc
import Linux
import TestSupport
import Testing

/// The demo's flight through gpsd, recorder and logbook, judged by other people's readers against
/// what the simulator flew.
@Suite(.timeLimit(.minutes(10)))
struct DemoFlightTests {
  private static let python = getenv("BAROGRAPH_FOREIGN_PYTHON").map { String(cString: $0) }

  @Test(
    "other people's readers agree with the simulator on every fix",
    .enabled(
      if: python != nil,
      "set BAROGRAPH_FOREIGN_PYTHON to a Python with the packages of Tests/Foreign/requirements.txt"
    ))
  func foreignReadersAgree() async throws {
    let flight = SimulatedFlight(.demo)
    let gpsd = try await PrivateGPSD()
    let box = try Box(port: gpsd.port)
    try await box.start()
    try await gpsd.feed(flight.fixes)
    try await box.stored(upTo: flight.fixes.last!.time)
    #expect(try await box.command("record", "stop").code == 0)

    let stored = Set(try box.rows().fixTimes())
    let kept = flight.fixes.filter { stored.contains($0.time) }
    #expect(kept.count == stored.count)
    #expect(stored.isSuperset(of: flight.fixes.due(in: flight.truth).map(\.time)))
    let expected = box.folder.file("expected.csv")
    try Files.replace(expected, with: Array(table(kept).utf8))
    let name = try #require(box.files.first)
    let run = try await ChildProcess.run([
      try #require(Self.python), "\(PackageFolder.root)/Tests/Foreign/igc-readers.py",
      "\(box.state)/flights/\(name)", expected,
    ])
    #expect(run.ending == .exit(0), "\(run.output)")
    await box.stop()
  }

  /// The columns that the script reads; the receiver has no pressure sensor.
  private func table(_ fixes: [SimulatedFix]) -> String {
    let rows = fixes.map { fix in
      let seconds = Double(fix.time.milliseconds) / 1000
      let height = Double(fix.ellipsoidAltitudeCm) / 100
      return "\(seconds),\(fix.position.latitude),\(fix.position.longitude),,\(height),A\n"
    }
    return "time_s,latitude,longitude,pressure_m,gnss_m,validity\n" + rows.joined()
  }
}
