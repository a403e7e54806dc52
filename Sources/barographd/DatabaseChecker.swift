import Linux
import Log
import Store

/// Checks the whole database once after each start, in slices small enough that nobody notices.
struct DatabaseChecker: Sendable {
  let archive: Archive
  let reactor: EventLoop
  let log: Logger
  let state: SharedState

  /// One slice a second: 2000 rows, about a tenth of a gigabyte an hour.
  func run() async {
    var check = IntegrityCheck()
    while !Task.isCancelled {
      await reactor.pause(milliseconds: 1000)
      var slice = check
      let outcome = await archive.result { [slice] (contents) throws(StoreError) in
        var slice = slice
        try slice.step(contents)
        return slice
      }
      if case .success(let stepped) = outcome { slice = stepped }
      check = slice
      switch check.state {
      case .running: continue
      case .sound: return log.debug("the database is sound", ["rows": String(check.rowsChecked)])
      case .broken(let reason):
        state.note(databaseFault: reason)
        return log.error("the database is damaged: \(reason); restart barographd to set it aside")
      }
    }
  }
}
