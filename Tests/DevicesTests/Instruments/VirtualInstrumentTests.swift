import Linux
import TestSupport
import Testing

/// The hub with the real libudev over umockdev's devices, and real pseudo-terminals for the bytes.
@Suite("Virtual instruments", .timeLimit(.minutes(10)))
struct VirtualInstrumentTests {
  private func run(_ commands: String...) async throws -> [String] {
    let own = Files.linkTarget("/proc/self/exe") ?? ""
    let beside = Files.folder(of: own) + "/virtual-instruments"
    let program =
      Files.exists(beside) ? beside : PackageFolder.root + "/.build/debug/virtual-instruments"
    let (ending, lines) = try await ChildProcess.run(
      ["umockdev-wrapper", program], input: commands.joined(separator: "\n") + "\n")
    try #require(ending == .exit(0), "\(lines)")
    return lines
  }

  private let id = "/dev/serial/by-id/usb-FTDI_A1"

  @Test func whatIsThereAndWhatComesLaterIsFound() async throws {
    let lines = try await run(
      "plug ttyUSB0 A1 1", "hub", "await A1 kept ttyUSB0", "plug ttyUSB1 B2 2",
      "await B2 kept ttyUSB1", "unplug ttyUSB0", "await A1 absent ttyUSB0",
      "await B2 kept ttyUSB1")
    #expect(
      lines == [
        "\(id) /dev/ttyUSB0 kept flarm", "/dev/serial/by-id/usb-FTDI_B2 /dev/ttyUSB1 kept flarm",
        "\(id) /dev/ttyUSB0 absent flarm",
        "/dev/serial/by-id/usb-FTDI_B2 /dev/ttyUSB1 kept flarm",
      ])
  }

  /// A dip of the supply: two seconds gone, back under other numbers, which are swapped.
  @Test func instrumentsBackUnderOtherNumbersAreTheSame() async throws {
    let lines = try await run(
      "hub", "plug ttyUSB0 A1 1", "plug ttyUSB1 B2 2", "await A1 kept ttyUSB0",
      "await B2 kept ttyUSB1", "unplug ttyUSB0", "unplug ttyUSB1", "await A1 absent ttyUSB0",
      "plug ttyUSB0 B2 2", "plug ttyUSB1 A1 1", "await A1 kept ttyUSB1", "await B2 kept ttyUSB0")
    #expect(lines.count == 5)
    #expect(lines.suffix(2).first == "\(id) /dev/ttyUSB1 kept flarm")
  }

  @Test func aFLARMThatFallsSilentIsShownAndHeardAgain() async throws {
    let lines = try await run(
      "hub", "plug ttyUSB0 A1 1", "await A1 kept ttyUSB0", "mute ttyUSB0",
      "await A1 silent ttyUSB0", "speak ttyUSB0", "await A1 kept ttyUSB0")
    #expect(lines.map { $0.split(separator: " ")[2] } == ["kept", "silent", "kept"])
  }
}
