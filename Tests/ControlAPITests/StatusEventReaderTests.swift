import ControlAPI
import ControlDoubles
import JSON
import Testing

@Suite struct StatusEventReaderTests {
  private func read(_ pieces: String...) -> [String] {
    var reader = StatusEventReader()
    return pieces.flatMap { reader.take($0.utf8) }.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func readsWhatTheDaemonWrites() throws {
    var history = ProblemHistory()
    let document = StatusDocument(facts: factsInFlight(), now: noon, history: &history)
    let event = StatusEvent(document, build: "b")
    var reader = StatusEventReader()
    let documents = reader.take(event.bytes(number: 1) + event.bytes(number: 2))
    #expect(documents.count == 2)
    let json = try JSONValue.parse(documents[1])
    #expect(try StatusDocument(json: json).facts?.recording == document.facts?.recording)
  }

  @Test func anEventIsWholeWithItsEmptyLine() {
    #expect(read("event: status\ndata: {}\n") == [])
    #expect(read("event: sta", "tus\nda", "ta: {}\n", "\n") == ["{}"])
    #expect(read("data:1\r\n\r\ndata: 2\r", "\n\r\n") == ["1", "2"])
  }

  @Test func linesOfDataBelongTogether() {
    #expect(read("data: {\ndata: }\n\n") == ["{\n}"])
  }

  @Test func commentsOtherEventsAndOtherFieldsArePassedOver() {
    #expect(read(": hello\nid: 7\nretry: 5\nnonsense\n\ndata: 1\n\n") == ["1"])
    #expect(read("event: tick\ndata: 0\n\ndata: 1\n\n") == ["1"])
  }

  @Test func anEventWithoutEndCostsItselfAlone() {
    let long = String(repeating: "x", count: StatusEventReader.limit)
    #expect(read("data: \(long)", long, "\ndata: 0\n\ndata: 1\n\n") == ["1"])
    #expect(read("data: \(long)\r\n\r\ndata: 1\n\n") == ["1"])
    let lines = String(repeating: "data: xxxxxxxxxxxxxxxxxxxxxxxx\n", count: 60_000)
    #expect(read(lines, "\ndata: 1\n\n") == ["1"])
  }
}
