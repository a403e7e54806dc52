import Linux
import TestSupport
import Testing

/// The lamp's unit: one lamp, the recorder's socket, and nothing else.
@Suite struct LampUnitTests {
  private let lines: [Substring]

  init() throws {
    let path = "\(PackageFolder.root)/systemd/barograph-lamp@.service"
    lines = String(decoding: try Files.read(path, limit: 1 << 16), as: UTF8.self)
      .split(separator: "\n")
  }

  @Test func itWritesToItsLampAlone() {
    #expect(
      lines.filter { $0.hasPrefix("ReadWritePaths=") } == ["ReadWritePaths=/sys/class/leds/%i"])
    for setting in ["ProtectKernelTunables=yes", "ProtectSystem=strict", "User=barograph"] {
      #expect(lines.contains { $0 == setting }, "\(setting)")
    }
  }

  @Test func itOutlivesTheRecorderWhoseFaultItTells() {
    let words = ["Requires=", "Requisite=", "BindsTo=", "PartOf="]
    #expect(!lines.contains { line in words.contains { line.hasPrefix($0) } })
  }
}
