import Linux

/// One timer of a loop that is set again and again. Of the loop's thread alone.
final class LoopTimer {
  private let loop: EventLoop
  private var timer: EventLoop.Timer?

  init(loop: EventLoop) { self.loop = loop }

  var isArmed: Bool { timer != nil }

  /// Runs `action` once after `milliseconds`, instead of what was armed before.
  func arm(milliseconds: Int64, _ action: @escaping () -> Void) {
    disarm()
    timer = loop.after(milliseconds: milliseconds) { [self] in
      timer = nil
      action()
    }
  }

  func disarm() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }
}
