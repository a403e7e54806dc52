import Crypto
import FlightModel
import IGC
import Logbook
import RecordingModel
import Testing

@Suite struct FileKindTests {
  private func kind(_ text: String, _ name: String = "file") -> FileKind {
    FileKind(head: Array(text.utf8), name: name)
  }

  @Test(arguments: [
    (
      "AXXXABC\r\nHFDTE140726\r\nB1000004722000N00832501EA0040000400\r\n", "flight.txt",
      FileKind.flight
    ),
    ("nothing", "67EXA011.IGC", .flight),
    ("", "67EXA011.IGC", .flight),
    ("name,code,country,lat,lon,elev,style\n", "x.txt", .cup),
    ("\u{FEFF}\"Name\", \"Code\",\"Country\",\"Lat\",\"Lon\"\r\n", "x", .cup),
    ("\"Dorf\",\"D\",CH,4722.000N,00832.501E", "places.CUP", .cup),
    (
      "\"id\",\"ident\",\"type\",\"name\",\"latitude_deg\",\"longitude_deg\"\n", "a.csv",
      .ourAirports
    ),
    ("* comment\nAC D\nAN Dorf\nAL GND\nAH FL 100\nDP 47:00:00 N 008:00:00 E\n", "a.txt", .openAir),
    ("<?xml version=\"1.0\"?>\n<Task type=\"AAT\">\n", "x.xml", .xcsoarTask),
    ("<Task type=\"AAT\">", "round.tsk", .xcsoarTask),
    ("PK\u{3}\u{4}rest", "a.igc", .zip), ("PK\u{5}\u{6}", "empty.zip", .zip),
    ("just words\n", "notes.txt", .unknown), ("", "empty", .unknown),
    ("\0\u{1}binary", "photo.jpg", .unknown),
  ])
  func aFileIsKnownByWhatItHolds(_ text: String, _ name: String, _ due: FileKind) {
    #expect(kind(text, name) == due)
  }

  @Test func gzipIsKnownByItsMagic() {
    #expect(FileKind(head: [0x1F, 0x8B, 8, 0], name: "x") == .gzip)
  }

  @Test func anyBytesHaveAKind() {
    var generator = SystemRandomNumberGenerator()
    for length in [1, 2, 3, 35, 100, 70_000] {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      #expect(FileKind.allCases.contains(FileKind(head: bytes, name: "x")))
    }
  }
}

@Suite struct SafeFileNameTests {
  @Test(arguments: [
    ("67EXA011.IGC", "67EXA011.IGC"), ("a b/c d.igc", "c_d.igc"), ("../../../evil.igc", "evil.igc"),
    ("..", "file.igc"), ("", "file.igc"), (".hidden.igc", "hidden.igc"),
    ("C:\\logs\\x.IGC", "x.IGC"),
    ("no type", "no_type.igc"), ("a\u{1B}[2J\n.igc", "a__2J_.igc"),
    ("flight.igc.igc", "flight.igc.igc"),
    ("/", "file.igc"), ("Flug-Übung.igc", "Flug-__bung.igc"),
  ])
  func namesAreMadeSafe(_ name: String, _ due: String) {
    #expect(SafeFileName.make(from: name, type: "igc") == due)
  }

  @Test func longNamesAreCutAndTakenOnesToldApart() {
    let name = SafeFileName.make(from: String(repeating: "x", count: 300) + ".igc", type: "igc")
    #expect(name.utf8.count <= 80 && name.hasSuffix(".igc"))
    let id = String(repeating: "0123456789abcdef", count: 4)
    #expect(SafeFileName.unique("a.igc", id: id) { _ in false } == "a.igc")
    #expect(SafeFileName.unique("a.igc", id: id) { $0 == "a.igc" } == "a-01234567.igc")
  }
}

@Suite struct FlightFileTests {
  private let text =
    "AXXXABC\r\nHFDTE140726\r\nHFPLTPILOTINCHARGE:Ada\r\n"
    + "B1000004722000N00832501EA0040000410\r\nB1000404722100N00832501EA0050000510\r\n"

  private func read(_ text: String) throws(FlightFileError) -> ReadFlight {
    try FlightFile.read(Array(text.utf8), digest: SHA256())
  }

  @Test func theEntryHasWhatTheFileTells() throws {
    let flight = try read(text)
    #expect(flight.fixCount == 2 && flight.durationSeconds == 40 && flight.heightGainedM == 100)
    #expect(flight.declaration.pilot == "Ada")
    #expect(flight.firstFixAt.rfc3339 == "2026-07-14T10:00:00Z")
    #expect(flight.bytes == Int64(text.utf8.count))
    let entry = flight.entry(named: "x.igc", importedAt: UTCInstant(milliseconds: 5))
    #expect(entry.filename == "x.igc" && entry.recordingID == nil && entry.id == flight.id)
  }

  @Test func lineEndsDoNotMatterToTheID() throws {
    let unix =
      text.filter { $0 != "\r\n" }.isEmpty
      ? text
      : text.split(whereSeparator: \.isNewline)
        .joined(separator: "\n")
    #expect(try read(unix).id == read(text).id)
    #expect(try read(text + "LXXXmore\r\n").id != read(text).id)
  }

  @Test func whatIsNoFlightSaysWhy() {
    #expect(throws: FlightFileError.empty) { try read("") }
    #expect(throws: FlightFileError.noFix(lines: 2)) { try read("AXXX\r\nHFDTE140726\r\n") }
    #expect(throws: FlightFileError.noDate) {
      try read("AXXXABC\r\nB1000004722000N00832501EA0040000410\r\n")
    }
  }
}
