import FlightModel
import FlightSimulator
import Glibc
import Linux
import TestSupport

/// A real gpsd of this test alone, with receivers that the test plays.
final class PrivateGPSD {
  let port: UInt16
  let receivers: [Pty]
  /// What the receivers' sentences look like.
  var format = NMEALog(skyEvery: 60)
  private let folder = TemporaryFolder()
  private var process: ChildProcess?

  /// Starts it, and returns when every receiver is open: what is sent earlier is lost.
  init(receivers count: Int = 1) async throws {
    port = try Loopback.freePort()
    receivers = try (0..<count).map { _ in try Pty() }
    try await start()
  }

  /// Starts it again, on the same port and lines.
  func start() async throws {
    // gpsd gives up its rights, and makes files beside its socket.
    chmod(folder.path, 0o777)
    unlink(folder.file("control"))
    let arguments =
      ["gpsd", "-N", "-n", "-b", "-S", String(port), "-F", folder.file("control")]
      + receivers.map(\.path)
    let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    process = try ChildProcess(
      ["env"] + arguments,
      environment: [
        "PATH": "\(search):/usr/sbin:/sbin", "TMPDIR": folder.path,
        "GPSD_SHM_KEY": "0x4771" + String(port, radix: 16),
      ])
    try await eventually("gpsd with its receivers open") { try? isReady().orNil }
  }

  /// Ends it alone, as a crash would.
  func stop() async {
    process?.send(SIGKILL)
    _ = await process?.waitForEnd()
    process = nil
  }

  /// Sends fixes from a receiver; at most `perSecond`, or as fast as gpsd reads.
  func feed(
    _ fixes: some Sequence<SimulatedFix>, from receiver: Int = 0, perSecond: Double? = nil
  ) async throws {
    var due = ContinuousClock.now
    for fix in fixes {
      try receivers[receiver].send(format.bytes(of: fix, index: Int(fix.elapsedMs / 1000)))
      guard let perSecond else { continue }
      due += .seconds(1 / perSecond)
      try await ContinuousClock().sleep(until: due)
    }
  }

  /// Whether gpsd answers and says of each receiver that it is open.
  private func isReady() throws -> Bool {
    let client = try Loopback.connect(to: port)
    try client.write(all: Array("?DEVICES;\n".utf8))
    var heard: [UInt8] = []
    while Loopback.isReadable(client.rawValue, within: 500) {
      let block = try client.readBlock()
      if block.isEmpty { return false }
      heard += block
      guard let devices = Self.devices(in: heard) else { continue }
      return receivers.allSatisfy { receiver in
        devices.contains { $0.contains("\"\(receiver.path)\"") && $0.contains("activated") }
      }
    }
    return false
  }

  /// The objects of a whole DEVICES line, nil before there is one.
  private static func devices(in heard: [UInt8]) -> [Substring]? {
    let lines = String(decoding: heard, as: UTF8.self).split(separator: "\n")
    guard heard.last == 0x0A || heard.last == 0x0D,
      let line = lines.last(where: { $0.contains("\"class\":\"DEVICES\"") })
    else { return nil }
    return line.split(separator: "{").map { $0 }
  }
}
