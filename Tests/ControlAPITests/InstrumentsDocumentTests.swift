import ControlAPI
import FlightModel
import Glibc
import JSON
import Linux
import SeededRandom
import TestSupport
import Testing

/// A list with everything known, and with nothing known.
func instrumentsInFlight() -> InstrumentsDocument {
  var flarm = InstrumentFacts(
    id: "usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0", isConfigured: true, kind: "flarm",
    address: "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0",
    devnode: "/dev/ttyUSB0", transport: "serial", link: .connected, state: .lost, ageS: 38.12)
  flarm.product = "PowerFLARM-Fusion"
  flarm.serialNumber = "123456"
  flarm.firmware = "7.24"
  flarm.speed = 57_600
  flarm.rateHz = 8
  flarm.messages = 35_120
  flarm.unknown = 12
  flarm.refused = 3
  flarm.bytes = 1_900_000
  flarm.reconnects = 1
  flarm.givesPosition = true
  flarm.problem = "has been silent for 38 s"
  flarm.remedy = "see that it has power and its cable is in"
  flarm.sharedPort = 4353
  flarm.clients = 2
  let port = InstrumentFacts(
    id: "pci-0000:00:14.0-usb-0:2:1.0", address: "/dev/ttyUSB1", transport: "serial",
    link: .connecting, state: .absent)
  return InstrumentsDocument(
    generatedAt: noon, instruments: [flarm, port],
    ports: [
      LeftPortFacts(
        id: "usb-u-blox_AG-if00", devnode: "/dev/ttyACM0", product: "u-blox 7", reason: "gpsd",
        owner: "gpsd", message: "gpsd reads it", remedy: "take it out of gpsd's list"),
      LeftPortFacts(
        id: "serial0", devnode: "/dev/ttyAMA0", reason: "not-listening",
        message: "it belongs to the board"),
    ],
    nearby: [
      NearbyFacts(
        address: "A0:9E:1A:00:00:01", name: "Polar H10", kind: "heart-rate", signalDBm: -61,
        isConfigured: true),
      NearbyFacts(address: "A0:9E:1A:00:00:02"),
    ],
    bluetooth: AdapterFacts(
      state: "failing", problem: "the adapter is blocked", remedy: "rfkill unblock bluetooth"))
}

@Suite struct InstrumentsDocumentTests {
  @Test func encodesAsTheGoldenFileSays() throws {
    let path = PackageFolder.fixture("instruments-document/in-flight/document.json")
    let text = instrumentsInFlight().json.bytes(.indented) + [0x0A]
    if getenv("BAROGRAPH_UPDATE_GOLDEN") != nil { try Files.replace(path, with: text) }
    let golden = try Files.read(path, limit: 1 << 20)
    #expect(String(decoding: text, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
  }

  @Test func theGoldenFileReadsBack() throws {
    let path = PackageFolder.fixture("instruments-document/in-flight/document.json")
    let json = try JSONValue.parse(try Files.read(path, limit: 1 << 20))
    #expect(try InstrumentsDocument(json: json) == instrumentsInFlight())
  }

  @Test func whatIsUnknownIsNullAndNotZero() {
    let json = instrumentsInFlight().json
    guard let port = json["instruments"]?.array?.last else {
      Issue.record("no instrument")
      return
    }
    let unknown = [
      "kind", "product", "serial_number", "firmware", "devnode", "age_s", "speed_bps", "rate_hz",
      "problem", "remedy", "shared_port",
    ]
    for key in unknown { #expect(port[key] == .null, "\(key)") }
  }

  @Test func anotherSchemaIsRefused() throws {
    guard case .object(var object) = instrumentsInFlight().json else { return }
    object["schema"] = 2
    let error = #expect(throws: DocumentError.self) {
      try InstrumentsDocument(json: .object(object))
    }
    #expect(error?.field == "schema")
  }

  @Test func addedFieldsAreFreeAndMissingOnesNamed() throws {
    guard case .object(var object) = instrumentsInFlight().json else { return }
    object["later_field"] = [1, 2]
    #expect(throws: Never.self) { try InstrumentsDocument(json: .object(object)) }
    object["ports"] = [["id": "x"]]
    let error = #expect(throws: DocumentError.self) {
      try InstrumentsDocument(json: .object(object))
    }
    #expect(error == DocumentError(field: "ports.0.devnode", cause: "is missing"))
  }

  @Test func itExpires() {
    let document = instrumentsInFlight()
    #expect(document.isCurrent(at: noon.advanced(byMilliseconds: 3000)))
    #expect(!document.isCurrent(at: noon.advanced(byMilliseconds: 3001)))
    #expect(!document.isCurrent(at: noon.advanced(byMilliseconds: -3001)))
  }

  @Test func mangledDocumentsAreRefusedOrReadButNeverTrap() throws {
    let text = instrumentsInFlight().json.bytes()
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<2000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(
          in: 0x20...0x7E, using: &generator)
      }
      if let json = try? JSONValue.parse(bytes) { _ = try? InstrumentsDocument(json: json) }
    }
  }

  @Test(
    arguments: [
      (nil, 1, DataState.absent), (1.5, 1, .ok), (3.1, 1, .late), (10.1, 1, .lost),
      (1.6, 20, .late), (15.1, 0.2, .late), (20.1, 0.2, .lost), (4, nil, .late),
    ] as [(Double?, Double?, DataState)])
  func agesAreJudgedByTheRate(age: Double?, rate: Double?, state: DataState) {
    #expect(DataState(ageS: age, rateHz: rate) == state)
  }
}
