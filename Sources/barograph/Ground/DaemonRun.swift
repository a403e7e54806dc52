import CommandLineInterface
import ControlAPI
import FLARM
import Glibc
import Linux

/// A job at an instrument that the recorder holds: it does the job, and tells in pieces.
struct DaemonRun {
  private static let pauseMicroseconds: UInt32 = 200_000

  let daemon: DaemonConnection
  let request: GroundRequest

  /// Does the job; returns why it failed, nil if it did not. `report` answers whether to go on; Ctrl-C
  /// ends the job in order.
  func run(report: (GroundReport) -> Bool) throws(Failure) -> GroundFailure? {
    _ = try daemon.call(.startGround, body: request.json)
    let signals = try? SignalQueue([SIGINT, SIGTERM, SIGHUP])
    var next = 0
    while true {
      let json = try daemon.call(.ground, query: [("after", String(next))])
      let page = try daemon.read(json) { (json) throws(DocumentError) in
        try GroundPage(json: json)
      }
      next = page.next
      var isWanted = true
      for piece in page.reports where isWanted { isWanted = report(piece) }
      guard page.isRunning else { return page.failure }
      let isInterrupted = (try? signals?.next()) != nil
      if !isWanted || isInterrupted { _ = try daemon.call(.stopGround) }
      if page.reports.isEmpty { usleep(Self.pauseMicroseconds) }
    }
  }
}
