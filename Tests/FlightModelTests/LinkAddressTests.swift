import FlightModel
import Testing

@Suite struct LinkAddressTests {
  @Test(arguments: [
    ("/dev/ttyUSB0", LinkAddress.serial(path: "/dev/ttyUSB0", speed: nil)),
    ("/dev/ttyUSB0@19200", .serial(path: "/dev/ttyUSB0", speed: 19_200)),
    (
      "/dev/serial/by-id/usb-FTDI_A@b-if00-port0@921600",
      .serial(path: "/dev/serial/by-id/usb-FTDI_A@b-if00-port0", speed: 921_600)
    ),
    ("192.168.1.1:2000", .tcp(host: "192.168.1.1", port: 2000)),
    ("flarm.local:2000", .tcp(host: "flarm.local", port: 2000)),
    ("[fe80::1%wlan0]:4353", .tcp(host: "fe80::1%wlan0", port: 4353)),
    ("aa:BB:cc:00:11:22", .bluetooth("AA:BB:CC:00:11:22")),
  ])
  func isReadAndWritten(_ text: String, _ address: LinkAddress) throws {
    #expect(try LinkAddress(text) == address)
    #expect(try LinkAddress(address.description) == address)
  }

  @Test(arguments: [
    ("", LinkAddressError.Cause.notAnAddress), ("ttyUSB0", .bareName), ("flarm", .notAnAddress),
    ("/dev/ttyUSB0@1200", .speed), ("/dev/ttyUSB0@", .speed), ("host:", .port), ("host:0", .port),
    ("host:65536", .port), (":2000", .notAnAddress), ("a b:2000", .notAnAddress),
    ("fe80::1:2000", .notAnAddress), ("[[host]]:3", .notAnAddress), ("[host]:3", .notAnAddress),
    ("AA:BB:CC:DD:EE:GG", .port),
    ("http://flarm:2000", .notAnAddress),
  ])
  func isRefusedWithTheReason(_ text: String, _ cause: LinkAddressError.Cause) {
    #expect(throws: LinkAddressError.self) { try LinkAddress(text) }
    do throws(LinkAddressError) { _ = try LinkAddress(text) } catch {
      #expect(error.cause == cause)
    }
  }
}
