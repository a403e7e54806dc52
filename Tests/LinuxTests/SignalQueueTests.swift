import Glibc
import Linux
import Testing

@Suite struct SignalQueueTests {
  @Test func aBlockedSignalIsReadInsteadOfDelivered() async throws {
    // On a thread of its own: the mask belongs to the thread.
    let received: Int32? = await withCheckedContinuation { done in
      let body: @Sendable () -> Void = {
        let queue = try? SignalQueue([SIGUSR1])
        let before = (try? queue?.next()) ?? nil
        pthread_kill(pthread_self(), SIGUSR1)
        let after = (try? queue?.next()) ?? nil
        done.resume(returning: before == nil ? after : nil)
      }
      try? Threads.spawn(name: "signals", body)
    }
    #expect(received == SIGUSR1)
  }
}
