import ControlAPI
import ControlDoubles
import FlightModel
import SeededRandom
import Testing

@testable import barograph

@Suite struct WatchFrameTests {
  private let noon = UTCInstant(
    CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 51_234_500)

  private func scene(_ change: (inout StatusFacts) -> Void = { _ in }) -> WatchScene {
    var facts = factsInFlight()
    facts.events = [
      RecentEvent(.takeoff, at: noon.advanced(byMilliseconds: -4_300_000)),
      RecentEvent(.lowSupply, at: noon.advanced(byMilliseconds: -900_000)),
      RecentEvent(.sourceLost, at: noon.advanced(byMilliseconds: -38_000), subject: "heart-rate"),
    ]
    change(&facts)
    var history = ProblemHistory()
    let document = StatusDocument(facts: facts, now: noon, history: &history)
    return WatchScene(
      document: document, ageS: 0.2, now: noon, zoneMinutes: 120, host: "hangar-pi")
  }

  private func text(_ frame: WatchFrame, hasColour: Bool = false) -> String {
    frame.lines.map { $0.rendered(width: frame.width, hasColour: hasColour) + "\n" }.joined()
  }

  private func compare(_ frame: WatchFrame, _ name: String) throws {
    let text = text(frame)
    #expect(frame.lines.count == frame.height)
    #expect(text.split(separator: "\n").allSatisfy { $0.utf8.count <= frame.width })
    try CommandRunner.compare(text, golden: "watch/\(name).txt")
  }

  private func withTrouble(_ facts: inout StatusFacts) {
    facts.sources += [
      SourceStatus(
        name: "D3:4F:00:12:AB:CD", title: "heart-rate D3:4F", kind: "heart-rate", link: .connected,
        state: .lost, ageS: 38, messages: 4101, errors: ["refused": 2], givesPosition: false),
      SourceStatus(
        name: "usb-x", title: "vesc on ttyACM1", kind: "vesc", link: .connected, state: .late,
        ageS: 1.9, rateHz: 71, messages: 434_812, errors: ["refused": 3], givesPosition: false),
    ]
    facts.host.lowSupplyAgeS = 300
  }

  @Test func inFlight() throws { try compare(WatchFrame(scene()), "in-flight") }

  @Test func withProblems() throws { try compare(WatchFrame(scene(withTrouble)), "problems") }

  @Test func fewRowsCostTheEventsAndThenTheBox() throws {
    try compare(WatchFrame(scene(withTrouble), height: 23), "rows-23")
    try compare(WatchFrame(scene(withTrouble), height: 18), "rows-18")
  }

  @Test func narrowScreensCutAndWideOnesGiveRoom() throws {
    try compare(WatchFrame(scene(withTrouble), width: 50, height: 24), "narrow")
    try compare(WatchFrame(scene(withTrouble), width: 120, height: 30), "wide")
  }

  @Test func otherUnitsAndTimesAndOrders() throws {
    var view = WatchView()
    for key in "uts".utf8 { #expect(view.take(key) == .none) }
    try compare(WatchFrame(scene(withTrouble), view: view), "other-view")
  }

  @Test func help() throws {
    var view = WatchView()
    _ = view.take(UInt8(ascii: "?"))
    try compare(WatchFrame(scene(), view: view), "help")
    _ = view.take(UInt8(ascii: " "))
    #expect(!view.isHelpShown)
  }

  @Test func withoutAnswersTheFrameStaysAndClaimsNothing() throws {
    var scene = scene()
    scene.ageS = 38
    scene.trouble = Problem(
      id: "not-running", severity: .critical, message: "the recorder is not running",
      fix: "start it")
    try compare(WatchFrame(scene), "lost")
    #expect(!text(WatchFrame(scene)).contains("RECORDING  flight"))
  }

  @Test func beforeTheFirstAnswerItSaysWhatToDo() throws {
    let scene = WatchScene(
      trouble: Problem(
        id: "not-running", severity: .critical, message: "the recorder is not running",
        fix: "start it with: sudo systemctl start barographd"), now: noon, host: "hangar-pi")
    try compare(WatchFrame(scene), "nothing-known")
  }

  @Test func agesGrowByThemselvesAndNothingStaysFresh() {
    var scene = scene()
    #expect(scene.liveness == .live)
    scene.ageS = 5
    #expect(scene.liveness == .late)
    #expect(text(WatchFrame(scene)).contains("gpsd        LATE    5.1 s"))
    scene.ageS = 11
    #expect(scene.liveness == .lost)
    #expect(text(WatchFrame(scene)).contains("gpsd        LOST     11 s        -"))
    #expect(!text(WatchFrame(scene)).contains("48.12346 N"))
  }

  @Test func aDocumentIsLiveAsLongAsItSaysItself() {
    var scene = scene()
    scene.document?.expiresAt = noon.advanced(byMilliseconds: 11_000)
    scene.ageS = 6
    #expect(scene.liveness == .live)
    #expect(text(WatchFrame(scene)).contains("gpsd        OK      6.1 s"))
    scene.ageS = 12
    #expect(scene.liveness == .late)
    scene.ageS = 19
    #expect(scene.liveness == .lost)
  }

  @Test func coloursSayOnceMoreWhatWordsSay() {
    let frame = WatchFrame(scene(withTrouble))
    let painted = text(frame, hasColour: true)
    #expect(painted.contains("\u{1B}[32mRECORDING\u{1B}[0m"))
    #expect(painted.contains("\u{1B}[1;31mLOST\u{1B}[0m"))
    #expect(!painted.contains("\u{1B}[5m"))
    let sequence = /\u{1B}\[[0-9;]*m/
    #expect(painted.replacing(sequence, with: "") == text(frame))
  }

  @Test func hostileNamesReachNoTerminal() {
    let evil = "\u{1B}[2J\u{9B}31m\r\n\u{7F}\u{202E}☠"
    let frame = WatchFrame(
      scene {
        $0.version = evil
        $0.sources[0].kind = evil
        $0.sources[0].name = evil
        $0.sources[0].note = evil
        $0.events = [RecentEvent(.sourceLost, at: nil, subject: evil)]
        $0.sync.messages = [evil]
        $0.reported = [
          Problem(id: evil, subject: evil, severity: .warning, message: evil, fix: evil)
        ]
      })
    #expect(text(frame).utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    let plain = WatchFrame.plainText(of: frame.scene)
    #expect(plain.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }

  @Test func anySizeAndAnyFactsFit() {
    var generator = SeededGenerator(seed: 3)
    let numbers: [Double?] = [nil, 0, -1, 1e300, .infinity, .nan, 3.5]
    for _ in 0..<400 {
      let scene = scene { facts in
        facts.sources = Array(
          repeating: facts.sources[0], count: Int.random(in: 0...12, using: &generator))
        facts.fix.ageS = numbers.randomElement(using: &generator)!
        facts.fix.groundSpeedMPerS = numbers.randomElement(using: &generator)!
        facts.clock.offsetS = numbers.randomElement(using: &generator)!
        facts.storage.freeBytes = [nil, .min, .max, 0, 7].randomElement(using: &generator)!
        facts.storage.totalBytes = [nil, 1, .max].randomElement(using: &generator)!
        facts.storage.hoursLeft = numbers.randomElement(using: &generator)!
        facts.host.cpuShare = numbers.randomElement(using: &generator)!
        facts.recording?.elapsedS = numbers.randomElement(using: &generator)! ?? 0
        facts.sources.indices.forEach { facts.sources[$0].messages = .min }
      }
      let frame = WatchFrame(
        scene, width: Int.random(in: 1...200, using: &generator),
        height: Int.random(in: 1...60, using: &generator))
      let lines = frame.lines
      #expect(lines.count == frame.height)
      #expect(
        lines.allSatisfy {
          $0.rendered(width: frame.width, hasColour: false).utf8.count <= frame.width
        })
    }
  }

  @Test(arguments: [
    ("pq", "pq"), ("\u{1B}[A", ""), ("\u{1B}OQ p", " p"), ("t\u{1B}[1;5Qu\u{1B}[200~s", "tus"),
    ("\u{1B}", ""), ("\u{1B}[", ""), ("\u{1B}[12", ""), ("\u{1B}O", ""), ("\u{1B}q", ""),
  ])
  func sequencesOfOtherKeysAreNoKeysOfOurs(sent: String, keys: String) {
    #expect(WatchView.keys(of: Array(sent.utf8)) == Array(keys.utf8))
  }

  @Test(arguments: [
    (UInt8(ascii: "q"), WatchView.Action.quit), (0x03, .interrupt), (0x0C, .repaint),
    (0x1A, .suspend), (UInt8(ascii: "d"), .doctor), (UInt8(ascii: "x"), .none),
  ])
  func keysAskForWhatTheyShould(key: UInt8, action: WatchView.Action) {
    var view = WatchView()
    #expect(view.take(key) == action)
    #expect(view == WatchView())
  }
}
