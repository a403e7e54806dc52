import Testing
import Udev

@Suite struct SerialDeviceTests {
  private func device(
    _ node: String, id: String? = nil, path: String? = nil, usb: USBIdentity? = nil,
    product: String? = nil, serial: String? = nil
  ) -> SerialDevice {
    SerialDevice(
      node: node, systemPath: "/sys\(node)",
      links: [id.map { "/dev/serial/by-id/\($0)" }, path.map { "/dev/serial/by-path/\($0)" }]
        .compactMap { $0 }, usb: usb, product: product, serialNumber: serial)
  }

  @Test func aSerialNumberOfItsOwnNamesADevice() {
    let flarm = device("/dev/ttyUSB0", id: "usb-FTDI_A1", path: "usb-1", serial: "A1")
    #expect([flarm].stableName(of: flarm) == "/dev/serial/by-id/usb-FTDI_A1")
  }

  @Test(arguments: [nil, "", "0001", "00000000"])
  func withoutOneThePlugNamesIt(_ serial: String?) {
    let cable = device("/dev/ttyUSB0", id: "usb-1a86", path: "usb-1", serial: serial)
    #expect([cable].stableName(of: cable) == "/dev/serial/by-path/usb-1")
  }

  @Test func twoOfTheSameNumberAreNamedByTheirPlugs() {
    let cables = ["1", "2"].map {
      device("/dev/ttyUSB\($0)", id: "usb-X_77", path: "usb-\($0)", serial: "77")
    }
    #expect(
      cables.map { cables.stableName(of: $0) } == [
        "/dev/serial/by-path/usb-1", "/dev/serial/by-path/usb-2",
      ])
  }

  @Test func aVESCIsNamedByItsPlugFromTheStart() {
    let board = device(
      "/dev/ttyACM0", id: "usb-ST_304", path: "usb-1",
      usb: USBIdentity(vendor: 0x483, product: 0x5740),
      product: "ChibiOS/RT Virtual COM Port", serial: "304")
    #expect(board.isVESC)
    #expect([board].stableName(of: board) == "/dev/serial/by-path/usb-1")
  }

  @Test func withoutLinksTheKernelsNameIsAllThereIs() {
    let port = device("/dev/ttyUSB7")
    #expect([port].stableName(of: port) == "/dev/ttyUSB7")
  }

  @Test func STsNumberAloneIsNoVESC() {
    let printer = device(
      "/dev/ttyACM0", usb: USBIdentity(vendor: 0x483, product: 0x5740), product: "3D printer")
    #expect(!printer.isVESC)
  }
}
