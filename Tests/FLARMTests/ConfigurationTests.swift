import FLARM
import FlightModel
import IGC
import Testing

@Suite("FLARM configuration")
struct ConfigurationTests {
  /// Every command there is, with values that try to be another.
  private static var everyCommand: [GroundCommand] {
    get throws {
      let hostile = "x*00\r\n$PFLAC,S,DEF"
      let texts: [SettingKey] = [.pilot, .copilot, .gliderType]
      return SettingKey.allCases.map(GroundCommand.read)
        + InfoKey.allCases.map(GroundCommand.readInfo)
        + (try texts.map { .write(try SettingValue($0, hostile)) })
        + [
          .write(try SettingValue(.logInterval, "4")), .write(try SettingValue(.radioID, "FFFFFF")),
          .readFlags,
          .writeFlags(try #require(CompetitionFlags(answer: "5")).with(competition: true)),
          .newTask(name: DeclaredText(hostile, limit: 50)), .readTask, .readVersion, .readErrors,
          .copyFlights, .enterBinary, .restart,
        ]
    }
  }

  @Test func nothingThatErasesCanBeSaid() throws {
    for command in try Self.everyCommand {
      let fields = command.body.split(separator: ",")
      for word in ["CLEARLOGS", "CLEARMEM", "CLEAROBST"] {
        #expect(!command.body.contains(word))
      }
      #expect(fields.count < 3 || fields[2] != "DEF", "\(command.body)")
      #expect(!command.body.contains("PFLAR,99") && !command.body.contains("PFLAR,33"))
    }
    for word in ["CLEARLOGS", "CLEARMEM", "CLEAROBST", "DEF", "CFLAGS", "TASK", "NEWTASK"] {
      #expect(SettingKey(rawValue: word) == nil)
      #expect(InfoKey(rawValue: word) == nil)
    }
  }

  @Test func everyLineIsOneSentence() throws {
    for command in try Self.everyCommand {
      let text = String(decoding: command.line, as: UTF8.self)
      let lines = text.split { $0 == "\r\n" || $0 == "\n" }
      #expect(lines.count == 1, "\(command.body)")
      #expect(text.count { $0 == "$" } == 1 && text.count { $0 == "*" } == 1, "\(command.body)")
    }
  }

  @Test func framesAsTheInterfaceSays() throws {
    let name = DeclaredText("Task", limit: 50)
    #expect(
      String(decoding: GroundCommand.newTask(name: name).line, as: UTF8.self)
        == "$PFLAC,S,NEWTASK,Task*5B\r\n")
    #expect(
      String(decoding: GroundCommand.enterBinary.line, as: UTF8.self) == "\n$PFLAX*43\r\n")
  }

  @Test(
    "values are checked before anything is sent",
    arguments: [
      (SettingKey.pilot, String(repeating: "x", count: 48)),
      (.gliderType, String(repeating: "x", count: 32)), (.competitionID, "1234567890123456"),
      (.logInterval, "0"), (.logInterval, "9"), (.logInterval, "x"), (.stealth, "2"),
      (.radioID, "12345"), (.radioID, "GGGGGG"), (.range, "1999"), (.verticalRange, "2001"),
    ])
  func refusesValue(_ key: SettingKey, _ value: String) {
    #expect(throws: SettingError.self) { try SettingValue(key, value) }
  }

  @Test func textsBecomePlain() throws {
    #expect(try SettingValue(.pilot, " Jörg Müller, $*\n").text == "Jorg Muller")
    #expect(try SettingValue(.pilot, String(repeating: "ß", count: 23)).text.count == 46)
    #expect(try SettingValue(.radioID, "dd1a2b").text == "DD1A2B")
  }

  // MARK: Sessions

  private func session(
    _ steps: ConfigurationSession.Step..., stops: Bool = true
  ) -> Rehearsal<ConfigurationSession> {
    Rehearsal(ConfigurationSession(steps, stopsAtRefusal: stops))
  }

  private func line(_ body: String) -> [UInt8] {
    let sum = String(body.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return Array("$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
  }

  @Test func aChangeNeedsItsEcho() throws {
    let value = try SettingValue(.competitionID, "XY")
    var rehearsal = session(.command(.write(value)))
    #expect(rehearsal.sent() == [line("PFLAC,S,COMPID,XY")])
    rehearsal.take(.received(line("PFLAU,0,1,1,1,0,,0,,,")))
    rehearsal.take(.received(line("PFLAC,A,PILOT,XY")))
    #expect(rehearsal.ending == nil)
    rehearsal.take(.received(line("PFLAC,A,COMPID,XY")))
    #expect(rehearsal.ending == .finished)
    #expect(rehearsal.outcomes.map(\.result) == [.value("XY")])
  }

  @Test func anotherEchoIsARefusal() throws {
    var rehearsal = session(.command(.write(try SettingValue(.competitionID, "XY"))))
    rehearsal.take(.received(line("PFLAC,A,COMPID,X")))
    #expect(rehearsal.outcomes.map(\.result) == [.different("X")])
    #expect(
      rehearsal.ending
        == .failed(.refused(command: "PFLAC,S,COMPID,XY", answer: "\"X\"")))
  }

  @Test func aRefusalIsToldWithWhatWasSent() throws {
    var rehearsal = session(.command(.write(try SettingValue(.logInterval, "8"))))
    rehearsal.take(.received(Array("$PFLAC,A,ERROR*41\r\n".utf8)))
    #expect(
      rehearsal.outcomes == [
        CommandOutcome(subject: "LOGINT", sent: "PFLAC,S,LOGINT,8", result: .refused("ERROR"))
      ])
    #expect(
      rehearsal.ending == .failed(.refused(command: "PFLAC,S,LOGINT,8", answer: "ERROR")))
  }

  @Test func aChangeIsNotSentTwiceAQuestionIs() throws {
    var change = session(.command(.write(try SettingValue(.logInterval, "8"))))
    change.take(.timerFired)
    #expect(change.sent().count == 1)
    #expect(change.ending == .failed(.silent("nothing came back for PFLAC,S,LOGINT,8")))
    var question = session(.command(.read(.logInterval)))
    question.take(.timerFired)
    #expect(question.sent().count == 2)
    question.take(.received(line("PFLAC,A,LOGINT,4")))
    #expect(question.ending == .finished)
  }

  @Test func theOtherFlagsStay() {
    var rehearsal = session(.competition(true))
    #expect(rehearsal.sent() == [line("PFLAC,R,CFLAGS")])
    rehearsal.take(.received(line("PFLAC,A,CFLAGS,9")))
    #expect(rehearsal.sent() == [line("PFLAC,S,CFLAGS,11")])
    rehearsal.take(.received(line("PFLAC,A,CFLAGS,11")))
    #expect(rehearsal.ending == .finished)
    rehearsal = session(.competition(false))
    rehearsal.take(.received(line("PFLAC,A,CFLAGS,11")))
    #expect(rehearsal.sent().last == line("PFLAC,S,CFLAGS,9"))
  }

  @Test func questionsGoOnBehindAnUnknownKey() {
    var rehearsal = session(
      .command(.readInfo(.deviceType)), .command(.readErrors), .command(.readTask), stops: false)
    rehearsal.take(.received(line("PFLAC,A,ERROR")))
    rehearsal.take(.received(line("PFLAE,A,2,31,GPS antenna") + line("PFLAE,A")))
    rehearsal.take(.received(line("PFLAC,A,TASK,one") + line("PFLAC,A,TASK,two")))
    rehearsal.take(.received(line("PFLAC,A,TASK")))
    #expect(rehearsal.ending == .finished)
    #expect(
      rehearsal.outcomes.map(\.result) == [
        .refused("ERROR"), .value("31 GPS antenna"), .value("one\ntwo"),
      ])
  }

  @Test func aRestartIsWaitedFor() {
    var rehearsal = session(.command(.restart), .command(.readTask))
    #expect(rehearsal.sent() == [line("PFLAR,0")])
    rehearsal.take(.received(line("GPRMC,,V,,,,,,,,,,N")))
    #expect(rehearsal.sent().isEmpty)
    rehearsal.take(.received(line("PFLAU,0,0,0,1,0,,0,,,")))
    #expect(rehearsal.sent() == [line("PFLAC,R,TASK")])
  }

  // MARK: Flying

  @Test func nothingIsSentToAnInstrumentThatFlies() {
    let session = ConfigurationSession([.command(.readErrors)], stopsAtRefusal: true)
    for promised in [false, true] {
      var rehearsal = Rehearsal(GuardedConversation(session, isPromised: promised))
      rehearsal.take(.received(line("PFLAU,0,1,2,1,0,,0,,,")))
      #expect(rehearsal.ending == .failed(.airborne))
      #expect(rehearsal.sent().isEmpty)
    }
    var silent = Rehearsal(GuardedConversation(session, isPromised: false))
    silent.take(.timerFired)
    #expect(silent.ending == .failed(.stateUnknown))
    #expect(silent.sent().isEmpty)
  }

  /// Without satellites a FLARM cannot tell whether it flies: it says neither.
  @Test func aFLARMWithoutSatellitesIsSpokenToOnAPromiseOnly() {
    let session = ConfigurationSession([.command(.readErrors)], stopsAtRefusal: true)
    for promised in [false, true] {
      var rehearsal = Rehearsal(GuardedConversation(session, isPromised: promised))
      rehearsal.take(.received(line("PFLAU,0,0,0,1,0,,0,,,") + line("PFLAU,0,0,,1,0,,0,,,")))
      #expect(rehearsal.sent().isEmpty)
      rehearsal.take(.timerFired)
      #expect(rehearsal.sent().isEmpty != promised)
      #expect(rehearsal.ending == (promised ? nil : .failed(.stateUnknown)))
    }
    var watch = GroundWatch()
    watch.take(line("PFLAU,0,1,2,1,0,,0,,,") + line("PFLAU,0,0,0,1,0,,0,,,"))
    #expect(watch.state == .airborne)
  }

  @Test func takingOffEndsIt() {
    let session = ConfigurationSession(
      [.command(.readErrors), .command(.readTask)], stopsAtRefusal: true)
    var rehearsal = Rehearsal(GuardedConversation(session, isPromised: false))
    rehearsal.take(.received(line("PFLAU,0,1,1,1,0,,0,,,")))
    #expect(rehearsal.sent().count == 1)
    rehearsal.take(.received(line("PFLAU,0,1,2,1,0,,0,,,") + line("PFLAE,A")))
    #expect(rehearsal.ending == .failed(.airborne))
    #expect(rehearsal.sent().isEmpty)
  }

  @Test(
    "speed tells where PFLAU does not",
    arguments: [
      ("GPRMC,120000,A,4712.3,N,00832.5,E,60.0,90,140726,,,A", GroundWatch.State.airborne),
      ("GNRMC,120000,A,4712.3,N,00832.5,E,0.1,90,140726,,,A", .onGround),
      ("GPRMC,120000,V,,,,,,,140726,,,N", .unknown),
      ("PLXVF,,1.00,0.87,-0.12,0.25,28.5,244.1", .airborne),
      ("PLXVF,,1.00,0.87,-0.12,0.25,0.0,244.1", .onGround), ("PGRMZ,1000,F,2", .unknown),
    ])
  func watches(_ body: String, _ state: GroundWatch.State) {
    var watch = GroundWatch()
    watch.take(line(body))
    #expect(watch.state == state)
  }

  // MARK: Declaration

  private func task(names: [String]) throws -> TaskDeclaration {
    let points = try names.enumerated().map { index, name in
      TaskDeclaration.Point(
        position: try #require(
          Coordinate(latitude: 47.999_999_9 - Double(index), longitude: -8.5)), name: name)
    }
    return TaskDeclaration(
      declaredAt: UTCInstant(milliseconds: 0), start: points[0],
      turnpoints: Array(points[1..<(points.count - 1)]), finish: points[points.count - 1],
      name: "A task with a name that is longer than fifty characters are")
  }

  @Test func aTaskFitsItsBudget() throws {
    for count in 2...18 {
      let names = (0..<count).map { "Turnpoint-number-\($0)-\(String(repeating: "n", count: $0))" }
      let fitted = try #require(FLARMTask(try task(names: names)))
      #expect(fitted.byteCount <= FLARMTask.byteLimit)
      #expect(fitted.points.count == count + 2)
      // One letter more of each name would not fit; a blank at a cut goes too.
      #expect(fitted.byteCount > FLARMTask.byteLimit - 2 * (count + 2) || fitted.cutCount == 0)
    }
    #expect(FLARMTask(try task(names: (0..<19).map(String.init))) == nil)
  }

  /// A name that is cut behind a word takes less than it might.
  @Test func aNameIsNotCutBehindABlank() throws {
    for count in 2...18 {
      let names = (0..<count).map { "Turnpoint number \($0)" }
      let fitted = try #require(FLARMTask(try task(names: names)))
      #expect(fitted.byteCount <= FLARMTask.byteLimit)
      #expect(([fitted.name] + fitted.points.map(\.name)).allSatisfy { !$0.text.hasSuffix(" ") })
    }
  }

  @Test func pointsAreWrittenAsSentencesHaveThem() throws {
    let fitted = try #require(FLARMTask(try task(names: ["Zürich", "B"])))
    #expect(
      fitted.commands.map(\.body) == [
        "PFLAC,S,NEWTASK,A task with a name that is longer than fifty chara",
        "PFLAC,S,ADDWP,0000000N,00000000E,", "PFLAC,S,ADDWP,4800000N,00830000W,Zurich",
        "PFLAC,S,ADDWP,4700000N,00830000W,B", "PFLAC,S,ADDWP,0000000N,00000000E,",
      ])
  }

  // MARK: flarmcfg.txt

  @Test func theFileComesBackAsItWent() throws {
    let settings = [
      try SettingValue(.pilot, "Ada Example"), try SettingValue(.logInterval, "4"),
      try SettingValue(.stealth, "0"),
    ]
    let bytes = ConfigurationFile.write(settings)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "$PFLAC,S,PILOT,Ada Example\r\n$PFLAC,S,LOGINT,4\r\n$PFLAC,S,PRIV,0\r\n")
    let content = ConfigurationFile.read(bytes)
    #expect(content.settings == settings && content.refusals.isEmpty)
  }

  @Test func whatIsNotTakenFromAFileIsNamed() {
    let text = """
      # a comment

      $PFLAC,S,PILOT,Ada*3D
      $PFLAC,S,CLEARLOGS
      $PFLAC,S,CLEARMEM,1
      $PFLAC,S,DEF,1
      $PFLAC,S,LOGINT,99
      PFLAC,S,LOGINT,4
      $PFLAC,R,LOGINT,4
      // another
      $PFLAC,S,COMPID,A,B
      """
    let content = ConfigurationFile.read(Array(text.utf8))
    #expect(content.refusals.map(\.line) == [3, 4, 5, 6, 7, 8, 9])
    #expect(content.settings.map(\.text) == ["A B"])
  }

  // MARK: Copying to the card

  @Test func copyingEndsWithTheLastReport() {
    var rehearsal = Rehearsal(CardCopySession())
    #expect(rehearsal.sent() == [line("PFLAI,IGCREADOUT")])
    rehearsal.take(.received(line("PFLAI,A,IGCREADOUT,OK") + line("PFLAQ,IGC,ONE.IGC,50")))
    rehearsal.take(.received(line("PFLAQ,IGC,ONE.IGC,100")))
    #expect(rehearsal.ending == nil)
    rehearsal.take(.received(line("PFLAQ,IGC,,100")))
    #expect(rehearsal.ending == .finished)
    #expect(rehearsal.reports.first == .progress(percent: 50, of: "ONE.IGC"))
  }

  @Test(arguments: ["PFLAI,A,ERROR", "PFLAI,A,IGCREADOUT,ERROR"])
  func aRefusedCopyIsToldAtOnce(_ answer: String) {
    var rehearsal = Rehearsal(CardCopySession())
    rehearsal.take(.received(line(answer)))
    #expect(
      rehearsal.ending == .failed(.refused(command: "PFLAI,IGCREADOUT", answer: "ERROR")))
  }
}
