package import Linux

/// Calls that may block, made on a thread where that is allowed, with their results handed back on
/// the reactor's.
package struct OpenerCalls: Sendable {
  /// Where results are handed out.
  package let loop: EventLoop
  /// The thread that may wait.
  private let opener: EventLoop

  package init(loop: EventLoop, opener: EventLoop) {
    self.loop = loop
    self.opener = opener
  }

  /// Makes the call there, then `done` here.
  func make<Result: Sendable>(
    _ call: @escaping @Sendable () -> Result, then done: @escaping (Result) -> Void
  ) {
    loop.checkIsolated()
    let (loop, opener) = (loop, opener)
    let done = OfTheLoop(done)
    Task(executorPreference: opener) {
      let result = call()
      Task(executorPreference: loop) { done.value(result) }
    }
  }

  /// Makes the call there; nobody waits for it.
  func make(_ call: @escaping @Sendable () -> Void) {
    let opener = opener
    Task(executorPreference: opener) { call() }
  }
}

/// What is made and used on the loop's thread, and only passes through another one.
private struct OfTheLoop<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
