import CLinux
import Glibc

/// Signals as readable events (signalfd(2)) instead of handlers that interrupt.
package struct SignalQueue: ~Copyable {
  private let queue: Descriptor

  /// Blocks `signals` for the calling thread and all threads that it starts later, and queues them
  /// here. Call it before any thread exists. SIGPIPE is ignored from then on: a broken pipe is an
  /// error of the write.
  package init(_ signals: [Int32]) throws(SystemError) {
    Glibc.signal(SIGPIPE, SIG_IGN)
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    let code = pthread_sigmask(SIG_BLOCK, &set, nil)
    guard code == 0 else {
      throw SystemError(operation: "pthread_sigmask", subject: "process", code: code)
    }
    let flags = Int32(SFD_CLOEXEC | SFD_NONBLOCK)
    queue = Descriptor(owning: try systemCall("signalfd", "process") { signalfd(-1, &set, flags) })
  }

  /// The descriptor to watch; readable while a signal waits.
  package var descriptor: Int32 { queue.rawValue }

  /// Takes the next signal's number, or nil when none waits.
  package borrowing func next() throws(SystemError) -> Int32? {
    var info = signalfd_siginfo()
    let queue = queue.rawValue
    let size = MemoryLayout<signalfd_siginfo>.size
    do {
      try systemCall("read", "signalfd") { Glibc.read(queue, &info, size) }
    } catch {
      if error.code == EAGAIN { return nil }
      throw error
    }
    return Int32(info.ssi_signo)
  }
}
