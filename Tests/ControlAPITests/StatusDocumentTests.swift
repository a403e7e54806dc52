import ControlAPI
import ControlDoubles
import FlightModel
import Glibc
import JSON
import Linux
import SeededRandom
import TestSupport
import Testing

let noon = UTCInstant(CivilDate(year: 2026, month: 7, day: 4), millisecondOfDay: 51_234_500)

@Suite struct StatusDocumentTests {
  private func document(_ facts: StatusFacts) -> StatusDocument {
    var history = ProblemHistory()
    return StatusDocument(facts: facts, now: noon, history: &history)
  }

  @Test func encodesAsTheGoldenFileSays() throws {
    let path = PackageFolder.fixture("status-document/in-flight/document.json")
    let text = document(factsInFlight()).json.bytes(.indented) + [0x0A]
    if getenv("BAROGRAPH_UPDATE_GOLDEN") != nil { try Files.replace(path, with: text) }
    let golden = try Files.read(path, limit: 1 << 20)
    #expect(String(decoding: text, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
  }

  @Test func theGoldenFileReadsBackAsTheFacts() throws {
    let path = PackageFolder.fixture("status-document/in-flight/document.json")
    let json = try JSONValue.parse(try Files.read(path, limit: 1 << 20))
    var expected = document(factsInFlight())
    // Three decimals go into the document.
    expected.facts?.clock.offsetS = 0.001
    #expect(try StatusDocument(json: json) == expected)
  }

  @Test func whatIsUnknownIsNullAndNotZero() throws {
    let facts = StatusFacts(
      state: .starting, version: "0.1.0", uptimeS: 0.2, policy: "auto",
      storage: StorageStatus(directory: "/x"))
    let json = document(facts).json
    for key in ["age_s", "mode", "latitude_deg", "ground_speed_m_per_s", "satellites_used"] {
      #expect(json["fix"]?[key] == .null)
    }
    #expect(json["fix"]?["state"] == "absent")
    #expect(json["storage"]?["free_bytes"] == .null)
    #expect(json["clock"]?["plausible"] == .null)
    #expect(json["recording"] == .null)
    #expect(json["sources"] == [])
    #expect(try StatusDocument(json: json).facts == facts)
  }

  @Test func pastItsExpiryItClaimsNothing() throws {
    let fresh = document(factsInFlight())
    #expect(fresh.exitCode == .healthy)
    #expect(fresh.asShown(at: noon.advanced(byMilliseconds: 3000)) == fresh)
    let stale = fresh.asShown(at: noon.advanced(byMilliseconds: 3001))
    #expect(stale.exitCode == .cannotTell)
    #expect(stale.state == .unknown)
    #expect(stale.problems.first?.id == "status-stale")
  }

  @Test func aDocumentFromTheFutureIsNotBelievedEither() {
    let fresh = document(factsInFlight())
    let stepped = fresh.asShown(at: noon.advanced(byMilliseconds: -3_600_000))
    #expect(stepped.exitCode == .cannotTell)
  }

  @Test func anotherSchemaIsRefused() throws {
    guard case .object(var object) = document(factsInFlight()).json else { return }
    object["schema"] = 2
    let error = #expect(throws: DocumentError.self) { try StatusDocument(json: .object(object)) }
    #expect(error?.field == "schema")
  }

  @Test func addedFieldsAreFreeAndMissingOnesNamed() throws {
    guard case .object(var object) = document(factsInFlight()).json else { return }
    object["later_field"] = [1, 2]
    #expect(throws: Never.self) { try StatusDocument(json: .object(object)) }
    guard case .object(var storage) = object["storage"] else { return }
    storage["directory"] = nil
    object["storage"] = .object(storage)
    let error = #expect(throws: DocumentError.self) { try StatusDocument(json: .object(object)) }
    #expect(error == DocumentError(field: "storage.directory", cause: "is missing"))
  }

  @Test func mangledDocumentsAreRefusedOrReadButNeverTrap() throws {
    let text = document(factsInFlight()).json.bytes()
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
          in: 0x20...0x7E, using: &generator)
      }
      if let json = try? JSONValue.parse(bytes) { _ = try? StatusDocument(json: json) }
    }
  }

  @Test(arguments: [
    ("2026-07-04T09:12:30Z", 1_783_156_350_000), ("1970-01-01T00:00:00.001Z", 1),
    ("2026-07-04T09:12:30.5Z", 1_783_156_350_500),
    ("2026-07-04T09:12:30.123456Z", 1_783_156_350_123),
  ])
  func timesAreRead(text: String, milliseconds: Int64) {
    #expect(UTCInstant(rfc3339: text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026-07-04", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-07-04T24:00:00Z",
    "2026-07-04T09:12:30+02:00", "2026-07-04T09:12:30.Z", "2026-07-04 09:12:30Z",
    "2026-07-04T09:12:30.1234567890Z", "2o26-07-04T09:12:30Z",
  ])
  func otherTextsAreNoTimes(text: String) {
    #expect(UTCInstant(rfc3339: text) == nil)
  }
}
