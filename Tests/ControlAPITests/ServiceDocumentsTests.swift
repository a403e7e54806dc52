import ControlAPI
import ControlDoubles
import JSON
import RecordingModel
import Testing

@Suite struct ServiceDocumentsTests {
  @Test func aServiceReadsBackTheSame() throws {
    var facts = ServiceFacts(name: "weglide", title: "WeGlide", state: .login)
    facts.fields = ["user-id": "17"]
    facts.missing = ["aircraft-id"]
    facts.isAutomatic = true
    facts.open = 3
    facts.unchecked = "gave no usable answer"
    #expect(try ServiceFacts(json: facts.json) == facts)
    #expect(try ServiceList.services(ServiceList.json([facts])) == [facts])
  }

  @Test(arguments: UploadFacts.State.allCases)
  func anUploadReadsBackTheSame(state: UploadFacts.State) throws {
    var facts = UploadFacts(service: "weglide", title: "WeGlide", state: state)
    facts.serverID = "7"
    facts.detail = "d"
    facts.fix = "f"
    facts.waitS = 1.5
    #expect(try UploadFacts(json: facts.json) == facts)
    #expect(try ServiceList.uploads(ServiceList.json([facts])) == [facts])
    #expect(facts.json["line"]?.string?.hasPrefix("yes") == (state == .done))
  }

  /// A service that repeats what it is told.
  private struct Echo: RefusingService {
    func connect(
      service: String, fields: [String: String]
    ) throws(ControlError) -> ServiceFacts {
      var facts = ServiceFacts(name: service, title: service, state: .ready)
      facts.fields = fields
      return facts
    }
  }

  private func ask(_ path: String, _ body: String) -> (Int, JSONValue?) {
    let request = ControlRequest(
      method: "POST", path: path, body: Array(body.utf8), mayChange: true)
    let response = ControlRouter(service: Echo()).respond(to: request)
    guard case .bytes(let bytes) = response.body else { return (response.status, nil) }
    return (response.status, try? JSONValue.parse(bytes))
  }

  @Test func fieldsArriveAsTheyAre() {
    let (status, json) = ask(
      "/v1/services/connect", #"{"service":"weglide","fields":{"user-id":"17","n":3}}"#)
    #expect(status == 200)
    #expect(json?["fields"] == ["user-id": "17"])
  }

  @Test(arguments: [
    ("/v1/services/connect", "{}"), ("/v1/services/connect", "nothing"),
    ("/v1/services/disconnect", #"{"service":7}"#),
    ("/v1/services/upload", #"{"service":"weglide","flight":"../etc"}"#),
    ("/v1/services/upload", #"{"service":"weglide"}"#),
  ])
  func whatCannotBeMeantIsRefused(path: String, body: String) {
    #expect(ask(path, body).0 == 400)
  }

  @Test(arguments: ["/v1/services/", "/v1/services/x", "/v1/flights/zz/uploads"])
  func otherPathsAreNone(path: String) {
    #expect(Endpoint(path: path) == nil)
  }
}
