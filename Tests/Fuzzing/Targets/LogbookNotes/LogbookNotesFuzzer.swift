import ControlAPI
import FuzzDriver

/// Any file in place of the one in which an archive tells of its flights.
@main
enum LogbookNotesFuzzer {
  static func main() {
    Fuzzer.run { bytes in
      let flights = read([Array(bytes)])
      Fuzzer.expect(read(bytes.drips) == flights, "pieces give another result than the whole")
      Fuzzer.expect(
        flights.count <= bytes.count { $0 == UInt8(ascii: "\n") } + 1, "more flights than lines")
      let again = read([LogbookNotes.bytes(flights)])
      Fuzzer.expect(again == flights, "what was read is not written as it was")
    }
  }

  private static func read(_ pieces: [[UInt8]]) -> [FlightSummary] {
    var reader = LogbookNotesReader()
    for piece in pieces { reader.feed(piece) }
    reader.finish()
    return reader.flights
  }
}
