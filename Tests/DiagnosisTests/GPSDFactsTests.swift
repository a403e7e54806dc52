import Diagnosis
import Testing

@Suite struct GPSDFactsTests {
  private static let good = GPSDServer(
    host: "127.0.0.1", port: 2947, reach: .answers(release: "3.22", protocolVersion: "3.14"),
    devices: ["/dev/ttyACM0"], heard: .known(.position))
  private static let service = GPSDFacts.Service(
    daemon: .unit("active"), socket: .unit("active"))

  private func findings(
    _ server: GPSDServer = good, service: Known<GPSDFacts.Service> = .known(service),
    listening: [ListeningSocket] = [ListeningSocket(port: 2947, isLoopback: true)],
    settings: String = "GPSD_OPTIONS=\"-n -b\"", _ change: (inout GPSDFacts) -> Void = { _ in }
  ) -> [Finding] {
    var facts = GPSDFacts(
      servers: [server], service: service, listening: .known(listening),
      settings: .known(GPSDSettings(text: settings)))
    change(&facts)
    return facts.findings
  }

  private func unreachable(_ host: String = "127.0.0.1") -> GPSDServer {
    GPSDServer(host: host, port: 2947, reach: .unreachable("Connection refused"))
  }

  @Test func aGoodOneIsTold() {
    #expect(findings().bad.isEmpty)
    #expect(findings()["gpsd-receivers"]?.message == "/dev/ttyACM0 sends positions")
  }

  @Test func whyItCannotBeReached() throws {
    let absent = GPSDFacts.Service(
      daemon: .unit("inactive", load: "not-found"), socket: .unit("inactive", load: "not-found"))
    let off = GPSDFacts.Service(daemon: .unit("inactive"), socket: .unit("inactive"))
    let cases: [(Known<GPSDFacts.Service>, [ListeningSocket], String)] = [
      (.known(absent), [], "apt install gpsd"), (.known(off), [], "enable --now gpsd.socket"),
      (.known(Self.service), [ListeningSocket(port: 2947, isLoopback: false)], "ListenStream"),
      (.unknown("no systemd"), [], "systemctl status gpsd"),
    ]
    for (service, listening, fix) in cases {
      let found = findings(unreachable(), service: service, listening: listening)
      let finding = try #require(found["gpsd-reachable"])
      #expect(finding.status == .warning && finding.about == "gpsd://127.0.0.1:2947")
      #expect(finding.fix?.contains(fix) == true, "\(finding)")
    }
    #expect(findings(unreachable("base"))["gpsd-reachable"]?.fix?.contains("-G") == true)
  }

  @Test func withOtherPositionsItIsOptional() {
    let found = findings(unreachable()) { $0.hasOtherPositions = true }
    #expect(found["gpsd-reachable"]?.isOptional == true)
  }

  @Test func aPortThatSpeaksOtherwiseIsTold() {
    let found = findings(GPSDServer(host: "127.0.0.1", port: 2947, reach: .silent))
    #expect(found.bad == ["gpsd-reachable"])
  }

  @Test func receiversThatAreMissingOrSilent() {
    var server = Self.good
    server.heard = .known(.nothing)
    #expect(findings(server).bad == ["gpsd-receivers"])
    server.heard = .known(.noPosition)
    #expect(findings(server).bad.isEmpty)
    server.heard = .unknown("no time")
    #expect(findings(server)["gpsd-receivers"]?.status == .notChecked)
    server.devices = []
    #expect(findings(server)["gpsd-receivers"]?.fix?.contains("DEVICES") == true)
  }

  @Test func aPortOfAnInstrumentInGPSDsHandsIsTold() {
    let found = findings { $0.instrumentPorts = ["/dev/ttyACM0"] }
    #expect(found["gpsd-holds-port"]?.fix?.contains("USBAUTO") == true)
  }

  @Test func whatIsOnlyUntidyIsOptional() {
    let found = findings(
      listening: [ListeningSocket(port: 2947, isLoopback: false)], settings: "GPSD_OPTIONS=\"\"")
    #expect(found.bad == ["gpsd-open-to-network", "gpsd-settings"])
    #expect(found.allSatisfy { $0.isOptional || !$0.isBad })
  }

  @Test func aConfigurationWithoutGPSDAsksNothing() {
    let found = findings { $0.servers = [] }
    #expect(found.map(\.status) == [.ok])
  }

  @Test(arguments: [
    ("GPSD_OPTIONS=\"-n\"\nUSBAUTO=\"true\"", false, true), ("GPSD_OPTIONS='-bn'", false, false),
    ("# GPSD_OPTIONS=\"-n\"\nGPSD_OPTIONS=\"--nowait\"", true, false), ("", true, false),
  ])
  func settingsAreRead(text: String, waits: Bool, takesUSB: Bool) {
    let settings = GPSDSettings(text: text)
    #expect(settings.waitsForClients == waits)
    #expect(settings.takesUSB == takesUSB)
  }

  @Test func theKernelsListOfSocketsIsRead() {
    let text = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
         0: 0100007F:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
         1: 00000000:0B83 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
         2: 0100007F:1F90 0100007F:0B83 01 00000000:00000000 00:00000000 00000000     0
         3: 00000000000000000000000001000000:0B83 0:0 0A 0
         4: 00000000000000000000000000000000:0B83 0:0 0A 0
         5: 0000000000000000FFFF00000100007F:0B83 0:0 0A 0
         6: nonsense
      """
    let sockets = ListeningSocket.all(in: text)
    #expect(sockets.map(\.port) == [2947, 2947, 2947, 2947, 2947])
    #expect(sockets.map(\.isLoopback) == [true, false, true, false, true])
  }
}
