import Diagnosis
import Testing

@Suite struct RecorderFactsTests {
  private let running = RecorderFacts.Answer.answers(version: "0.1.0", doing: "armed")

  private func findings(
    _ answer: RecorderFacts.Answer, _ unit: Known<UnitState> = .known(.unit("active"))
  ) -> [Finding] {
    RecorderFacts(answer: answer, commandVersion: "0.1.0", unit: unit).findings
  }

  @Test func aRunningOneIsGood() {
    let found = findings(running)
    #expect(found.bad.isEmpty)
    #expect(found["recorder-running"]?.message == "runs, version 0.1.0, armed")
  }

  @Test func anotherVersionIsTold() {
    let found = findings(.answers(version: "0.0.9", doing: ""))
    #expect(found["recorder-version"]?.status == .warning)
  }

  @Test func whatSystemdKnowsTellsWhyItIsDown() throws {
    var wrong = UnitState.unit("failed")
    wrong.exitStatus = 78
    var killed = UnitState.unit("failed")
    killed.result = "watchdog"
    let cases: [(UnitState, String)] = [
      (.unit("inactive", load: "not-found", file: ""), "install the package"),
      (.unit("inactive", load: "masked"), "unmask"), (wrong, "--check-config"),
      (killed, "journalctl -u barographd"), (.unit("inactive"), "systemctl start barographd"),
    ]
    for (unit, fix) in cases {
      let finding = try #require(
        findings(.notRunning("no socket"), .known(unit))["recorder-running"])
      #expect(finding.status == .failure)
      #expect(finding.fix?.contains(fix) == true, "\(finding)")
    }
    let unknown = findings(.notRunning("no socket"), .unknown("no systemd"))
    #expect(unknown["recorder-running"]?.message == "no socket")
    #expect(unknown["recorder-enabled"]?.status == .notChecked)
  }

  @Test func whoMayNotAskKnowsNothing() {
    let found = findings(.notPermitted("you may not", fix: "use sudo"))
    #expect(found["recorder-running"]?.status == .notChecked)
    #expect(findings(.silent("no answer", fix: "wait"))["recorder-running"]?.status == .failure)
  }

  @Test func restartsAndABoxThatWouldNotStartItAreTold() {
    var unit = UnitState.unit("active", file: "disabled")
    unit.restarts = 3
    #expect(findings(running, .known(unit)).bad == ["recorder-enabled", "recorder-restarts"])
  }

  @Test func systemctlIsRead() {
    let units = UnitState.units(
      in: """
        Id=barographd.service
        LoadState=loaded
        ActiveState=active
        UnitFileState=enabled
        Result=success
        ExecMainStatus=0
        NRestarts=2
        MainPID=412

        Id=gpsd.socket
        LoadState=not-found
        MainPID=0
        nonsense

        =
        """)
    #expect(Set(units.keys) == ["barographd.service", "gpsd.socket"])
    #expect(units["barographd.service"]?.process == 412)
    #expect(units["barographd.service"]?.restarts == 2)
    #expect(units["gpsd.socket"]?.isInstalled == false)
    #expect(units["gpsd.socket"]?.process == nil)
  }
}
