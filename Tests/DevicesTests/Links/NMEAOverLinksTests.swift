import Devices
import FLARM
import FlightModel
import Linux
import TestSupport
import Testing

/// A minute of a FLARM, a plain receiver and a bad line through each link: the same fixes, samples
/// and traffic.
@Suite("NMEA over links", .timeLimit(.minutes(10)))
struct NMEAOverLinksTests {
  /// Without what depends on the moment and the name.
  private func plain(_ event: SourceEvent) -> String? {
    switch event {
    case .fix(let fix): "fix \(fix.time?.milliseconds ?? 0) \(String(describing: fix.position))"
    case .sample(let sample): "\(sample.reading)"
    case .traffic(let report): "traffic \(report.targets.map { [$0.id ?? "", "\($0.distanceM)"] })"
    case .receiverAppeared: "appeared"
    case .receiverGone: "gone"
    default: nil
    }
  }

  private func direct(_ bytes: [UInt8]) -> [SourceEvent] {
    var configuration = NMEADriver.Configuration()
    configuration.usesPosition = true
    var driver = NMEADriver(receiver: ReceiverID("direct"), configuration: configuration)
    var output = DriverOutput()
    let now = MonotonicInstant(nanoseconds: 0)
    driver.opened(LinkTraits(transport: .serial), at: now, &output)
    bytes.withUnsafeBytes { driver.received($0, at: now, &output) }
    driver.closed(at: now, &output)
    return output.events
  }

  @Test(arguments: Carrier.allCases, ["minute-flarm", "minute", "minute-garbage"])
  func theSameBytesGiveTheSameEvents(_ carrier: Carrier, _ flight: String) async throws {
    let bytes = try Files.read(
      PackageFolder.fixture("flights/\(flight)/flight.nmea"), limit: 1 << 20)
    let due = direct(bytes).compactMap(plain).dropLast()
    #expect(due.count > 50)
    var left = due.count
    let events = try await EachLink.events(over: carrier, driver: .nmea) {
      $0.write(bytes)
    } until: {
      left -= plain($0) == nil ? 0 : 1
      return left == 0
    }
    #expect(events.compactMap(plain) == Array(due))
  }
}
