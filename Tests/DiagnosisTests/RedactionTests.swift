import Diagnosis
import SeededRandom
import Testing

@Suite struct RedactionTests {
  private let redaction = Redaction(
    secrets: ["Ada Example", "D-1234", "field-laptop", "A50285BI", "club.example"])

  /// What must not be in a bundle, and a line in which somebody wrote it.
  private static let secrets: [(String, String)] = [
    ("hunter2", "sync: password=hunter2"),
    ("hunter2", "the token hunter2 was refused"),
    ("s3cr3t", "GET https://ada:s3cr3t@club.example/api?token=abc failed"),
    ("ada:", "GET https://ada:s3,cr3t@club.example/ failed"),
    ("cr3t", "GET https://ada:s3,cr3t@club.example/ failed"),
    ("club.example", "connected to club.example in 20 ms"),
    ("dGhpcyBpcyBhIHRva2Vu", "Authorization: Bearer dGhpcyBpcyBhIHRva2Vu"),
    ("abcdefgh", "\"device_token\": \"abcdefgh\""),
    ("k8Zq/3vR+x9PwLm2TnY7", "said k8Zq/3vR+x9PwLm2TnY7= twice"),
    ("48.123", "position 48.12345 11.54321"),
    ("11.543", "position 48.12345, 11.54321"),
    ("48.123", "at 48.123, 11.543"),
    ("481234567", "lat=481234567 lon=115432100"),
    ("4807.038", "heard $GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M"),
    ("4807.038", "half a sentence: 4807.038,N,01131.000,E"),
    ("4807038", "B1234564807038N01131000EA0054500545"),
    ("4807038", "line 17: xx4807038N01131000Exx"),
    ("48°07", "near 48°07'02\"N"),
    ("02\"N", "near 48°07'02\"N"), ("Ada", "HFPLTPILOTINCHARGE:Ada Other"),
    ("Other", "HFPLTPILOTINCHARGE:Ada Other"),
    ("Example", "pilot is ADA EXAMPLE"), ("EXAMPLE", "pilot is ADA EXAMPLE"),
    ("D-1234", "glider D-1234"),
    ("D3:4F:00:12:AB:CD", "vesc D3:4F:00:12:AB:CD is not in reach"),
    ("D3_4F_00_12_AB_CD", "/org/bluez/hci0/dev_D3_4F_00_12_AB_CD/service001a"),
    ("d34f0012abcd", "peer d34f0012abcd"),
    ("A50285BI", "/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285BI-if00-port0"),
    ("B9XKQ", "/dev/serial/by-id/usb-Maker_Thing_B9XKQ-if00"),
    ("0123456789abcdef", "flight 0123456789abcdef0123456789abcdef is filed"),
    ("acct-77", "account_id: acct-77"),
    ("X77", "serial number X77"),
    ("ada@", "mail ada@glider.example"),
    ("192.168.1.17", "from 192.168.1.17:4353"),
    ("fe80::1", "route over fe80::1c2:3ff:fe04:506%wlan0"),
    ("/ada/", "cannot open /home/ada/flights/x.igc"),
    ("field-laptop", "Jul 04 13:02:10 field-laptop barographd[412]: started"),
  ]

  @Test(arguments: secrets)
  func whatIsPrivateGoes(secret: String, line: String) {
    let text = redaction.redacted(line)
    #expect(!text.contains(secret), "\(text)")
    #expect(text.contains("["), "\(text)")
    #expect(redaction.redacted(text) == text, "done once, it is done")
  }

  @Test(arguments: [
    "barographd 0.1.0 started", "gpsd://localhost:2947 is connected", "slowest write 84 ms",
    "2026-07-04T13:02:10Z barographd[412]: recording 42 begins",
    "the token was refused: sign in again", "3.2 V at 0.812 s", "/dev/ttyUSB0 is open at 57600",
    "/var/lib/barograph/barograph.db: disk I/O error", "rate 10.0/s, 43640 fixes",
    "sync.metering-unknown: uploads wait because nothing tells", "127.0.0.1:2947",
    "Linux 6.1.0-13-arm64 #1 SMP Debian 6.1.55-1", "barograph-import@sda1.service",
  ])
  func whatHelpsStays(line: String) {
    #expect(redaction.redacted(line) == line)
  }

  /// A line with blanks and brackets around the secrets, cut anywhere.
  private static func noise(_ random: inout SeededGenerator) -> String {
    let parts =
      secrets.map(\.1) + [" ", "\"", "[", "]", "{", "=", ":", "\t", "ok", "[secret]", "ä", "1.2"]
    return (0..<Int.random(in: 0..<8, using: &random)).map { _ in
      let part = parts.randomElement(using: &random)!
      return String(part.dropFirst(Int.random(in: 0..<3, using: &random)))
    }.joined(separator: Bool.random(using: &random) ? " " : "")
  }

  @Test func linesStayLines() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let lines = (0..<5).map { _ in Self.noise(&random) }
      let text = redaction.redacted(lines.joined(separator: "\n"))
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 5)
    }
  }

  @Test func knownSecretsGoWhateverStandsAround() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      let text = redaction.redacted(
        Self.noise(&random) + "Ada Example" + Self.noise(&random) + "A50285BI"
          + Self.noise(&random)
      ).lowercased()
      for secret in ["ada example", "a50285bi", "club.example"] {
        #expect(!text.contains(secret), "\(text)")
      }
    }
  }

  @Test func randomTokensAndPositionsGoWhereverTheyStand() {
    var random = SeededGenerator(seed: 10)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    for _ in 0..<2000 {
      let token = "aB3" + String((0..<40).map { _ in letters.randomElement(using: &random)! })
      let latitude =
        "\(Int.random(in: 10..<90, using: &random)).\(Int.random(in: 10_000..<99_999, using: &random))"
      let line = ["x \(token) y", "(\(latitude))", "[\(token)]", "a=\(latitude);b", "\"\(token)\""]
        .shuffled(using: &random).joined(separator: " ")
      let text = redaction.redacted(line)
      #expect(!text.contains(token.prefix(12)) && !text.contains(latitude), "\(text)")
    }
  }

  @Test func aHugeLineIsCutAndBytesOfAnyKindAreBorne() {
    var random = SeededGenerator(seed: 11)
    let long = String(repeating: "48.12345 ", count: 100_000)
    #expect(redaction.redacted(long).utf8.count < 40_000)
    for _ in 0..<200 {
      let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = redaction.redacted(String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test func windowsLineEndsHideNothing() {
    let file = "[declaration]\r\npilot = Ada Other\r\n[x Ada]\r\n[gpsd]\r\nport = 2947\r\n"
    #expect(
      RedactedConfiguration.text(of: file)
        == "[declaration]\npilot = [removed]\n[removed]\n[gpsd]\nport = 2947\n")
    let text = redaction.redacted("password=x\r\nbarographd is started\r\n")
    #expect(text.hasSuffix("\nbarographd is started\r\n"))
  }

  @Test func aConfigurationKeepsItsKeysOnly() {
    let text = RedactedConfiguration.text(
      of: """
        # by Ada Example
        [declaration]
        pilot = Ada Example
        competition-id = 42
        [gpsd]
        host = base.example
        port = 2947
        [instrument]
        address = D3:4F:00:12:AB:CD
        driver = vesc
        [storage]
        directory = $STATE_DIRECTORY
        what is this line
        """)
    #expect(
      text == """
        [declaration]
        pilot = [removed]
        competition-id = [removed]
        [gpsd]
        host = [removed]
        port = 2947
        [instrument]
        address = [removed]
        driver = vesc
        [storage]
        directory = $STATE_DIRECTORY
        [removed]

        """)
  }
}
