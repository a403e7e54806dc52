import FlightModel
import FlightSimulator
import Recorder
import RecordingModel
import Testing

@Suite("Policies and commands")
struct PolicyTests {
  private let flight = SimulatedFlight(.shortFlight())

  @Test("always: one recording from the first fix to the stop, landing or not")
  func always() throws {
    let two = SimulatedFlight(.relaunch())
    var cockpit = Cockpit(.always)
    cockpit.fly(two.fixes)
    cockpit.perform(.command(.stop))
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(kept.fixes.count == two.fixes.count)
    #expect(distance(kept.takeoff, two.flights[0].movingFrom) <= 5)
    #expect(distance(kept.landing, two.flights[1].landing) <= 10)
    #expect(kept.recording.progress.end == .stopped)
    cockpit.fly(CollectionOfOne(two.fixes.last!))
    #expect(cockpit.kept.count == 1, "a stop is kept to")
  }

  @Test("manual: nothing without a start, everything until the stop")
  func manual() throws {
    var cockpit = Cockpit(.manual)
    cockpit.fly(flight.fixes.prefix(60))
    #expect(cockpit.store.recordings.isEmpty)
    #expect(cockpit.recorder.status.phase == .idle)
    cockpit.perform(.command(.mark(text: "")))
    cockpit.perform(.command(.stop))
    #expect(cockpit.refusals.count == 2)
    cockpit.perform(.command(.start))
    #expect(cockpit.recorder.status.phase == .recording)
    cockpit.fly(flight.fixes.dropFirst(60))
    #expect(cockpit.kept[0].recording.progress.end == nil)
    cockpit.perform(.command(.start))
    #expect(cockpit.refusals.last?.contains("runs already") == true)
    cockpit.perform(.command(.stop))
    #expect(cockpit.kept[0].fixes.count == flight.fixes.count)
    #expect(cockpit.finished == [RecordingID(1)])
  }

  @Test("what flies is airborne, recorded or not, and after a power cut too")
  func airborne() throws {
    let climb = Track(legs: [.stand(60), .climbOut(25, 2, 300)])
    var cockpit = Cockpit(.manual)
    #expect(!cockpit.recorder.status.isAirborne)
    cockpit.fly(climb.fixes)
    #expect(cockpit.recorder.status.phase == .idle)
    #expect(cockpit.recorder.status.isAirborne)
    cockpit = Cockpit()
    cockpit.fly(climb.fixes.prefix(50))
    #expect(!cockpit.recorder.status.isAirborne)
    cockpit.fly(climb.fixes.dropFirst(50))
    cockpit.perform(.command(.stop))
    #expect(cockpit.recorder.status.isAirborne, "a stop does not land")
    cockpit = Cockpit()
    cockpit.fly(climb.fixes)
    cockpit.cutPower()
    #expect(cockpit.recorder.status.phase == .resuming)
    #expect(cockpit.recorder.status.isAirborne)
  }

  @Test(
    "auto, stopped soon after landing: the next flight is recorded", arguments: [2, 10, 15, 25])
  func stoppedAfterLanding(seconds: Int64) throws {
    let two = SimulatedFlight(.relaunch())
    let stop = two.flights[0].landing.advanced(byMilliseconds: seconds * 1000)
    var cockpit = Cockpit()
    cockpit.fly(two.fixes.filter { $0.trueTime < stop })
    #expect(cockpit.recorder.status.phase == .airborne, "the landing is not certain yet")
    cockpit.perform(.command(.stop))
    cockpit.fly(two.fixes.filter { $0.trueTime >= stop })
    #expect(cockpit.kept.count == 2)
    #expect(distance(cockpit.kept.last?.takeoff, two.flights[1].movingFrom) <= 10)
  }

  @Test("a start before the first fix opens with it")
  func startWithoutFix() {
    var cockpit = Cockpit(.manual)
    cockpit.perform(.command(.start))
    #expect(cockpit.recorder.status.phase == .waitingForFix)
    cockpit.fly(flight.fixes.prefix(5))
    #expect(cockpit.kept.map(\.fixes.count) == [5])
  }

  @Test("auto, started by hand on the ground: kept from there, ended by the landing")
  func autoByHand() throws {
    var cockpit = Cockpit()
    var plan = FlightPlan.shortFlight()
    plan.legs.append(.ground(seconds: 200))
    let flight = SimulatedFlight(plan)
    cockpit.fly(flight.fixes.prefix(10))
    cockpit.perform(.command(.start))
    cockpit.fly(flight.fixes.dropFirst(10))
    let kept = try #require(cockpit.kept.first)
    #expect(cockpit.kept.count == 1)
    #expect(kept.fixes[0].recordedAt == flight.fixes[0].trueTime)
    #expect(kept.recording.progress.end == .landed)
    #expect(cockpit.recorder.status.phase == .armed)
  }

  @Test("auto, stopped in flight: ended for good, armed again after the landing")
  func autoStoppedAloft() {
    let two = SimulatedFlight(.relaunch())
    let aloft = two.flights[0].takeoff.advanced(byMilliseconds: 60_000)
    var cockpit = Cockpit()
    cockpit.fly(two.fixes.filter { $0.trueTime < aloft })
    cockpit.perform(.command(.stop))
    #expect(cockpit.finished == [RecordingID(1)])
    #expect(cockpit.recorder.status.phase == .idle)
    cockpit.fly(two.fixes.filter { $0.trueTime >= aloft })
    cockpit.perform(.shutdown)
    #expect(cockpit.kept.count == 2)
    #expect(distance(cockpit.kept[1].takeoff, two.flights[1].movingFrom) <= 5)
  }

  @Test("a mark stands on the next fix, with the pilot's words beside")
  func marks() throws {
    var cockpit = Cockpit()
    let aloft = flight.truth.takeoff.advanced(byMilliseconds: 100_000)
    cockpit.fly(flight.fixes.filter { $0.trueTime < aloft })
    cockpit.perform(.command(.mark(text: "turnpoint")))
    cockpit.fly(flight.fixes.filter { $0.trueTime >= aloft })
    let kept = try #require(cockpit.kept.first)
    let next = flight.fixes.first { $0.trueTime >= aloft }!.trueTime
    #expect(kept.fixes.filter(\.isPilotEvent).map(\.recordedAt) == [next])
    let marker = kept.markers.first { $0.kind == .pilotEvent }
    #expect(marker?.message == "turnpoint")
    #expect(marker?.occurredAtMs == next.milliseconds)
  }

  @Test("a stop soon after the roll-out says when the landing was")
  func stopAtOnce() throws {
    var cockpit = Cockpit()
    let soon = flight.truth.standstill.advanced(byMilliseconds: 12_000)
    cockpit.fly(flight.fixes.filter { $0.trueTime < soon })
    cockpit.perform(.command(.stop))
    let kept = try #require(cockpit.kept.first)
    #expect(distance(kept.landing, flight.truth.landing) <= 10)
    #expect(kept.recording.progress.end == .stopped)
  }

  @Test("power left on after the landing: the file is due without any stop")
  func leftOn() {
    var plan = FlightPlan.shortFlight()
    plan.legs.append(.ground(seconds: 300))
    let flight = SimulatedFlight(plan)
    var cockpit = Cockpit()
    cockpit.fly(flight.fixes)
    #expect(cockpit.finished == [RecordingID(1)])
    #expect(cockpit.recorder.status.phase == .armed)
  }

  @Test("rolled into the hangar, no sky: the file is due after five minutes")
  func hangar() {
    var cockpit = Cockpit()
    let soon = flight.truth.standstill.advanced(byMilliseconds: 80_000)
    cockpit.fly(flight.fixes.filter { $0.trueTime < soon })
    cockpit.wait(seconds: 310)
    #expect(cockpit.finished == [RecordingID(1)])
  }
}
