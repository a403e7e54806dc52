import ControlAPI
import FlightModel
import Glibc
import JSON
import Linux
import Synchronization
import TestSupport
import Testing

@Suite struct SupportBundleTests {
  private let runner = CommandRunner()
  private let daemon = StubDaemon()

  /// What must not leave the box, each planted somewhere below.
  private static let planted = [
    "Ada", "Lift", "Secretson", "D-7777", "hunter2", "s3cr3t", "tok3n", "48.12", "11.54", "4807",
    "D3:4F:00", "d3_4f_00", "A50285BI", "club.example", "acct-4711", "192.168.7.7", "base.example",
    "0123456789abcdef", "XBG-ABC", "Wiesengrund",
  ]

  private static let journal = """
    2026-07-04T13:02:10+0200 barographd[412]: started with token tok3n-Aa77
    2026-07-04T13:02:11+0200 barographd[412]: POST https://ada:s3cr3t@club.example/api?x=hunter2
    2026-07-04T13:02:12+0200 barographd[412]: password=hunter2 fix at 48.12345 11.54321
    2026-07-04T13:02:13+0200 gpsd[99]: $GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394
    2026-07-04T13:02:14+0200 barographd[412]: line B1235194807038N01131000EA0054500545
    2026-07-04T13:02:15+0200 barographd[412]: /org/bluez/hci0/dev_D3_4F_00_12_AB_CD is gone
    2026-07-04T13:02:16+0200 barographd[412]: vesc D3:4F:00:12:AB:CD, port usb-FTDI_UART_A50285BI-if00
    2026-07-04T13:02:17+0200 barographd[412]: HFPLTPILOTINCHARGE:Ada Secretson, glider D-7777
    2026-07-04T13:02:18+0200 barographd[412]: blob 0123456789abcdef0123456789abcdef from 192.168.7.7
    2026-07-04T13:02:19+0200 barographd[412]: the database is checked

    """

  /// A box with secrets everywhere, and the text of its bundle.
  private func bundle() async throws -> (text: String, path: String) {
    daemon.state.withLock { state in
      state.facts.sync.server = "https://club.example"
      state.facts.sync.accountID = "acct-4711"
      state.facts.sync.messages = ["Wiesengrund is closed"]
      state.facts.fix.position = .init(latitudeE7: 481_234_567, longitudeE7: 115_432_100)
      state.facts.sources[0].name = "gpsd://base.example:2947"
      state.facts.sources[0].note =
        "FLARM usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0 near 48.12345"
      state.instruments.nearby = [NearbyFacts(address: "D3:4F:00:12:AB:CD", name: "Ada's watch")]
      for index in state.instruments.instruments.indices {
        state.instruments.instruments[index].serialNumber = "A50285BI"
      }
    }
    try daemon.listen()
    let configuration = runner.folder.file("barograph.conf")
    try Files.replace(
      configuration,
      with: Array(
        """
        # Ada Secretson's box at Wiesengrund, password hunter2
        [declaration]
        pilot = Ada Secretson
        registration = D-7777
        [gpsd]
        host = base.example
        port = 1
        [instrument]
        address = D3:4F:00:12:AB:CD
        driver = vesc
        nonsense hunter2

        """.utf8))
    let tools = runner.folder.file("tools")
    try Files.makeFolder(tools)
    try Files.replace("\(tools)/journal", with: Array(Self.journal.utf8))
    try Files.replace(
      "\(tools)/journalctl", with: Array("#!/bin/sh\nexec cat '\(tools)/journal'\n".utf8),
      mode: 0o755)
    let path = runner.folder.file("bundle.tar.gz")
    let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let result = try await ChildProcess.run(
      [CommandRunner.program, "doctor", "--config", configuration, "--bundle", path],
      environment: [
        "BAROGRAPH_SOCKET": daemon.socket, "PATH": "\(tools):\(search)", "USER": "Secretson",
      ])
    #expect(result.output.first?.hasPrefix("Wrote \(path)") == true, "\(result.output)")
    let all = try await ChildProcess.run(["tar", "xzf", path, "--to-stdout"])
    return (all.output.joined(separator: "\n"), path)
  }

  @Test func nothingPrivateIsInIt() async throws {
    let (text, _) = try await bundle()
    for secret in Self.planted {
      let lines = text.split(separator: "\n").filter {
        $0.contains(secret)
      }
      #expect(lines.isEmpty, "\(secret)")
    }
  }

  @Test func whatHelpsIsInItAndTheManifestFirst() async throws {
    let (text, path) = try await bundle()
    for line in [
      "Barograph \(ProductVersion.text), support bundle", "the database is checked",
      "pilot = [removed]", "driver = vesc", "\"recorder-running\"", "43640",
      "/org/bluez/hci0/dev_[address] is gone",
    ] { #expect(text.contains(line), "\(line)") }
    let names = try await ChildProcess.run(["tar", "tzf", path]).output
    #expect(names.first == "barograph-bundle/MANIFEST.txt")
    #expect(names.count == 8)
    for name in names.dropFirst() {
      #expect(text.contains(name.split(separator: "/").last!), "the manifest names it")
    }
  }

  @Test func documentsInItAreWhole() async throws {
    let (_, path) = try await bundle()
    for name in ["doctor", "status", "instruments"] {
      let lines = try await ChildProcess.run(
        ["tar", "xzf", path, "--to-stdout", "barograph-bundle/\(name).json"]
      ).output
      #expect(try JSONValue.parse(lines.joined(separator: "\n"))["schema"] == 1)
    }
  }

  @Test func itIsForItsOwnerAndReplacesNothing() async throws {
    let (_, path) = try await bundle()
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    let before = try Files.read(path, limit: 1 << 20)
    let again = try await runner.run(["doctor", "--bundle", path], socket: daemon.socket)
    #expect(again.code == 73)
    #expect(again.error.contains("exists already"))
    #expect(try Files.read(path, limit: 1 << 20) == before)
    let nowhere = runner.folder.file("no/such/x.tar.gz")
    #expect(
      try await runner.run(["doctor", "--bundle", nowhere], socket: daemon.socket).code == 73)
  }
}
