import JSON

/// What is said of each flight beside its file, as an archive of the whole logbook has it: an object
/// whose list `flights` has each on a line of its own, so that it is read in pieces.
package enum LogbookNotes {
  /// The name in the archive.
  package static let filename = "logbook.json"

  /// The file's bytes.
  package static func bytes(_ flights: [FlightSummary]) -> [UInt8] {
    let lines = flights.map { $0.json.bytes() }.joined(separator: Array(",\n".utf8))
    return Array("{\"flights\": [\n".utf8) + lines + Array("\n]}\n".utf8)
  }
}

/// Reads `LogbookNotes` block by block. Lines that are no flight are passed over, and whatever it is
/// given costs it no more than its bounds.
package struct LogbookNotesReader: Sendable {
  /// Bytes of one line, and of all lines that are kept.
  private static let longestLine = 1 << 16
  private static let mostBytes = 32 << 20

  /// What could be read, in the order of the file.
  package private(set) var flights: [FlightSummary] = []
  private var line: [UInt8] = []
  /// The present line has outgrown its bound.
  private var isTooLong = false
  private var kept = 0

  package init() {}

  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        finish()
      } else if line.count < Self.longestLine {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
  }

  /// Takes the last line, which may lack its end.
  package mutating func finish() {
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    guard !isTooLong, kept + line.count <= Self.mostBytes else { return }
    while let last = line.last, last <= 0x20 || last == UInt8(ascii: ",") { line.removeLast() }
    guard line.first == UInt8(ascii: "{"), let json = try? JSONValue.parse(line),
      let flight = try? FlightSummary(json: json)
    else { return }
    kept += line.count
    flights.append(flight)
  }
}
