import Linux
import TestSupport

/// The simulator of Tests/Simulators/flarm.py while a test runs it.
final class SimulatedFLARM {
  /// Where it listens: a pseudo-terminal's path or `127.0.0.1:port`.
  let address: String
  private let log: String
  private let program: ChildProcess

  /// How a client reaches it.
  enum Carrier: String, CaseIterable, Sendable { case terminal, tcp }

  /// `options` are the simulator's own; `files` are flights in its memory, in order.
  init(
    _ carrier: Carrier, _ options: String..., files: [String] = [], in folder: TemporaryFolder
  ) async throws {
    log = folder.file("simulator.log")
    let listen = carrier == .tcp ? ["--tcp", "0"] : []
    program = try ChildProcess(
      ["python3", "\(PackageFolder.root)/Tests/Simulators/flarm.py", "--log", log] + listen
        + options + files)
    var lines = program.lines.makeAsyncIterator()
    guard let address = await lines.next(), !address.contains("Error") else {
      throw Overdue(description: "the simulator does not start")
    }
    self.address = address
  }

  /// What it was sent, refused and complains of: `command …`, `frame …`, `refused …`, `violation …`.
  var entries: [String] {
    let bytes = (try? Files.read(log, limit: 10_000_000)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// What no client may ever send.
  var violations: [String] { entries.filter { $0.hasPrefix("violation") } }

  /// The sentences that came, without `$` and checksum.
  var commands: [String] {
    entries.filter { $0.hasPrefix("command $") }
      .map { String($0.dropFirst(9).prefix { $0 != "*" }) }
  }
}
