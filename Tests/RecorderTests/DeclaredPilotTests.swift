import FlightModel
import Recorder
import RecordingModel
import Testing

/// Who flies what, when that changes while the recorder runs.
@Suite struct DeclaredPilotTests {
  private static let flight = Track(legs: [.stand(60), .climbOut(25, 2, 300)])
  private let ada = Declaration(pilot: "Ada", registration: "D-1")

  @Test func aRecordingOnTheGroundHasWhatIsDeclaredBeforeTakeOff() throws {
    var cockpit = Cockpit(.always)
    cockpit.fly(Self.flight.fixes.prefix(30))
    cockpit.perform(.declaration(ada))
    cockpit.fly(Self.flight.fixes.dropFirst(30))
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept[0].recording.declaration == ada)
  }

  @Test func inTheAirItStays() throws {
    var cockpit = Cockpit()
    cockpit.perform(.declaration(ada))
    cockpit.fly(Self.flight.fixes)
    #expect(cockpit.recorder.status.isAirborne)
    cockpit.perform(.declaration(Declaration(pilot: "Ben")))
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept[0].recording.declaration == ada)
  }
}
