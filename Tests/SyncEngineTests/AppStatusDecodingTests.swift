import SeededRandom
import SyncEngine
import Testing

@Suite struct AppStatusDecodingTests {
  static let whole = #"""
    {"version":{"installed":"1.2","latest":"1.3","status":"update-warning","message":"soon"},
    "messages":[{"id":"a","type":"info","body":"one"},
    {"id":"b","type":"critical","title":"T","body":"two","action":"https://club.example/x"}],
    "deviceToken":{"state":"valid","expiresAt":1800000000000},
    "capabilities":["extended","gzip","blobs"],"other":{"deep":[1]}}
    """#

  private func read(_ text: String) -> AppStatus? { AppStatus(Array(text.utf8)) }

  private func changed(_ old: String, _ new: String) -> AppStatus? {
    var text = Self.whole
    guard let range = text.firstRange(of: old) else {
      Issue.record("\(old) is not there")
      return nil
    }
    text.replaceSubrange(range, with: new)
    return read(text)
  }

  @Test func everyMember() throws {
    let status = try #require(read(Self.whole))
    #expect(status.version.installed == "1.2" && status.version.latest == "1.3")
    #expect(status.version.status == .updateWarning && status.version.message == "soon")
    #expect(status.messages.map(\.id) == ["a", "b"] && status.messages[1].kind == .critical)
    #expect(status.messages[1].title == "T" && status.messages[0].title == nil)
    #expect(status.messages[1].action == "https://club.example/x")
    #expect(status.deviceToken == .valid(expiresAtMs: 1_800_000_000_000))
    #expect(status.capabilities == ["extended", "gzip", "blobs"])
  }

  @Test(arguments: [
    (#""status":"update-warning""#, #""status":"fine""#), (#""status":"update-warning","#, ""),
    (#""installed":"1.2","#, ""), (#""latest":"1.3""#, #""latest":3"#),
    (#""version":{"#, #""vers":{"#), (#"["extended","gzip","blobs"]"#, #""extended""#),
    ("}}", "}"), (#""other""#, #""version""#),
  ])
  func whatSpoilsTheWhole(old: String, new: String) { #expect(changed(old, new) == nil) }

  @Test(arguments: [
    (#""id":"a","#, ""), (#""type":"info""#, #""type":"odd""#), (#""body":"one""#, #""body":1"#),
    (#""body":"one""#, #""body":"\u001b[31m""#), (#""id":"a""#, #""id":"""#),
    (#""body":"one""#, #""body":"one","title":4"#),
    (#"{"id":"a","type":"info","body":"one"}"#, "null"),
  ])
  func aBadMessageIsLeftOut(old: String, new: String) throws {
    let status = try #require(changed(old, new))
    #expect(status.messages.map(\.id) == ["b"])
  }

  @Test func tokensCapabilitiesAndBounds() throws {
    #expect(changed(#""valid""#, #""expired""#)?.deviceToken == .expired)
    #expect(changed(#""valid""#, #""revoked""#)?.deviceToken == .revoked)
    #expect(try #require(changed(#""valid""#, #""new""#)).deviceToken == nil)
    #expect(changed("1800000000000", "-1")?.deviceToken == .valid(expiresAtMs: nil))
    #expect(changed(#""gzip","#, "7,")?.capabilities == ["extended", "blobs"])
    let one = #"{"id":"x","type":"info","body":"y"}"#
    let many = Array(repeating: one, count: 100).joined(separator: ",")
    #expect(changed(#"[{"id":"a""#, "[\(many),{\"id\":\"a\"")?.messages.count == 32)
    #expect(read(#"{"version":{"installed":"1","latest":"1","status":"current"}}"#) != nil)
  }

  @Test func anyBytesAreReadOrRefused() {
    var random = SeededGenerator(seed: 7)
    let whole = Array(Self.whole.utf8)
    var good = 0
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes = Array(bytes.prefix(place + 1)) + bytes.suffix(from: place / 2)
        }
        if bytes.isEmpty { bytes = whole }
      }
      if let status = AppStatus(bytes) {
        good += 1
        #expect(status.messages.count <= AppStatus.mostMessages)
      }
    }
    #expect(good > 0)
    for length in 0..<200 {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(AppStatus(noise) == nil)
    }
  }
}
