import Diagnosis
import Testing

@Suite struct DiagnosisTests {
  private func finding(
    _ status: Finding.Status, _ id: String = "x", _ subject: Subject = .disk,
    optional: Bool = false, about: String? = nil
  ) -> Finding {
    Finding(
      id: id, subject: subject, about: about, status: status, isOptional: optional, message: "m")
  }

  @Test func theWorstFindingDecides() {
    #expect(Diagnosis([finding(.ok), finding(.notChecked)]).verdict == .pass)
    #expect(Diagnosis([finding(.ok), finding(.warning)]).verdict == .warnings)
    #expect(Diagnosis([finding(.warning), finding(.failure)]).verdict == .failures)
    #expect(Diagnosis([]).verdict == .cannotTell)
    #expect(Diagnosis([finding(.notChecked)]).verdict == .cannotTell)
  }

  @Test func whatIsOptionalCountsOnlyStrictly() {
    let findings = [finding(.ok), finding(.warning, optional: true)]
    #expect(Diagnosis(findings).verdict == .pass)
    #expect(Diagnosis(findings, isStrict: true).verdict == .failures)
    #expect(Diagnosis([finding(.warning)], isStrict: true).verdict == .failures)
    #expect(Diagnosis([finding(.ok), finding(.notChecked)], isStrict: true).verdict == .pass)
  }

  @Test func aRecorderThatCannotBeAskedIsNoPass() {
    let unasked = [finding(.notChecked, "recorder-running", .recorder), finding(.ok)]
    #expect(Diagnosis(unasked).verdict == .cannotTell)
    #expect(Diagnosis(unasked + [finding(.warning)]).verdict == .cannotTell)
    #expect(Diagnosis(unasked + [finding(.failure)]).verdict == .failures)
  }

  @Test func oneSubjectCheckOrInstrumentCanBeAskedFor() {
    let all = Diagnosis([
      finding(.ok, "disk-space"), finding(.warning, "card-wear"),
      finding(.failure, "source-gone", .instruments, about: "heart D3:4F"),
      finding(.ok, "recorder-running", .recorder),
    ])
    #expect(all.findings.first?.subject == .recorder)
    #expect(all.only(["disk"])?.findings.map(\.id) == ["disk-space", "card-wear"])
    #expect(all.only(["card-wear"])?.verdict == .warnings)
    #expect(all.only(["heart"])?.verdict == .failures)
    #expect(all.only(["disk", "recorder"])?.findings.count == 3)
    #expect(all.only(["printer"]) == nil)
    #expect(all.only(["disk", "printer"]) == nil)
  }

  @Test(
    arguments: [
      ("source-gone", "gpsd://localhost:2947", Subject.gpsd),
      ("source-gone", "usb-FTDI", .instruments), ("storage-failing", nil, .disk),
      ("database-damaged", nil, .disk), ("sync-paused", nil, .sync), ("no-fix", nil, .gpsd),
      ("configuration-wrong", nil, .configuration), ("igc-pending", nil, .logbook),
      ("upload-stuck", "weglide", .services),
      ("something-new", nil, .recorder),
    ] as [(String, String?, Subject)])
  func problemsOfTheRecorderHaveTheirSubject(id: String, about: String?, subject: Subject) {
    let problem = ReportedProblem(id: id, about: about, isCritical: true, message: "m", fix: "f")
    #expect(problem.finding.subject == subject)
    #expect(problem.finding.status == .failure)
    #expect(problem.finding.fix == "f")
  }

  @Test func aCauseThatWasFoundTakesThePlaceOfItsSymptom() {
    let gone = ReportedProblem(
      id: "source-gone", about: "gpsd://localhost:2947", isCritical: true, message: "m", fix: "f")
    let other = ReportedProblem(id: "disk-low", isCritical: false, message: "m", fix: "f")
    let cause = finding(.warning, "gpsd-reachable", .gpsd, about: "gpsd://localhost:2947")
    let told = [cause].joined(with: [gone, other])
    #expect(told.map(\.id) == ["gpsd-reachable", "disk-low"])
    #expect(told[0].status == .failure, "as grave as its symptom")
    let space = [finding(.warning, "disk-space")].joined(with: [other])
    #expect(space.map(\.id) == ["disk-space"], "seen by both, told once")
    #expect([Finding]().joined(with: [gone, other]).map(\.id) == ["source-gone", "disk-low"])
  }
}
