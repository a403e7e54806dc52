import Glibc

/// Waits of the calling thread.
enum Pause {
  /// Waits (nanosleep(2)).
  static func milliseconds(_ count: Int) {
    var rest = timespec(tv_sec: count / 1000, tv_nsec: count % 1000 * 1_000_000)
    var left = timespec()
    while nanosleep(&rest, &left) != 0, errno == EINTR { rest = left }
  }

  /// Waits, or until a descriptor can be read; tells whether it can (poll(2)).
  static func milliseconds(_ count: Int, orUntilReadable descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&entry, 1, Int32(clamping: count))
    return ready > 0
  }
}
