import ControlAPI
import FlightModel
import RecordingModel
import Testing

@Suite struct LogbookNotesTests {
  private func flight(_ digit: Character, comments: String = "a\nb \"c\"") -> FlightSummary {
    var notes = FlightNotes()
    notes.isFavorite = true
    notes.comments = comments
    notes.waterBallastL = 120
    return FlightSummary(
      id: String(repeating: digit, count: 64), recordingID: nil, filename: "one.igc", igcPath: nil,
      igcBytes: 5, declaration: Declaration(pilot: "Ada Example"),
      firstFixAt: UTCInstant(milliseconds: 0), lastFixAt: UTCInstant(milliseconds: 1000),
      fixCount: 2, takeoffAt: nil, landingAt: nil, durationS: 1, heightGainedM: 0, importedAt: nil,
      notes: notes, results: FlightResults())
  }

  private func read(_ bytes: [UInt8], pieces: Int? = nil) -> [FlightSummary] {
    var reader = LogbookNotesReader()
    for start in stride(from: 0, to: bytes.count, by: pieces ?? max(1, bytes.count)) {
      reader.feed(bytes[start..<min(bytes.count, start + (pieces ?? bytes.count))])
    }
    reader.finish()
    return reader.flights
  }

  @Test func whatIsWrittenIsReadInWhateverPieces() {
    let flights = [flight("a"), flight("b", comments: "größer"), flight("c")]
    let bytes = LogbookNotes.bytes(flights)
    #expect(read(bytes) == flights)
    #expect(read(bytes, pieces: 1) == flights)
    #expect(read(bytes, pieces: 1000) == flights)
    #expect(read(LogbookNotes.bytes([])) == [])
  }

  @Test func whatIsNoFlightIsPassedOver() {
    let good = flight("d")
    var bytes = Array("{\"id\": 7},\n{]\n{\"id\":\"x\",\"comments\":\"".utf8)
    bytes += [UInt8](repeating: 0x78, count: 3 << 20) + Array("\"}\n\u{0}\n".utf8)
    #expect(read(bytes + LogbookNotes.bytes([good])) == [good])
    #expect(read(Array(LogbookNotes.bytes([good]).dropLast(20))) == [])
  }
}
