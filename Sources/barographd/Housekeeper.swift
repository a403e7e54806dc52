import Configuration
import FlightModel
import Linux
import Log
import Store

/// Removes what is older than the configuration says, a slice at a time between the commits of a
/// flight, once an hour.
struct Housekeeper: Sendable {
  let store: StoreWriter
  let service: RecordingService
  let reactor: EventLoop
  let ages: RetentionAges
  let log: Logger

  private static let betweenRoundsMs: Int64 = 3_600_000
  /// Between two slices: a recording has the disk to itself most of the time.
  private static let idlePauseMs: Int64 = 50
  private static let busyPauseMs: Int64 = 5_000

  /// Runs until it is cancelled.
  func run() async {
    await reactor.pause(milliseconds: 300_000, tolerance: 60_000)
    while !Task.isCancelled {
      await tidy()
      await reactor.pause(milliseconds: Self.betweenRoundsMs, tolerance: 60_000)
    }
  }

  private func tidy() async {
    var removed: [String: Int] = [:]
    while !Task.isCancelled, let (table, rows) = await slice() {
      removed[table, default: 0] += rows
      let isBusy = await service.isBusy
      await reactor.pause(
        milliseconds: isBusy ? Self.busyPauseMs : Self.idlePauseMs, tolerance: 50)
    }
    guard !removed.isEmpty else { return }
    let tables = removed.sorted { $0.key < $1.key }.map { "\($0.value) of \($0.key)" }
    log.info(
      "old rows were removed: \(tables.joined(separator: ", "))",
      [.rows: "\(removed.values.reduce(0, +))"])
  }

  /// Nil when nothing is old enough, and after a failure: the next round tries again.
  private func slice() async -> (String, Int)? {
    do throws(StoreError) {
      let ages = ages
      let outcome = try await store.perform { (database) throws(StoreError) in
        try database.prune(ages)
      }
      return outcome.table.map { ($0.rawValue, outcome.rows) }
    } catch {
      log.warning("old rows could not be removed: \(error)")
      return nil
    }
  }
}

extension RetentionAges {
  /// What the configuration says.
  init(_ configured: DaemonConfiguration.Retention) {
    self.init()
    self[.fixes] = configured.fixes
    self[.frames] = configured.frames
    self[.buckets] = configured.buckets
    self[.markers] = configured.markers
    self[.ranges] = configured.ranges
    self[.events] = configured.events
    self[.actions] = configured.actions
  }
}
