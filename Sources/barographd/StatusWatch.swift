import ControlAPI
import Devices
import FlightModel
import Linux

/// Looks every few seconds at what is cheap to know, so that what happens while nobody asks is told
/// to whoever asks later.
struct StatusWatch: Sendable {
  let service: RecordingService
  let sources: [GPSDSource]
  let instruments: Instruments
  let reporter: StatusReporter
  let state: SharedState

  private static let intervalMs: Int64 = 5000

  /// Runs on the reactor until it is cancelled.
  func run() async {
    while !Task.isCancelled {
      await service.loop.pause(milliseconds: Self.intervalMs, tolerance: 1000)
      await look()
    }
  }

  private func look() async {
    var gpsd: [GPSDStatus] = []
    for source in sources { gpsd.append(await source.status) }
    let inputs = StatusReporter.Inputs(
      service: await service.snapshot, sources: gpsd, instruments: await instruments.report(),
      isStopping: state.isStopping, databasesSetAside: [], sync: SyncFacts(state: .off))
    state.note(
      reporter.changing(inputs), at: SystemClock.wall(), sinceBoot: SystemClock.sinceBoot())
  }
}
