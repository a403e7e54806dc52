import Diagnosis
import Testing

@Suite struct ServiceOutlookTests {
  private func outlook(
    isRejected: Bool = false, unchecked: String? = nil,
    missing: [ServiceOutlook.MissingField] = []
  ) -> ServiceOutlook {
    ServiceOutlook(
      name: "weglide", title: "WeGlide", isRejected: isRejected, unchecked: unchecked,
      missing: missing)
  }

  private func findings(_ outlooks: ServiceOutlook...) -> [String] {
    ServiceOutlook.findings(.known(outlooks)).map { "\($0.status) \($0.id) \($0.fix ?? "")" }
  }

  @Test func noServiceIsFine() {
    #expect(findings() == ["ok services "])
    #expect(findings(outlook()) == ["ok services "])
  }

  @Test func whatAnUploadWillMissIsFoundBeforeIt() {
    let missing = [
      ServiceOutlook.MissingField(option: "--aircraft-id", meaning: "the aircraft"),
      ServiceOutlook.MissingField(option: nil, meaning: "the date of birth"),
    ]
    #expect(
      findings(outlook(missing: missing)) == [
        "warning service-fields barograph services connect weglide --aircraft-id …",
        "warning service-fields barograph services connect weglide",
      ])
  }

  @Test func aDeadLoginIsToldOnceForEachService() {
    let reported = ["weglide", "skylines"].map {
      ReportedProblem(
        id: "service-login", about: $0, isCritical: false, message: "m", fix: "f")
    }
    let told = ServiceOutlook.findings(.known([outlook(isRejected: true)])).joined(with: reported)
    #expect(told.map(\.about) == ["weglide", "skylines"])
    #expect(told.allSatisfy { $0.id == "service-login" && $0.subject == .services })
  }

  @Test func aDeadLoginIsAFailure() {
    #expect(
      findings(outlook(isRejected: true)) == [
        "failure service-login barograph services connect weglide"
      ])
  }

  @Test func anUncheckedLoginIsANote() {
    let found = ServiceOutlook.findings(.known([outlook(unchecked: "gave no answer")]))
    #expect(found.map(\.isOptional) == [true])
  }
}
