import FlightSimulator
import Glibc
import Linux
import TestSupport

/// An instrument on a serial cable, under a name that stays while the port behind it is another each
/// time it is plugged in.
final class SerialLine {
  /// What a configuration names.
  let path: String
  /// The port at present; nil while it is unplugged.
  private(set) var port: Pty?
  private let folder = TemporaryFolder()

  init() throws {
    path = folder.file("instrument")
    try plugIn()
  }

  /// Plugs it in, as another port than before.
  func plugIn() throws {
    let port = try Pty(isHeld: false)
    unlink(path)
    try systemCall("symlink", path) { symlink(port.path, path) }
    self.port = port
  }

  /// The port is gone, and so is its name.
  func unplug() {
    unlink(path)
    port = nil
  }

  /// Sends what a receiver would of fixes.
  func feed(
    _ fixes: some Sequence<SimulatedFix>, as log: NMEALog = NMEALog(), perSecond: Double? = nil
  ) async throws {
    var due = ContinuousClock.now
    for fix in fixes {
      try port?.send(log.bytes(of: fix, index: Int(fix.elapsedMs / 1000)))
      guard let perSecond else { continue }
      due += .seconds(1 / perSecond)
      try await ContinuousClock().sleep(until: due)
    }
  }
}
