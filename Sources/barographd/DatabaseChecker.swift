import ControlAPI
import Linux
import Log
import Store

/// Checks the whole database once after each start, in slices small enough that nobody notices.
///
/// A damaged one is set aside as soon as nothing is being recorded: what of a flight is in it can
/// still be read, so its file is written first.
struct DatabaseChecker: Sendable {
  let archive: Archive
  let store: StoreWriter
  let service: RecordingService
  let reactor: EventLoop
  let log: Logger
  let state: SharedState

  /// The disk belongs to the recorder for so long after a start, ms.
  private static let calmMs: Int64 = 30_000

  /// One slice a second: 2000 rows, about a third of a gigabyte an hour at most.
  func run() async {
    var check = IntegrityCheck()
    await reactor.pause(milliseconds: Self.calmMs, tolerance: 500)
    state.note(databaseCheck: .running)
    while !Task.isCancelled {
      await reactor.pause(milliseconds: 1000, tolerance: 500)
      let outcome = await archive.result { [check] (contents) throws(StoreError) in
        var slice = check
        try slice.step(contents)
        return slice
      }
      if case .success(let stepped) = outcome { check = stepped }
      switch check.state {
      case .running: continue
      case .sound:
        state.note(databaseCheck: .sound)
        return log.debug("the database is sound", [.rows: String(check.rowsChecked)])
      case .broken(let reason): return await setAside(reason)
      }
    }
  }

  private func setAside(_ reason: String) async {
    state.note(databaseFault: reason)
    state.note(databaseCheck: .damaged)
    log.error("the database is damaged: \(reason); it is set aside after this flight")
    while await service.isBusy {
      if Task.isCancelled { return }
      await reactor.pause(milliseconds: 5000)
    }
    do throws(StoreError) {
      try await store.perform { (database) throws(StoreError) in
        try database.setAside(because: reason)
      }
      state.note(databaseFault: nil)
    } catch {
      log.error("the damaged database cannot be set aside: \(error)")
    }
  }
}
