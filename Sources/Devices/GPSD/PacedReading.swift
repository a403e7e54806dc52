import Linux

/// Performs a `ReadPace`: a timer reads while the sockets' watches pause. Of the loop's thread alone.
final class PacedReading {
  private var pace = ReadPace()
  private let timer: LoopTimer

  init(loop: EventLoop) { timer = LoopTimer(loop: loop) }

  var isPaced: Bool { pace.isPaced }

  /// After a read of the reports, with the rate if anything had come; `read` reads all `sockets`.
  func note(
    fixesPerSecond: Double?, sockets: @autoclosure () -> [WatchedSocket],
    read: @escaping () -> Void
  ) {
    if pace.note(fixesPerSecond: fixesPerSecond) {
      for socket in sockets() { socket.pause(pace.isPaced) }
    }
    if !pace.isPaced { return timer.disarm() }
    if !timer.isArmed { timer.arm(milliseconds: ReadPace.intervalMs, read) }
  }
}
