import Linux
import Synchronization

/// Lets a thread of the HTTP server's own wait for an actor's answer. Never to be used by a task or
/// on a loop's thread: it blocks. `body` runs on `loop` between its actors.
func blockingCall<Result: Sendable>(
  on loop: EventLoop, _ body: @escaping @Sendable () async -> Result
) -> Result {
  let answer = Answer<Result>()
  Task(executorPreference: loop) {
    let result = await body()
    answer.value.withLock { $0 = result }
    answer.gate.open()
  }
  answer.gate.wait()
  return answer.value.withLock { $0! }
}

private final class Answer<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
  let gate = ThreadGate()
}
