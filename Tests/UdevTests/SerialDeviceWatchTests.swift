import Glibc
import Linux
import TestSupport
import Testing

/// The wrapper with the real libudev, over umockdev's devices.
@Suite(.timeLimit(.minutes(10))) struct SerialDeviceWatchTests {
  /// What `virtual-serial` prints for these commands.
  private func run(_ commands: String...) async throws -> [String] {
    let (ending, lines) = try await ChildProcess.run(
      ["umockdev-wrapper", Self.program], input: commands.joined(separator: "\n") + "\n")
    try #require(ending == .exit(0), "\(lines)")
    return lines
  }

  /// Beside the test program.
  private static let program: String = {
    let own = Files.linkTarget("/proc/self/exe") ?? ""
    let beside = Files.folder(of: own) + "/virtual-serial"
    return Files.exists(beside) ? beside : PackageFolder.root + "/.build/debug/virtual-serial"
  }()

  private static let cable =
    "ID_VENDOR_ID=0403 ID_MODEL_ID=6015 ID_MODEL_ENC=FT231X\\x20USB\\x20UART\\x20 "
    + "ID_SERIAL_SHORT=DK0A ID_USB_DRIVER=ftdi_sio "
    + "DEVLINKS=/dev/serial/by-path/usb-1+/dev/serial/by-id/usb-FTDI_DK0A"
  private static let board =
    "ID_VENDOR_ID=0483 ID_MODEL_ID=5740 ID_SERIAL_SHORT=304 ID_USB_DRIVER=cdc_acm "
    + "ID_MODEL_ENC=ChibiOS\\x2fRT\\x20Virtual\\x20COM\\x20Port "
    + "DEVLINKS=/dev/serial/by-path/usb-2+/dev/serial/by-id/usb-ST_304"

  private static let shownCable =
    "/dev/serial/by-id/usb-FTDI_DK0A|0403:6015|FT231X USB UART|ftdi_sio|unknown"
  private static let shownBoard =
    "/dev/serial/by-path/usb-2|0483:5740|ChibiOS/RT Virtual COM Port|cdc_acm|vesc"

  @Test func whatIsThereIsFoundAndDescribed() async throws {
    let lines = try await run(
      "add ttyUSB0 \(Self.cable)", "console tty1", "add ttyACM0 \(Self.board)", "watch")
    #expect(
      lines == ["there|/dev/ttyACM0|\(Self.shownBoard)", "there|/dev/ttyUSB0|\(Self.shownCable)"])
  }

  @Test func arrivalsAndRemovalsAreTold() async throws {
    let lines = try await run(
      "watch", "add ttyUSB0 \(Self.cable)", "add ttyACM0 \(Self.board)", "remove ttyUSB0",
      "remove ttyACM0")
    #expect(
      lines == [
        "added|/dev/ttyUSB0|\(Self.shownCable)", "added|/dev/ttyACM0|\(Self.shownBoard)",
        "removed /dev/ttyUSB0", "removed /dev/ttyACM0",
      ])
  }

  /// A dip of the supply: the receiver comes back before its old number is free.
  @Test func aDeviceUnderAnotherNumberKeepsItsName() async throws {
    let lines = try await run(
      "add ttyUSB0 \(Self.cable)", "watch", "remove ttyUSB0", "add ttyUSB1 \(Self.cable)")
    #expect(
      lines == [
        "there|/dev/ttyUSB0|\(Self.shownCable)", "removed /dev/ttyUSB0",
        "added|/dev/ttyUSB1|\(Self.shownCable)",
      ])
  }

  @Test func aUBloxReceiverIsKnown() async throws {
    let lines = try await run(
      "add ttyACM3 ID_VENDOR_ID=1546 ID_MODEL_ID=01a8 DEVLINKS=/dev/gps0", "watch")
    #expect(lines == ["there|/dev/ttyACM3|/dev/ttyACM3|1546:01a8|-|-|u-blox"])
  }
}
