import ServicePlan
import Testing

@Suite struct ServiceFieldTests {
  @Test(arguments: [
    (ServiceField.userID, "17"), (.aircraftID, "160"), (.dateOfBirth, "1980-07-31"),
    (.motorGlider, "no"), (.login, "ada@example.org"), (.password, "pä ss:"), (.key, "a-B.9"),
  ])
  func whatFits(field: ServiceField, text: String) {
    #expect(field.accepts(text))
  }

  @Test(arguments: [
    (ServiceField.userID, ""), (.userID, "1a"), (.aircraftID, "-1"), (.dateOfBirth, "31.7.1980"),
    (.dateOfBirth, "1980-13-01"), (.motorGlider, "maybe"), (.login, "a:b"), (.key, "a b"),
    (.password, "a\nb"), (.password, String(repeating: "x", count: 257)),
    (.userID, String(repeating: "1", count: 19)),
  ])
  func whatDoesNot(field: ServiceField, text: String) {
    #expect(!field.accepts(text))
  }

  @Test func noServiceAsksForSomethingOfAFlight() {
    for service in Service.allCases {
      #expect(service.fields.allSatisfy { !$0.isOfFlight })
      #expect(Set(service.optionalFields).isSubset(of: service.fields))
    }
  }
}
